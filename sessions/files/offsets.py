"""Offsets from UTC: which of a file can be believed, what a zone has, and a zone's name for one.

Believable are quarter hours, at most 14 hours, and not against the position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from datetime import datetime

QUARTER_S = 900
FARTHEST_S = 14 * 3600
DRIFT_S = 5
"""Seconds that the two clocks of a device may differ."""

SUN_S = 4 * 3600 + 1800
"""How far the clocks of a country may run from its sun."""

_ODD = (
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Australia/Darwin",
    "Australia/Adelaide",
    "Australia/Eucla",
    "Asia/Yangon",
    "Asia/Kabul",
    "Asia/Tehran",
    "America/St_Johns",
    "Pacific/Chatham",
    "Pacific/Marquesas",
    "Australia/Lord_Howe",
)
"""Zones whose offset is not a whole number of hours: there is no plain name for such an offset."""


def believable(offset_s: int | None, longitude: int | None) -> int | None:
    """An offset rounded to its quarter hour, None when it cannot be one."""
    if offset_s is None:
        return None
    rounded = round(offset_s / QUARTER_S) * QUARTER_S
    if abs(offset_s - rounded) > DRIFT_S or abs(rounded) > FARTHEST_S:
        return None
    if longitude is not None and abs(rounded - longitude * 240) > SUN_S:
        return None
    return rounded


def zone_named(offset: int, start: datetime) -> str | None:
    """An IANA name for an offset: a fixed one for whole hours, else a place that has it then."""
    if offset % 3600 == 0:
        hours = offset // 3600
        return f"Etc/GMT{-hours:+d}" if hours else "Etc/GMT"
    return next((name for name in _ODD if offset_of(start, name) == offset), None)


def offset_of(start: datetime, zone: str) -> int:
    """Seconds by which a zone's clocks run before UTC at a moment."""
    offset = start.astimezone(ZoneInfo(zone)).utcoffset()
    return int(offset.total_seconds()) if offset else 0
