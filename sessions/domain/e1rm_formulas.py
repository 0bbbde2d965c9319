"""The equations from a load and effective repetitions to a one-repetition maximum, and their spread.

Arithmetic alone, in grams and tenths of repetitions; which sets may be estimated is not known here.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

REPS_MAX_X10 = 100
"""Beyond ten effective repetitions the equations stop holding: no estimate."""


def epley_g(load_g: int, reps_x10: int) -> int:
    """W (1 + r / 30); w itself for a single to failure."""
    return load_g if reps_x10 <= 10 else round(Fraction(load_g * (300 + reps_x10), 300))


def brzycki_g(load_g: int, reps_x10: int) -> int:
    """36 w / (37 - r)."""
    return round(Fraction(360 * load_g, 370 - reps_x10))


def wathan_g(load_g: int, reps_x10: int) -> int:
    """100 w / (48.8 + 53.8 e^(-0.075 r))."""
    return round(100 * load_g / (48.8 + 53.8 * math.exp(-0.0075 * reps_x10)))


FORMULAS: dict[str, Callable[[int, int], int]] = {
    "epley": epley_g,
    "brzycki": brzycki_g,
    "wathan": wathan_g,
}
DEFAULT_FORMULA = "epley"


def band_g(load_g: int, reps_x10: int) -> tuple[int, int] | None:
    """Lowest and highest estimate of all formulas, to show how far they spread; None above ten."""
    if not 10 <= reps_x10 <= REPS_MAX_X10:
        return None
    values = [formula(load_g, reps_x10) for formula in FORMULAS.values()]
    return min(values), max(values)
