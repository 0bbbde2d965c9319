"""The metrics of thresholds: what a session gives for one, how it is written, how far two may differ.

Owns the numbers of one metric; which tests there are and what two of them say is not decided here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

PACE, POWER, HEART_RATE = "threshold_pace_s_per_km", "ftp_w", "lthr_bpm"
FTP_PCT = 95
"""A 20-minute test overstates threshold power; the usual share, so the result is an estimate."""


@dataclass(frozen=True, slots=True)
class TypicalError:
    """How far two equal performances differ: a share of the value, or a plain number."""

    permille: int = 0
    absolute: int = 0

    def of(self, value: Fraction) -> Fraction:
        """The error around a value, in its unit."""
        return Fraction(self.absolute) + value * self.permille / 1000


ERRORS = {
    PACE: TypicalError(permille=20),
    POWER: TypicalError(permille=20),
    HEART_RATE: TypicalError(absolute=4),
}


def said(metric: str, value: int) -> str:
    """A threshold as people write it, with its unit."""
    if metric == PACE:
        return f"{value // 60}:{value % 60:02d} min/km"
    return f"{value} W" if metric == POWER else f"{value} bpm"


def value_of(facts: dict[str, object], metric: str) -> int | None:
    """What a session's facts give for a metric, in its unit; None where they do not say enough."""
    duration, distance = facts["duration_s"], facts["distance_m"]
    if metric == PACE:
        if not isinstance(duration, int) or not isinstance(distance, int) or not distance:
            return None
        return round(Fraction(1000 * duration, distance))
    number = facts["avg_power_w" if metric == POWER else "avg_hr_bpm"]
    if not isinstance(number, int) or not number:
        return None
    return round(Fraction(number * FTP_PCT, 100)) if metric == POWER else number
