"""Estimated one-repetition maximum of a set and of an exposure. Always an estimate, and says why not.

One formula per athlete and exercise for the life of a series: values of two formulas are never
compared. Loads and results are whole grams.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from decisions.domain.evidence import Evidence
from sessions.domain import metric
from sessions.domain.e1rm_formulas import DEFAULT_FORMULA, FORMULAS, REPS_MAX_X10
from sessions.domain.effective_reps import effective_reps_x10

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sessions.domain.catalogue import Exercise
    from sessions.domain.metric import Metric
    from sessions.domain.worksets import WorkSet


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
