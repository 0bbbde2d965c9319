"""The kinds of observations of a day: their scales, and what each of them needs.

Owns the numbers only; checking facts against them is the business of `daily`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of observation.

    Attributes:
        name: stable word.
        low: the smallest value that is a value at all.
        high: the largest.
        plausible: the range outside which a value is flagged.
        needs_region: whether it speaks about a body region.
        needs_moment: whether it needs a moment of the day.
        says_words: the words count, a value is optional.
    """

    name: str
    low: int
    high: int
    plausible: tuple[int, int] | None = None
    needs_region: bool = False
    needs_moment: bool = False
    says_words: bool = False


KINDS = {
    kind.name: kind
    for kind in (
        Kind("sleep_s", 0, 24 * 3600, (0, 16 * 3600)),
        Kind("wellness", 1, 5),
        Kind("pain", 0, 10, needs_region=True, needs_moment=True),
        Kind("bodyweight_g", 10_000, 500_000, (30_000, 250_000)),
        Kind("resting_hr_bpm", 10, 300, (25, 230)),
        Kind("rmssd_ms", 0, 1000, (3, 300)),
        Kind("energy_intake_kcal", 0, 30_000),
        Kind("symptoms", 0, 10, says_words=True),
        Kind("readiness", 1, 5),
        Kind("soreness", 1, 5, needs_region=True),
    )
}
"""Wellness, readiness and soreness count from 1 (worst) to 5 (best); pain is 0 to 10."""
