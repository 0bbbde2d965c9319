"""Selects what a workflow should see from what it read. Pure: the same items give the same candidates.

Must-haves first: injuries, constraints, gates, corrections, the target's plan and prescription, the
newest decision per subject, NO_CHANGE included. Everything else by how near it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from coach.retrieval.candidates import Candidate, Item

EXPOSURES = 14
"""Sessions with the same exercises, or of the same sport, that may be shown."""

MUST_EXPOSURES = 2
PAIN_DAYS = 14
STATE_DAYS = 7
ENDED_DAYS = 14
REQUEST_DAYS = 14


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
    """Candidates for a context, each item once, must-haves first within their slice."""
    found: dict[int, Candidate] = {}
    slices = _REVIEW if aim.workflow == "strategic_review" else _TACTICAL
    for take in slices:
        for candidate in take(aim, items, decisions):
            known = found.get(candidate.item.position)
            if known is None or (candidate.must and not known.must):
                found[candidate.item.position] = candidate
    return list(found.values())


def _bounds(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    recent = (aim.today - timedelta(days=ENDED_DAYS)).isoformat()
    today = aim.today.isoformat()
    for order, item in enumerate(items):
        facts = item.facts or {}
        if item.surface == "training_sessions.injury" and facts.get("status") == "open":
            yield Candidate(item, "injuries", must=True, order=order)
        elif item.surface == "plans.gate":
            if facts.get("state") == "open":
                yield Candidate(item, "gates", must=True, order=order)
            elif (facts.get("closed_on") or "") >= recent:
                yield Candidate(item, "gates", must=False, order=order)
        elif item.surface == "plans.constraint" and facts.get("status") == "active":
            if facts["expires_on"] >= today:
                yield Candidate(item, "constraints", must=True, order=order)
            elif facts["expires_on"] >= recent:
                yield Candidate(item, "constraints", must=False, order=order)
        elif item.surface in ("decisions.finding", "decisions.forecast"):
            yield Candidate(item, "findings", must=False, order=order)


def _plan(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    """The active plan's part that concerns the aim; all of it for a review."""
    everything = aim.workflow == "strategic_review"
    days = {i.key: i for i in items if i.surface == "plans.planned_day"}
    active = {
        i.key for i in items if i.surface == "plans.plan" and (i.facts or {}).get("status") == "active"
    }
    block = (days[aim.day_key].facts or {}).get("block") if aim.day_key in days else None
    for order, item in enumerate(items):
        facts = item.facts or {}
        belongs = item.key.split("/")[0] in active
        concerned = (
            (item.surface == "plans.plan" and item.key in active)
            or (item.surface == "plans.block" and belongs and (everything or item.key == block))
            or (item.surface == "plans.planned_day" and belongs and (everything or item.key == aim.day_key))
            or (item.surface == "plans.rule" and belongs and (everything or _applies(aim, facts)))
        )
        if concerned:
            yield Candidate(item, "plan", must=True, order=order)


def _applies(aim: Aim, rule: dict[str, object]) -> bool:
    named = rule.get("applies_to")
    applies = set(named) if isinstance(named, list) else set()
    return not applies or bool(applies & (aim.exercises | {aim.sport or ""}))


def _subject(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    """The session itself: its prescription, what was done, every set, and what was said about it."""
    for order, item in enumerate(items):
        facts = item.facts or {}
        if facts.get("session_key") == aim.subject and item.surface.startswith("training_sessions."):
            yield Candidate(item, "subject", must=True, order=order)


def _exposures(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    """Sessions with the same exercises or of the same sport, newest first."""
    alike = _alike(aim, items)
    order = {key: index for index, key in enumerate(alike)}
    for item in items:
        facts = item.facts or {}
        place = order.get(facts.get("session_key", ""))
        if place is None or item.surface not in _OF_SESSION:
            continue
        if item.surface == "training_sessions.set" and facts["exercise"] not in aim.exercises:
            continue
        near = place < MUST_EXPOSURES
        yield Candidate(item, "exposures", must=near, order=place, brief=not near)


_OF_SESSION = (
    "training_sessions.completed",
    "training_sessions.set",
    "training_sessions.prescription",
)


def _alike(aim: Aim, items: Sequence[Item]) -> list[str]:
    found: set[str] = set()
    for item in items:
        facts = item.facts or {}
        if item.surface == "training_sessions.set" and facts["exercise"] in aim.exercises:
            found.add(facts["session_key"])
        elif item.surface == "training_sessions.completed" and not aim.exercises:
            if facts["sport"] == aim.sport:
                found.add(facts["session_key"])
    found.discard(aim.subject)
    limit = EXPOSURES if aim.exercises else 2 * EXPOSURES
    return sorted(found, reverse=True)[:limit]


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
        yield Candidate(item, "decisions", must=must and order < 30, order=order)


def _sessions(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    """For a review: what was done, tests as must-haves, newest first."""
    done = [i for i in items if i.surface == "training_sessions.completed"]
    for order, item in enumerate(sorted(done, key=lambda i: i.key, reverse=True)):
        test = (item.facts or {}).get("session_type") == "threshold_test"
        yield Candidate(item, "sessions", must=test, order=order)


def _proposals(aim: Aim, items: Sequence[Item], _: Sequence[Item]) -> Iterable[Candidate]:
    for order, item in enumerate(items):
        if item.surface == "decisions.proposal":
            open_ = (item.facts or {}).get("state") in ("OPEN", "NEEDS_EVIDENCE")
            yield Candidate(item, "proposals", must=open_, order=order)


_TACTICAL = (_bounds, _plan, _subject, _decided, _exposures, _daily, _requests)
_REVIEW = (_bounds, _plan, _reviewed, _proposals, _sessions, _daily, _requests)
