"""Estimated one-repetition maximum on effective repetitions. Always an estimate, never above ten.

One formula per athlete and exercise for the life of a series: values of two formulas are never
compared. Loads and results are whole grams; repetitions and RPE are tenths.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from decisions.domain.evidence import Evidence
from sessions.domain import metric
from sessions.domain.worksets import JUDGED_RPE_X10, WorkSet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sessions.domain.catalogue import Exercise
    from sessions.domain.metric import Metric
    from sessions.domain.policy import EvidencePolicy

REPS_MAX_X10 = 100
"""Beyond ten effective repetitions the equations stop holding: no estimate."""


def effective_reps_x10(work: WorkSet) -> int | None:
    """Repetitions plus repetitions in reserve, in tenths.

    A failed set was taken to failure, so nothing was in reserve. None without repetitions, without
    an RPE on a set that did not fail, and below RPE 6, where people cannot judge their reserve.
    """
    if work.reps is None or not work.trained or work.reps == 0:
        return None
    if work.state == "failed":
        return work.reps * 10
    if work.rpe_x10 is None or work.rpe_x10 < JUDGED_RPE_X10:
        return None
    return work.reps * 10 + 100 - work.rpe_x10


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


def of_set(work: WorkSet, exercise: Exercise | None, *, formula: str = DEFAULT_FORMULA) -> Metric:
    """Estimated one-repetition maximum of one set, in grams."""
    reps = effective_reps_x10(work)
    why = _no_e1rm(work, reps, exercise)
    value = None
    if not why and work.load_g is not None and reps is not None:
        value = FORMULAS[formula](work.load_g, reps)
    return metric.from_sets(
        "e1rm", f"{formula}_effective_reps", value, "g", [work], Evidence.ESTIMATED, why
    )


def band_g(load_g: int, reps_x10: int) -> tuple[int, int] | None:
    """Lowest and highest estimate of all formulas, to show how far they spread; None above ten."""
    if not 10 <= reps_x10 <= REPS_MAX_X10:
        return None
    values = [formula(load_g, reps_x10) for formula in FORMULAS.values()]
    return min(values), max(values)


def best(
    sets: Sequence[WorkSet], exercise: Exercise | None, *, formula: str = DEFAULT_FORMULA
) -> Metric:
    """The highest estimate of an exposure; sets without one are left out."""
    found = [of_set(work, exercise, formula=formula) for work in sets if work.trained]
    known = [one for one in found if one.value is not None]
    if known:
        return max(known, key=lambda one: one.value or 0)
    why = found[0].why if found else "no work set"
    name = f"{formula}_effective_reps"
    return metric.from_sets("best_e1rm", name, None, "g", sets, Evidence.ESTIMATED, why)


def relative_intensity_permille(load_g: int | None, e1rm_before_g: int | None) -> int | None:
    """Load against the best comparable estimate of the 42 days before; None outside 0.3 to 1.05."""
    if load_g is None or not e1rm_before_g:
        return None
    value = round(Fraction(1000 * load_g, e1rm_before_g))
    return value if 300 <= value <= 1050 else None


def typical_error_permille(work: WorkSet, policy: EvidencePolicy) -> int | None:
    """Typical error of the estimate from this set, in per mille; None where none is allowed."""
    reps = effective_reps_x10(work)
    if reps is None or not 10 <= reps <= REPS_MAX_X10:
        return None
    reserve = 0 if work.state == "failed" or work.rpe_x10 is None else 100 - work.rpe_x10
    near = reps <= 60 and reserve <= 20
    return policy.error["e1rm_near_failure" if near else "e1rm_mid"]


def _no_e1rm(work: WorkSet, reps_x10: int | None, exercise: Exercise | None) -> str:
    if not work.usable:
        return "the set is flagged"
    if exercise is not None and (not exercise.e1rm_ok or exercise.load_basis != "external"):
        return "the exercise does not allow an estimate"
    if not work.load_g:
        return "the load is not known"
    if reps_x10 is None:
        return "repetitions in reserve are not known"
    return "more than ten effective repetitions" if reps_x10 > REPS_MAX_X10 else ""
