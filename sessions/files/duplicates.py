"""Whether two recordings may be of the same session. Says why; never merges, never drops.

Two real sessions close in time stay two: without the same sport nothing is a candidate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date, datetime

START_S = 180
SHIFT_S = 5
"""Seconds beyond a whole offset: an app that wrote local time as UTC is exact to a second."""

FARTHEST_S = 14 * 3600
DURATION_PCT = 5
DISTANCE_PCT = 3
OVERLAP_PCT = 80
EARLY_S = 900
"""How long before the device somebody may have started the session in the app."""


@dataclass(frozen=True, slots=True)
class Recording:
    """What a comparison needs to know: sport, local day, aware start, length and way."""

    sport: str
    day: date | None
    start: datetime | None
    duration_s: int | None
    distance_m: int | None


def why_same(new: Recording, old: Recording) -> str | None:
    """Why two recordings may be one session, in words; None when nothing speaks for it."""
    if new.sport != old.sport:
        return None
    if new.start is None or old.start is None:
        same_day = new.day is not None and new.day == old.day
        return "one of them has no time of day, and the day is the same" if same_day else None
    apart = (new.start - old.start).total_seconds()
    alike = _within(new.duration_s, old.duration_s, DURATION_PCT)
    if abs(apart) <= START_S and alike is not False:
        return f"the starts are {_apart(apart)} apart and the durations agree"
    if _shifted(apart) and alike and _within(new.distance_m, old.distance_m, DISTANCE_PCT):
        hours = abs(apart) / 3600
        return f"everything agrees but the clock, which is {hours:.4g} h off like another time zone"
    if _overlap_pct(new, old, apart) >= OVERLAP_PCT:
        return "most of the time they run side by side"
    if _begins_inside(new, old, apart) or _begins_inside(old, new, -apart):
        return "one began while the other one ran"
    return None


def _begins_inside(one: Recording, other: Recording, apart: float) -> bool:
    """Whether one of unknown length begins in the other, or a little before it."""
    if one.duration_s or not other.duration_s:
        return False
    return -EARLY_S <= apart <= other.duration_s


def _apart(seconds: float) -> str:
    return f"{abs(seconds):.0f} s"


def _shifted(apart: float) -> bool:
    quarters = round(apart / 900)
    near = abs(apart - quarters * 900) <= SHIFT_S
    return near and quarters != 0 and abs(apart) <= FARTHEST_S + SHIFT_S


def _within(one: int | None, other: int | None, percent: int) -> bool | None:
    """Whether two amounts agree; None when one of them is unknown."""
    if not one or not other:
        return None
    return abs(one - other) * 100 <= percent * max(one, other)


def _overlap_pct(new: Recording, old: Recording, apart: float) -> float:
    """How much of the shorter one lies inside the other, per cent; 0 when a length is unknown."""
    if not new.duration_s or not old.duration_s:
        return 0
    first, second = (
        (old.duration_s, new.duration_s) if apart >= 0 else (new.duration_s, old.duration_s)
    )
    shared = min(first - abs(apart), second)
    return 100 * max(0, shared) / min(new.duration_s, old.duration_s)
