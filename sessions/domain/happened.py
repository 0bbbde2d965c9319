"""What is recorded as done has happened: no fact about training lies after the athlete's own today.

A session that is skipped is not done: it may be given up days before its date.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from decisions.domain import dates
from sessions.domain.moments import zone_of
from sessions.domain.records import COMPLETED, DAILY, INJURY, SET

if TYPE_CHECKING:
    from decisions.domain.occasions import Target
    from decisions.domain.surface import Facts

DAYS = {
    COMPLETED: ("date",),
    SET: ("date",),
    DAILY: ("date",),
    INJURY: ("opened_on", "closed_on"),
}
"""Facts that are dates of the athlete on which something happened, by surface."""

MOMENTS = {COMPLETED: ("started_at", "ended_at")}
"""Facts that are moments at which something happened, by surface."""


def require(target: Target, *, now: datetime) -> None:
    """Refuse a target that says what has not happened yet.

    Args:
        target: of any surface; its zone decides what the athlete's today is.
        now: the present moment.

    Raises:
        InvalidFacts: a date or moment lies in the future, or outside the bounds; names it.
    """
    facts = target.intended
    if facts is None or target.surface not in DAYS:
        return
    if facts.get("status") != "skipped":
        _require_days(target, facts, now.astimezone(zone_of(target.zone)).date())
    for field in MOMENTS.get(target.surface, ()):
        if facts.get(field):
            dates.past_moment(field, datetime.fromisoformat(facts[field]), now=now)
    if target.occurred_at is not None:
        dates.past_moment("at", target.occurred_at, now=now)


def _require_days(target: Target, facts: Facts, today: date) -> None:
    for field in DAYS[target.surface]:
        if facts.get(field):
            dates.past_day(field, date.fromisoformat(facts[field]), today=today)
