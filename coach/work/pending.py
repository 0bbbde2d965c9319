"""Which sessions are to be prescribed now: what is planned for today, and the next one after it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from decisions import clock
from decisions.selectors import known
from decisions.selectors.known import Known, Range
from plans.domain import agenda

if TYPE_CHECKING:
    from decisions.models import Athlete

AHEAD_DAYS = 14


def sessions(athlete: Athlete) -> list[str]:
    """Session keys of planned sessions that are neither started nor left out, soonest first."""
    today = clock.today(athlete.zone)
    items = known.known(
        athlete.stream,
        ranges=[
            Range("plans.plan"),
            Range("plans.block"),
            Range("plans.planned_day"),
            Range("training_sessions.completed", today.isoformat()),
        ],
    )
    days, blocks = structure(items)
    begun = {i.key for i in items if i.surface == "training_sessions.completed"}
    planned = agenda.planned_between(days, blocks, today, today + timedelta(days=AHEAD_DAYS))
    free = [p for p in planned if p.session_key not in begun]
    due = [p.session_key for p in free if p.date == today]
    later = [p.session_key for p in free if p.date > today]
    return due or later[:1]


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
