"""The plan of one athlete as a coach goes through it: plans, their blocks with their days, rules, bounds.

What is over stands apart. Reads alone; whether something may be changed is the services' to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from coach.review import sayings
from coach.review.titles import title_of
from coach.review.words import humanise, short_date
from plans.domain import block_weeks, item_words
from plans.domain.structure import WEEKDAYS
from plans.domain.words import listed as listed_words

if TYPE_CHECKING:
    from coach.review.log import Log
    from decisions.selectors.known import Known

STRUCTURE = {
    "plan": "plans.plan",
    "block": "plans.block",
    "day": "plans.planned_day",
    "rule": "plans.rule",
}
GATE, CONSTRAINT = "plans.gate", "plans.constraint"
NOW, AHEAD, OVER = "now", "to come", "over"


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its kind and key for the address, its name, and what it says, a line per row.

    `state` is how it ended, empty while it stands.
    """

    kind: str
    key: str
    title: str
    lines: tuple[str, ...]
    state: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A block with its days in the order of the week, and where it stands in time."""

    part: Part
    place: str
    days: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan with its blocks, those that are over apart, and its rules without thresholds."""

    part: Part
    blocks: tuple[Block, ...]
    over: tuple[Block, ...]
    rules: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """Everything: plans in use, retired ones, and gates and constraints, ended ones apart."""

    plans: tuple[Plan, ...]
    retired: tuple[Plan, ...]
    bounds: tuple[Part, ...]
    ended: tuple[Part, ...]


def listed(log: Log) -> Listed:
    """Everything that a coach may change by hand."""
    on = date.fromisoformat(log.today)
    plans = [(one, _plan(log, one, on)) for one in log.of(STRUCTURE["plan"])]
    bounds = [_gate(one) for one in log.of(GATE)]
    bounds += [_constraint(one, on) for one in log.of(CONSTRAINT)]
    return Listed(
        plans=tuple(plan for one, plan in plans if _facts(one)["status"] == "active"),
        retired=tuple(plan for one, plan in plans if _facts(one)["status"] != "active"),
        bounds=tuple(one for one in bounds if not one.state),
        ended=tuple(one for one in bounds if one.state),
    )


def _plan(log: Log, item: Known, on: date) -> Plan:
    facts = _facts(item)
    mine = [one for one in log.of(STRUCTURE["block"]) if _facts(one)["plan"] == item.key]
    blocks = [
        _block(log, one, on) for one in sorted(mine, key=lambda one: _facts(one)["starts_on"])
    ]
    rules = [one for one in log.of(STRUCTURE["rule"]) if _facts(one)["plan"] == item.key]
    lines = (str(facts["goal"]), f"From {short_date(facts['starts_on'])}")
    return Plan(
        Part("plan", item.key, title_of(facts, item.key), lines),
        tuple(one for one in blocks if one.place != OVER),
        tuple(one for one in blocks if one.place == OVER),
        tuple(_rule(one) for one in rules if _facts(one)["kind"] != "threshold"),
    )


def _block(log: Log, item: Known, on: date) -> Block:
    facts = _facts(item)
    last, week = block_weeks.ends_on(facts), block_weeks.week_of(facts, on)
    place = NOW if week else OVER if last < on else AHEAD
    span = f"{short_date(facts['starts_on'])} to {short_date(last.isoformat())}"
    where = f", week {week} of {facts['weeks']}" if week else f", {facts['weeks']} weeks"
    lines = [f"{facts['phase'].capitalize()}, {span}{where}"]
    lines += [str(facts["goal"])] if facts["goal"] else []
    days = [one for one in log.of(STRUCTURE["day"]) if _facts(one)["block"] == item.key]
    ordered = sorted(days, key=lambda one: (_facts(one)["weekday"], one.key))
    return Block(
        Part("block", item.key, title_of(facts, item.key), tuple(lines)),
        place,
        tuple(_day(one) for one in ordered),
    )


def _day(item: Known) -> Part:
    facts = _facts(item)
    told = [item_words.sentence(one) for one in facts["items"]] or [f"{facts['minutes']} min"]
    title = f"{WEEKDAYS[facts['weekday']]}: {facts['title']}"
    weeks = [f"week {one['week']}" for one in facts["weeks"]]
    told += [f"differs in {listed_words(weeks)}"] if weeks else []
    return Part("day", item.key, title, tuple(line[:1].upper() + line[1:] for line in told))


def _rule(item: Known) -> Part:
    facts = _facts(item)
    scope = listed_words([humanise(slug) for slug in facts["applies_to"]]) or "The whole plan"
    return Part("rule", item.key, scope, (str(facts["text"]),))


def _gate(item: Known) -> Part:
    closed = "closed" if _facts(item)["state"] != "open" else ""
    title = f"Gate: {title_of(item.facts, item.key)}"
    return Part("gate", item.key, title, (sayings.sentence(item),), closed)


def _constraint(item: Known, on: date) -> Part:
    facts = _facts(item)
    over = "ran out" if facts["expires_on"] < on.isoformat() else ""
    ended = "lifted" if facts["status"] != "active" else over
    title = f"Constraint: {title_of(facts, item.key)}"
    return Part("constraint", item.key, title, (sayings.sentence(item),), ended)


def _facts(item: Known) -> dict[str, Any]:
    return item.facts or {}
