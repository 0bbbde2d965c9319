"""Threshold tests: when two of them together may suggest a new threshold. Never sets one.

Pair rule: two maximal tests at least seven days apart, on the same device, agreeing within one
typical error, whose mean lies beyond one typical error of the current value.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from decisions.domain.evidence import Evidence, weakest
from sessions.domain.records import COMPLETED, Recorded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SESSION_TYPES = frozenset({"threshold_test", "test"})
PACE, POWER, HEART_RATE = "threshold_pace_s_per_km", "ftp_w", "lthr_bpm"
DAYS_APART = 7
FTP_PCT = 95
"""A 20-minute test overstates threshold power; the usual share, so the result is an estimate."""


@dataclass(frozen=True, slots=True)
class Test:
    """One maximal test.

    Attributes:
        metric: which threshold it speaks about.
        value: in the metric's unit.
        day: local date.
        device: what recorded it; None is unknown, and unknown devices are never the same.
        evidence: of the value.
        position: of the event.
        flags: of the session.
    """

    __test__ = False

    metric: str
    value: int
    day: date
    device: str | None
    evidence: Evidence
    position: int
    flags: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Pair:
    """What two tests say together.

    Attributes:
        candidate: the suggested value; None when the pair rule does not hold.
        tests: the tests looked at, oldest first.
        why: one plain sentence, with the numbers that decided.
        mean_x10: mean of the two tests, in tenths of the unit; None without a pair.
        apart: how far the two tests differ, in the unit.
        error_x10: one typical error around the mean, in tenths of the unit.
    """

    candidate: int | None
    tests: tuple[Test, ...]
    why: str
    mean_x10: int | None = None
    apart: int | None = None
    error_x10: int | None = None


def tests(records: Iterable[Recorded], metric: str) -> tuple[Test, ...]:
    """Maximal tests among completed sessions that give a value for a metric, oldest first."""
    found = []
    for record in records:
        facts = record.facts
        if record.surface != COMPLETED or facts is None or facts["status"] != "completed":
            continue
        value = _value(facts, metric) if facts["session_type"] in SESSION_TYPES else None
        if value is None:
            continue
        kind = Evidence.ESTIMATED if metric == POWER else Evidence.DERIVED
        found.append(
            Test(
                metric=metric,
                value=value,
                day=date.fromisoformat(facts["date"]),
                device=facts["source"],
                evidence=weakest(kind, record.evidence),
                position=record.position,
                flags=tuple(facts["flags"]),
            )
        )
    return tuple(sorted(found, key=lambda test: (test.day, test.position)))


def judge(found: Sequence[Test], *, current: int | None, error: TypicalError | None = None) -> Pair:
    """Apply the pair rule to the two newest tests that may be compared.

    Args:
        found: tests of one metric, in any order.
        current: the threshold in force, in the same unit; None when there is none.
        error: typical error; by default that of the metric.
    """
    sound = sorted((t for t in found if not t.flags), key=lambda t: (t.day, t.position))
    if len(sound) < 2:
        return Pair(None, tuple(sound), f"{len(sound)} usable test, two are needed")
    newest = sound[-1]
    earlier = [t for t in sound[:-1] if (newest.day - t.day).days >= DAYS_APART]
    if not earlier:
        gap = (newest.day - sound[-2].day).days
        return Pair(None, tuple(sound[-2:]), f"the tests are {gap} days apart, not {DAYS_APART}")
    pair = (earlier[-1], newest)
    if pair[0].device is None or newest.device is None:
        return Pair(None, pair, "the device of a test is not known")
    if pair[0].device != newest.device:
        return Pair(None, pair, "the tests are from different devices")
    return _weighed(pair, current, error or ERRORS[newest.metric])


def _weighed(pair: tuple[Test, Test], current: int | None, error: TypicalError) -> Pair:
    mean = Fraction(pair[0].value + pair[1].value, 2)
    apart, limit = abs(pair[1].value - pair[0].value), error.of(mean)
    numbers = {"mean_x10": round(mean * 10), "apart": apart, "error_x10": round(limit * 10)}
    metric = pair[1].metric
    values = f"{said(metric, pair[0].value)} and {said(metric, pair[1].value)}"
    if apart > limit:
        return Pair(None, pair, f"the tests disagree: {values}", **numbers)
    if current is None:
        return Pair(None, pair, "there is no current value to compare with", **numbers)
    off = abs(mean - current)
    if off <= error.of(Fraction(current)):
        why = f"{values} lie within the typical error of the current {said(metric, current)}"
        return Pair(None, pair, why, **numbers)
    why = f"{values} agree and lie beyond the typical error of the current {said(metric, current)}"
    return Pair(round(mean), pair, why, **numbers)


def said(metric: str, value: int) -> str:
    """A threshold as people write it, with its unit."""
    if metric == PACE:
        return f"{value // 60}:{value % 60:02d} min/km"
    return f"{value} W" if metric == POWER else f"{value} bpm"


def _value(facts: dict[str, object], metric: str) -> int | None:
    duration, distance = facts["duration_s"], facts["distance_m"]
    if metric == PACE:
        if not isinstance(duration, int) or not isinstance(distance, int) or not distance:
            return None
        return round(Fraction(1000 * duration, distance))
    number = facts["avg_power_w" if metric == POWER else "avg_hr_bpm"]
    if not isinstance(number, int) or not number:
        return None
    return round(Fraction(number * FTP_PCT, 100)) if metric == POWER else number
