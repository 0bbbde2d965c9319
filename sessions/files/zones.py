"""On which local day a session was: one zone per session, with the reason for it.

An offset in a file is believed only when it can be one. Else the profile's zone counts, marked
derived. Where the position says that this cannot be right, the zone follows the position, or is
asked for when that leaves two days.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from sessions.files.offsets import SUN_S, believable, offset_of, zone_named


@dataclass(frozen=True, slots=True)
class Place:
    """The zone of a session.

    Attributes:
        zone: IANA name.
        local_date: the day there when the session began.
        evidence: `user_reported` (given), `observed` (offset in the file), `derived`.
        doubt: why the zone must be asked for, None when it need not be.
    """

    zone: str
    local_date: date
    evidence: str
    doubt: str | None = None


def place(
    start: datetime, *, offset_s: int | None, longitude: int | None, given: str | None, profile: str
) -> Place:
    """The zone and local day of a session.

    Args:
        start: aware.
        offset_s: local minus UTC as the file has it.
        longitude: whole degrees east.
        given: zone that the person named for this file.
        profile: zone of the athlete.
    """
    if given:
        return Place(given, _day(start, given), "user_reported")
    usual = offset_of(start, profile)
    offset = believable(offset_s, longitude)
    if offset is not None:
        named = profile if offset == usual else zone_named(offset, start)
        if named:
            return Place(named, _day(start, named), "observed")
    if longitude is None or abs(usual - longitude * 240) <= SUN_S:
        return Place(profile, _day(start, profile), "derived")
    return _by_sun(start, longitude, profile)


def _by_sun(start: datetime, longitude: int, profile: str) -> Place:
    """The zone of the position's meridian; a question when an hour more or less changes the day."""
    hours = max(-12, min(14, round(longitude / 15)))
    days = {(start + timedelta(hours=hours + more)).date() for more in (-1, 0, 1, 2)}
    zone = zone_named(hours * 3600, start) or profile
    doubt = None
    if len(days) > 1:
        sign = "+" if hours >= 0 else "-"
        doubt = (
            f"The position is near UTC{sign}{abs(hours)}, far from {profile}. "
            "In which zone was this session?"
        )
    return Place(zone, _day(start, zone), "derived", doubt)


def _day(start: datetime, zone: str) -> date:
    return start.astimezone(ZoneInfo(zone)).date()
