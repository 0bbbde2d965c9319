"""Moments and an athlete's dates. A date is always that of the athlete's own zone."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from decisions.domain import dates
from decisions.domain.errors import InvalidFacts


def zone_of(name: str) -> ZoneInfo:
    """An IANA zone.

    Raises:
        InvalidFacts: there is no zone of that name.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidFacts("zone", f"{name!r} is not a time zone such as Europe/Berlin") from None


def utc_text(instant: datetime, *, field: str = "at") -> str:
    """A moment as facts hold it: UTC, whole seconds, "2026-11-26T18:02:00Z".

    Raises:
        InvalidFacts: the moment has no zone or lies outside the bounds; names `field`.
    """
    utc = dates.moment(field, instant)
    return utc.replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def local_date(instant: datetime, zone: str) -> date:
    """The date on the athlete's wall calendar at a moment.

    Raises:
        InvalidFacts: the moment has no zone or lies outside the bounds.
    """
    return dates.moment("at", instant).astimezone(zone_of(zone)).date()


def end_of(day: date, zone: str) -> datetime:
    """The moment at which a local date ends.

    Raises:
        InvalidFacts: the date lies outside the bounds.
    """
    after = dates.day("date", day) + timedelta(days=1)
    return datetime.combine(after, time(), tzinfo=zone_of(zone))
