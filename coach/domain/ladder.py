"""How far one exercise has moved, against its own noise: none, isolated or repeated (levels L0 to L2).

Estimates only, of comparable exposures. One exposure is never a trend; persistence (L3) is a matter
for people and is not claimed here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from statistics import median_low
from typing import TYPE_CHECKING

from sessions.domain import e1rm, effective_reps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.domain.policy import Numbers
    from sessions.domain.catalogue import Exercise
    from sessions.domain.exposure import Exposure
    from sessions.domain.policy import EvidencePolicy


@dataclass(frozen=True, slots=True)
class Movement:
    """The newest comparable exposures against the ones before.

    Attributes:
        level: L0 (cannot be told), L1 (at most one beyond noise) or L2 (repeated).
        direction: 1 up, -1 down, 0 inside noise.
        change_x10: newest effect in tenths of a per cent, None at L0.
        noise_x10: one typical error in tenths of a per cent, None where none is allowed.
        exposures: comparable exposures that gave an estimate.
    """

    level: str
    direction: int
    change_x10: int | None
    noise_x10: int | None
    exposures: int


def movement(
    comparable: Sequence[Exposure],
    exercise: Exercise | None,
    *,
    numbers: Numbers,
    evidence: EvidencePolicy,
) -> Movement:
    """Judge a series of comparable exposures, oldest first."""
    series = [(e, value) for e in comparable if (value := e1rm.best(e.work, exercise).value)]
    window = series[-numbers.ladder_window :]
    errors = [_error(e, evidence) for e, _ in window]
    noise = max((error for error in errors if error is not None), default=None)
    newest = window[-1][0].day if window else None
    before = [
        value
        for e, value in series[: -numbers.ladder_window]
        if newest is not None and (newest - e.day).days <= numbers.ladder_age_days
    ]
    baseline = before[-numbers.ladder_baseline_max :]
    if noise is None or len(baseline) < numbers.ladder_baseline_min:
        return _single(series, noise, numbers)
    effects = [
        Fraction(1000 * (value - median_low(baseline)), median_low(baseline)) for _, value in window
    ]
    return _judged(
        effects, noise, (window[-1][0].day - window[0][0].day).days, len(series), numbers
    )


def _single(
    series: Sequence[tuple[Exposure, int]], noise: int | None, numbers: Numbers
) -> Movement:
    """Too few for a window and a baseline: the newest against the others, at most isolated."""
    others = [value for _, value in series[:-1]][-numbers.ladder_baseline_max :]
    if noise is None or len(others) < numbers.ladder_baseline_min:
        return Movement("L0", 0, None, noise, len(series))
    effect = Fraction(1000 * (series[-1][1] - median_low(others)), median_low(others))
    beyond = _sign(effect, noise)
    return Movement("L1", beyond, round(effect), noise, len(series))


def _judged(
    effects: Sequence[Fraction], noise: int, span: int, count: int, numbers: Numbers
) -> Movement:
    signs = [_sign(effect, noise) for effect in effects]
    for direction in (-1, 1):
        if signs.count(direction) >= 2 and span >= numbers.ladder_span_days:
            return Movement("L2", direction, round(effects[-1]), noise, count)
    return Movement("L1", signs[-1], round(effects[-1]), noise, count)


def _sign(effect: Fraction, noise: int) -> int:
    if abs(effect) <= noise:
        return 0
    return 1 if effect > 0 else -1


def _error(exposure: Exposure, evidence: EvidencePolicy) -> int | None:
    errors = [
        effective_reps.typical_error_permille(work, evidence)
        for work in exposure.done
        if work.usable
    ]
    return max((error for error in errors if error is not None), default=None)
