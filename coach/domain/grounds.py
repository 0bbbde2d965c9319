"""What may justify a structural proposal, computed from a packet: test pairs and adherence patterns.

Both the built-in review and the gate read these, so that a proposal without grounds cannot stand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.domain import plan_days, plan_view
from decisions.domain.magnitude import Magnitude
from decisions.domain.outcomes import Outcome
from plans.domain import agenda, structural, tree
from plans.domain.tree import DAY, RULE
from sessions.domain import adherence, threshold_tests, thresholds
from sessions.domain.missed import Occasion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation
    from sessions.domain.missed import Pattern
    from sessions.domain.thresholds import Pair

Facts = dict[str, Any]
OPEN = frozenset({"OPEN", "NEEDS_EVIDENCE"})
THRESHOLD = "threshold"
"""Kind of a proposal that rests on tests."""

REFUSED = frozenset({"REJECTED", "WITHDRAWN", "EXPIRED"})


@dataclass(frozen=True, slots=True)
class TestPair:
    """What the tests of one threshold rule say; `after` is None where they suggest nothing."""

    __test__ = False

    rule: PacketItem
    pair: Pair
    after: Facts | None
    handles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missed:
    """A planned day that is missed so often that the plan does not fit the life around it.

    Attributes:
        day: the planned day in the packet. pattern: how often it was missed.
        after: the day on another weekday, or None to take it out.
        handles: the sessions that show it, skipped ones among them.
    """

    day: PacketItem
    pattern: Pattern
    after: Facts | None
    handles: tuple[str, ...]


def test_pairs(situation: Situation) -> tuple[TestPair, ...]:
    """The tests behind every threshold rule of the active plan."""
    found = []
    for rule in situation.packet.of(RULE):
        facts = rule.facts
        if rule.key not in situation.tree.rules or facts["kind"] != "threshold":
            continue
        params = facts["params"]
        sports = {situation.ground.sport(modality) for modality in facts["applies_to"]}
        tests = [
            test
            for test in threshold_tests.tests(_sessions(situation, sports), params["metric"])
            if _recent(situation, test.day, since=date.fromisoformat(params["tested_on"]))
        ]
        pair = thresholds.judge(tests, current=params["value"])
        after = None
        if pair.candidate is not None:
            last = max(test.day for test in pair.tests)
            told = " and ".join(test.day.isoformat() for test in pair.tests)
            changed = {
                "value": pair.candidate,
                "tested_on": last.isoformat(),
                "source": f"two tests, {told}",
            }
            after = {**facts, "params": {**params, **changed}}
        handles = situation.handles([test.position for test in pair.tests])
        found.append(TestPair(rule, pair, after, handles))
    return tuple(found)


def missed_days(situation: Situation, after: date = date.min) -> tuple[Missed, ...]:
    """Planned days of the current block that were missed most weeks, worst first.

    Args:
        after: only sessions that were planned later count.
    """
    done = {i.key: i for i in situation.packet.of(plan_view.COMPLETED)}
    if not done:
        return ()
    logged = sorted(date.fromisoformat(i.facts["date"]) for i in done.values())
    first = max(
        logged[0] + timedelta(days=7 - logged[0].weekday()),
        situation.today - timedelta(days=7 * situation.numbers.adherence_weeks),
    )
    planned = agenda.planned_between(
        situation.tree.days, situation.tree.blocks, first, situation.today
    )
    occasions = [
        Occasion(p.session_key, p.date, p.day["session_type"])
        for p in planned
        if p.date > max(after, _known_since(situation, p.day_key))
    ]
    found = adherence.patterns(
        occasions,
        statuses={key: str(i.facts["status"]) for key, i in done.items()},
        excused=[
            key
            for key, i in done.items()
            if any(flag.startswith(adherence.EXCUSED) for flag in i.facts["flags"])
        ],
        logged_on=logged,
        today=situation.today,
    )
    every = [
        missed
        for pattern in found
        if pattern.persists and pattern.by == "weekday"
        if (missed := _missed(situation, pattern, done)) is not None
    ]
    return tuple(every)


def waiting_proposals(situation: Situation) -> tuple[PacketItem, ...]:
    """Proposals that a person has not answered yet."""
    return tuple(p for p in situation.packet.of("decisions.proposal") if p.facts["state"] in OPEN)


def still_asked(situation: Situation, proposal: PacketItem) -> bool:
    """Whether the evidence as it is now asks for the change that a proposal makes."""
    found = [(one.rule.surface, one.rule.key, one.after) for one in test_pairs(situation)]
    found += [(one.day.surface, one.day.key, one.after) for one in missed_days(situation)]
    return all((t["surface"], t["key"], t["after"]) in found for t in proposal.facts["targets"])


def may_ask(situation: Situation, kind: str, surface: str, key: str, after: Facts | None) -> bool:
    """Whether a new proposal may stand beside those that wait: one structural question at a time.

    An equal one is not repeated. One about the same item with another value, or tests where an
    adherence pattern waits, takes the place of what waits; everything else has to wait its turn.
    """
    for waiting in waiting_proposals(situation):
        same = [t for t in waiting.facts["targets"] if (t["surface"], t["key"]) == (surface, key)]
        if any(target["after"] == after for target in same):
            return False
        stronger = kind == THRESHOLD and waiting.facts["kind"] != THRESHOLD
        if not same and not stronger:
            return False
    return True


def refused_before(situation: Situation, surface: str, key: str, after: Facts | None) -> bool:
    """Whether the same change was proposed before and not taken, and nothing new speaks for it since.

    A day is the same in the next block of its plan, wherever it would be moved to. New is a later
    test than the proposal rested on, or a whole pattern in the weeks after the answer alone.
    """
    return any(
        not _new_since(situation, proposal, target, after)
        for proposal in situation.packet.of("decisions.proposal")
        if proposal.facts["state"] in REFUSED
        for target in proposal.facts["targets"]
        if _same_change(target, surface, key, after)
    )


def _same_change(target: Facts, surface: str, key: str, after: Facts | None) -> bool:
    if target["surface"] != surface:
        return False
    if surface == DAY:
        same_kind = (target["after"] is None) == (after is None)
        return same_kind and _in_any_block(target["key"]) == _in_any_block(key)
    return bool(target["key"] == key)


def _in_any_block(day_key: str) -> tuple[str, str]:
    """Plan and slug of a planned day's key."""
    return day_key.partition("/")[0], day_key.rpartition("/")[2]


def _new_since(
    situation: Situation, proposal: PacketItem, target: Facts, after: Facts | None
) -> bool:
    """Whether evidence that a proposal did not have asks for the change by itself."""
    if target["surface"] == DAY:
        answered = date.fromisoformat(proposal.recorded_at[:10])
        again = missed_days(situation, after=answered)
        return any(_in_any_block(one.day.key) == _in_any_block(target["key"]) for one in again)
    return _tested(after) > _tested(target["after"])


def _tested(rule: Facts | None) -> str:
    """The date of the newest test behind a threshold, empty where it rests on none."""
    return str(((rule or {}).get("params") or {}).get("tested_on") or "")


def escalation(situation: Situation) -> PacketItem | None:
    """The escalation that this review answers: the one it was asked about, else the newest open one.

    A review that was already waiting when a run escalated answers it too. None where nothing is open.
    """
    decisions = situation.packet.of("decisions.decision")
    kind, _, key = situation.packet.subject.partition(":")
    if kind == "decision":
        return next((d for d in decisions if d.key == key), None)
    answered = {d.facts["answers"] for d in decisions}
    waiting = [
        d
        for d in decisions
        if d.facts["outcome"] == Outcome.ESCALATE_TO_STRATEGIC and d.key not in answered
    ]
    return max(waiting, key=lambda d: d.position, default=None)


def _sessions(situation: Situation, sports: set[str]) -> list[PacketItem]:
    completed = situation.packet.of(plan_view.COMPLETED)
    return [item for item in completed if item.facts["sport"] in sports]


def _recent(situation: Situation, day: date, *, since: date) -> bool:
    """Whether a test is newer than the value in force and not too old to speak about today."""
    age = (situation.today - day).days
    return since < day and 0 <= age <= situation.numbers.test_age_days


def _known_since(situation: Situation, day_key: str) -> date:
    """When the planned day got its present form: what was planned before then is not known here."""
    item = next((i for i in situation.packet.of(DAY) if i.key == day_key), None)
    return date.max if item is None else date.fromisoformat(item.recorded_at[:10])


def _missed(situation: Situation, pattern: Pattern, done: dict[str, PacketItem]) -> Missed | None:
    days = Counter(plan_days.day_of(key) for key in pattern.session_keys)
    upcoming = {
        planned.day_key
        for planned in agenda.next_planned(
            situation.tree.days, situation.tree.blocks, situation.today, 14
        )
    }
    slugs = Counter({key.rpartition("/")[2]: n for key, n in days.items()})
    for slug, _ in slugs.most_common():
        key = next((k for k in sorted(upcoming) if k.rpartition("/")[2] == slug), None)
        item = next((i for i in situation.packet.of(DAY) if i.key == key), None)
        if item is None or adherence.WEEKDAYS[item.facts["weekday"]] != pattern.what:
            continue
        handles = [done[k].handle for k in pattern.session_keys if k in done]
        for after in _instead(situation, item):
            if _tactful(situation, item, after):
                return Missed(item, pattern, after, tuple(handles))
    return None


def _instead(situation: Situation, day: PacketItem) -> Iterator[Facts | None]:
    """What could be done: a key session moves to the nearest free weekday, any other rather goes."""
    if day.facts["priority"] != "key":
        yield None
    taken = {d["weekday"] for d in situation.tree.days.values() if d["block"] == day.facts["block"]}
    own = day.facts["weekday"]
    free = [w for w in range(7) if w not in taken]
    if free:
        nearest = min(free, key=lambda w: (min((w - own) % 7, (own - w) % 7), w))
        yield {**day.facts, "weekday": nearest}


def _tactful(situation: Situation, day: PacketItem, after: Facts | None) -> bool:
    """Whether a change stays below one of the plan itself, which needs the athlete's own wish."""
    changed = tree.with_changes(situation.tree, [(day.surface, day.key, after)])
    size = structural.measure(situation.tree, changed, situation.change_policy).magnitude
    return size < Magnitude.P1
