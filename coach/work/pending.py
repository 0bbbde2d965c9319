"""Which sessions are to be prescribed now: what is planned for today, and the next one after it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from decisions import clock
from decisions.selectors import known
from decisions.selectors.known import Known, Range
from plans.domain import agenda

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.models import Athlete
    from plans.domain.schedule import Planned

COMPLETED = "training_sessions.completed"
PRESCRIPTION = "training_sessions.prescription"

AHEAD_DAYS = 14


def sessions(athlete: Athlete) -> list[str]:
    """Session keys of planned sessions that are neither started nor left out, soonest first."""
    return _due(*_ahead(athlete))


def to_judge(athlete: Athlete) -> list[str]:
    """Pending sessions, and prescribed ones that the plan has no more: those are taken back."""
    today, planned, items = _ahead(athlete)
    kept = {p.session_key for p in planned} | _keys(items, COMPLETED)
    from_plan = [i for i in items if i.facts is not None and i.facts.get("day")]
    return [*_due(today, planned, items), *sorted(_keys(from_plan, PRESCRIPTION) - kept)]


def _ahead(athlete: Athlete) -> tuple[date, tuple[Planned, ...], list[Known]]:
    """Today, what is planned from today on, and what is known about it."""
    today = clock.today(athlete.zone)
    items = known.known(
        athlete.stream,
        ranges=[
            Range("plans.plan"),
            Range("plans.block"),
            Range("plans.planned_day"),
            Range(COMPLETED, today.isoformat()),
            Range(PRESCRIPTION, today.isoformat()),
        ],
    )
    days, blocks = structure(items)
    last = today + timedelta(days=AHEAD_DAYS)
    return today, agenda.planned_between(days, blocks, today, last), items


def _due(today: date, planned: Sequence[Planned], items: Sequence[Known]) -> list[str]:
    begun = _keys(items, COMPLETED)
    free = [p for p in planned if p.session_key not in begun]
    due = [p.session_key for p in free if p.date == today]
    later = [p.session_key for p in free if p.date > today]
    return due or later[:1]


def _keys(items: Sequence[Known], surface: str) -> set[str]:
    return {item.key for item in items if item.surface == surface}


def to_look_at(athlete: Athlete) -> list[str]:
    """Pending sessions that a new day concerns: those of today, and those without a prescription."""
    today = clock.today(athlete.zone).isoformat()
    return [
        key
        for key in sessions(athlete)
        if key.startswith(today)
        or known.now(athlete.stream, "training_sessions.prescription", key).facts is None
    ]


def structure(items: list[Known]) -> tuple[dict[str, dict], dict[str, dict]]:  # type: ignore[type-arg]
    """Planned days and blocks of active plans, by key."""
    active = {
        i.key
        for i in items
        if i.surface == "plans.plan" and i.facts and i.facts["status"] == "active"
    }
    blocks = {
        i.key: i.facts
        for i in items
        if i.surface == "plans.block" and i.facts and i.facts["plan"] in active
    }
    days = {
        i.key: i.facts
        for i in items
        if i.surface == "plans.planned_day" and i.facts and i.facts["block"] in blocks
    }
    return days, blocks
