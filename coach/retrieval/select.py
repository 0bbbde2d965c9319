"""Selects what a workflow should see from what it read. Pure: the same items give the same candidates.

Must-haves first: injuries, constraints, gates, corrections, the target's plan and prescription, the
newest decision per subject, NO_CHANGE included. Everything else by how near it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.retrieval.candidates import Candidate, Item

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Facts = dict[str, Any]

SAME_DAY = 12
"""Earlier sessions of the aim's own planned day that may be shown: a block, and how it began."""

OTHER_DAYS = 4
"""Further sessions with the same exercises."""

OUTINGS = 28
"""Sessions of the same sport, for endurance."""

MUST_EXPOSURES = 2
PAIN_DAYS = 14
STATE_DAYS = 7
ENDED_DAYS = 14
REQUEST_DAYS = 14
AHEAD_DAYS = 14
BACK_DAYS = 42
REVIEWED_DECISIONS = 12


@dataclass(frozen=True, slots=True)
class Aim:
    """What a context is for.

    Attributes:
        workflow: name of the mandate.
        subject: session key or week.
        today: the athlete's date.
        day_key: planned day of the subject, None for an unplanned session or a review.
        exercises: slugs in the subject; empty for endurance.
        sport: of the subject, None for a review.
    """

    workflow: str
    subject: str
    today: date
    day_key: str | None
    exercises: frozenset[str]
    sport: str | None


def select(aim: Aim, items: Sequence[Item], decisions: Sequence[Item]) -> list[Candidate]:
    """Candidates for a context, each item once, must-haves first within their slice.

    What was erased is no candidate: nothing of it can be shown.
    """
    found: dict[int, Candidate] = {}
    items = [item for item in items if item.facts is not None]
    decisions = [item for item in decisions if item.facts is not None]
    slices = _REVIEW if aim.workflow == "strategic_review" else _TACTICAL
    for take in slices:
        for candidate in take(aim, items, decisions):
            known = found.get(candidate.item.position)
            if known is None or (candidate.must and not known.must):
                found[candidate.item.position] = candidate
    return list(found.values())


def _injuries(_: Aim, items: Sequence[Item], __: Sequence[Item]) -> Iterable[Candidate]:
    for order, (item, facts) in enumerate(_of(items, "training_sessions.injury")):
        if facts["status"] == "open":
            yield Candidate(item, "injuries", must=True, order=order)


def _gates(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    """Open gates, and those that were closed a short while ago."""
    recent = (aim.today - timedelta(days=ENDED_DAYS)).isoformat()
    for order, (item, facts) in enumerate(_of(items, "plans.gate")):
        if facts["state"] == "open" or (facts["closed_on"] or "") >= recent:
            yield Candidate(item, "gates", must=facts["state"] == "open", order=order)


def _constraints(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    """Constraints in force, and those that ran out a short while ago."""
    recent = (aim.today - timedelta(days=ENDED_DAYS)).isoformat()
    for order, (item, facts) in enumerate(_of(items, "plans.constraint")):
        if facts["status"] == "active" and facts["expires_on"] >= recent:
            in_force = facts["expires_on"] >= aim.today.isoformat()
            yield Candidate(item, "constraints", must=in_force, order=order)


def _findings(_: Aim, items: Sequence[Item], __: Sequence[Item]) -> Iterable[Candidate]:
    for surface in ("decisions.finding", "decisions.forecast"):
        for order, (item, _facts) in enumerate(_of(items, surface)):
            yield Candidate(item, "findings", must=False, order=order)


def _plan(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    """The active plan: its blocks, and the days and rules that concern the aim."""
    active = {i.key for i, facts in _of(items, "plans.plan") if facts["status"] == "active"}
    concerns = {"plans.planned_day": _shares, "plans.rule": _applies}
    near = {key for key, facts in _blocks(items) if _near(aim.today, facts)}
    for surface in ("plans.plan", "plans.block", "plans.planned_day", "plans.rule"):
        for order, (item, facts) in enumerate(_of(items, surface)):
            concerned = aim.workflow == "strategic_review" or surface not in concerns
            if item.key.split("/")[0] not in active:
                continue
            if surface == "plans.planned_day" and facts["block"] not in near:
                continue
            if concerned or concerns[surface](aim, item.key, facts):
                yield Candidate(item, "plan", must=True, order=order)


def _blocks(items: Sequence[Item]) -> Iterable[tuple[str, Facts]]:
    return ((item.key, facts) for item, facts in _of(items, "plans.block"))


def _near(today: date, block: Facts) -> bool:
    """Whether a block lies within the weeks that a plan is looked at: six back, two ahead."""
    starts = date.fromisoformat(block["starts_on"])
    ends = starts + timedelta(days=7 * block["weeks"])
    return starts <= today + timedelta(days=AHEAD_DAYS) and ends > today - timedelta(days=BACK_DAYS)


def _shares(aim: Aim, key: str, day: Facts) -> bool:
    """Whether a planned day is the aim's own, or trains the same exercises or sport."""
    if key == aim.day_key:
        return True
    if aim.exercises:
        return bool(aim.exercises & {item.get("exercise") for item in day["items"]})
    return bool(day["sport"] == aim.sport)


def _applies(aim: Aim, _: str, rule: Facts) -> bool:
    named = set(rule["applies_to"])
    return not named or bool(named & aim.exercises) or not aim.exercises


def _subject(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    """The session itself: its prescription, what was done, every set, and what was said about it."""
    for order, item in enumerate(items):
        facts = item.facts or {}
        about = facts.get("session_key") == aim.subject
        if about and item.surface.startswith("training_sessions."):
            yield Candidate(item, "subject", must=True, order=order)


def _exposures(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    """Sessions with the same exercises or of the same sport, newest first.

    Those of the aim's own day are must-haves in the short form: a rule that counts misses in a row
    would count wrongly without one of them.
    """
    order = {key: index for index, key in enumerate(_alike(aim, items))}
    for item in items:
        facts = item.facts or {}
        place = order.get(facts.get("session_key", ""))
        if place is None or item.surface not in _OF_SESSION:
            continue
        if item.surface == "training_sessions.set" and facts["exercise"] not in aim.exercises:
            continue
        near = place < MUST_EXPOSURES
        if not near and facts.get("kind") == "warmup":
            continue
        own = aim.day_key is not None and facts["session_key"].endswith(f":{aim.day_key}")
        yield Candidate(item, "exposures", must=near or own, order=place, brief=not near)


def _of(items: Sequence[Item], surface: str) -> Iterable[tuple[Item, Facts]]:
    """The items of one surface that were not redacted, with their facts."""
    return ((i, i.facts) for i in items if i.surface == surface and i.facts is not None)


_OF_SESSION = (
    "training_sessions.completed",
    "training_sessions.set",
    "training_sessions.prescription",
)


def _alike(aim: Aim, items: Sequence[Item]) -> list[str]:
    """Session keys of comparable subjects, newest first; the aim's own session is not one.

    A progression rule walks over the sessions of one planned day, so those come in full number.
    """
    if not aim.exercises:
        done = _of(items, "training_sessions.completed")
        same = {f["session_key"] for _, f in done if f["sport"] == aim.sport}
        return sorted(same - {aim.subject}, reverse=True)[:OUTINGS]
    sets = _of(items, "training_sessions.set")
    found = {f["session_key"] for _, f in sets if f["exercise"] in aim.exercises} - {aim.subject}
    own = {key for key in found if aim.day_key is not None and key.endswith(f":{aim.day_key}")}
    newest = sorted(own, reverse=True)[:SAME_DAY]
    others = sorted(found - own, reverse=True)[: OTHER_DAYS if own else SAME_DAY]
    return sorted([*newest, *others], reverse=True)


def _daily(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    for item in items:
        if item.surface != "training_sessions.daily":
            continue
        facts = item.facts or {}
        age = (aim.today - date.fromisoformat(facts["date"])).days
        urgent = facts["kind"] in ("pain", "symptoms")
        if urgent and age <= PAIN_DAYS:
            yield Candidate(item, "reports", must=True, order=age)
        elif age <= STATE_DAYS:
            yield Candidate(item, "state", must=False, order=age)


def _requests(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    since = (aim.today - timedelta(days=REQUEST_DAYS)).isoformat()
    for order, item in enumerate(items):
        if item.surface == "decisions.request" and (item.facts or {}).get("on", "") >= since:
            yield Candidate(item, "requests", must=True, order=order)


def _decided(aim: Aim, items: Sequence[Item], decisions: Sequence[Item]) -> Iterable[Candidate]:
    """The newest decision per subject that matters here, NO_CHANGE included."""
    near = set(_alike(aim, items)[:MUST_EXPOSURES]) | {aim.subject}
    seen: set[tuple[str, str]] = set()
    for order, item in enumerate(decisions):  # newest first
        facts = item.facts or {}
        workflow, subject = facts.get("workflow", ""), facts.get("subject", "")
        name = (workflow, "" if workflow == "strategic_review" else subject)
        if name in seen:
            continue
        if workflow == "strategic_review" or subject in near:
            seen.add(name)
            yield Candidate(item, "decisions", must=True, order=order)


def _reviewed(aim: Aim, _: Sequence[Item], decisions: Sequence[Item]) -> Iterable[Candidate]:
    """For a review: the newest decision per subject, escalations and the last review as must-haves."""
    seen: set[tuple[str, str]] = set()
    for order, item in enumerate(decisions):
        facts = item.facts or {}
        name = (facts.get("workflow", ""), facts.get("subject", ""))
        if name in seen:
            continue
        seen.add(name)
        must = facts.get("outcome") == "ESCALATE_TO_STRATEGIC" or name[0] == aim.workflow
        if must or len(seen) <= REVIEWED_DECISIONS:
            yield Candidate(item, "decisions", must=must, order=order, brief=not must)


def _sessions(_: Aim, items: Sequence[Item], __: Sequence[Item]) -> Iterable[Candidate]:
    """For a review: everything that was done, in the short form; absence would read as a miss."""
    done = [i for i in items if i.surface == "training_sessions.completed"]
    for order, item in enumerate(sorted(done, key=lambda i: i.key, reverse=True)):
        test = (item.facts or {}).get("session_type") == "threshold_test"
        yield Candidate(item, "sessions", must=True, order=order, brief=not test)


def _proposals(_: Aim, items: Sequence[Item], __: Sequence[Item]) -> Iterable[Candidate]:
    """For a review: what waits, and what was not taken, so that it is not asked again."""
    for order, item in enumerate(items):
        if item.surface == "decisions.proposal":
            state = (item.facts or {}).get("state")
            done = state in ("APPLIED", "STALE", "SUPERSEDED")
            open_ = state in ("OPEN", "NEEDS_EVIDENCE")
            yield Candidate(item, "proposals", must=not done, order=order, brief=not open_)


_BOUNDS = (_injuries, _gates, _constraints, _findings, _plan)
_TACTICAL = (*_BOUNDS, _subject, _decided, _exposures, _daily, _requests)
_REVIEW = (*_BOUNDS, _reviewed, _proposals, _sessions, _daily, _requests)
