"""The bounds of dates and moments, and what may not lie in the future yet. Reads no clock.

Every checker of facts and every service asks here, so that nobody computes with a date at the edge
of the calendar, and nothing is recorded as done before its time.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from decisions.domain.errors import InvalidFacts

EARLIEST, LATEST = date(1900, 1, 1), date(2099, 12, 31)
"""The first and the last date that anything here is about; a moment lies within them in UTC."""

PLANNED_FROM = date(1970, 1, 1)
"""The first date that anything can be planned for."""

EARLY = timedelta(minutes=10)
"""How far a device's clock may run ahead of ours."""

_FIRST = datetime.combine(EARLIEST, time(), UTC)
_END = datetime.combine(LATEST + timedelta(days=1), time(), UTC)
_FUTURE = "lies in the future: only what has happened is recorded"


def day(field: str, value: date, *, earliest: date = EARLIEST) -> date:
    """A date within the bounds.

    Raises:
        InvalidFacts: it lies outside them; names the field.
    """
    if not earliest <= value <= LATEST:
        raise InvalidFacts(field, f"must lie between {earliest} and {LATEST}")
    return value


def moment(field: str, value: datetime) -> datetime:
    """A moment within the bounds, in UTC.

    Raises:
        InvalidFacts: it has no zone or lies outside them; names the field.
    """
    if value.tzinfo is None:
        raise InvalidFacts(field, "needs a time zone")
    if not _FIRST <= value < _END:
        raise InvalidFacts(field, f"must lie between {EARLIEST} and {LATEST}")
    return value.astimezone(UTC)


def past_day(field: str, value: date, *, today: date) -> date:
    """A date on which something happened.

    Args:
        field: to be named where it is refused.
        value: the date.
        today: the athlete's own date.

    Raises:
        InvalidFacts: it lies in the future, or outside the bounds.
    """
    if day(field, value) > today:
        raise InvalidFacts(field, _FUTURE)
    return value


def past_moment(field: str, value: datetime, *, now: datetime) -> datetime:
    """A moment at which something happened, in UTC; a clock may run EARLY ahead.

    Raises:
        InvalidFacts: it has no zone, lies in the future, or outside the bounds.
    """
    found = moment(field, value)
    if found > now + EARLY:
        raise InvalidFacts(field, _FUTURE)
    return found
