"""How much was done: volume load, repetitions and hard sets. Exact sums, or unknown.

Warm-ups are not work sets. A failed set counts with the repetitions that were done.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from decisions.domain.evidence import Evidence
from sessions.domain import metric
from sessions.domain.worksets import JUDGED_RPE_X10, WorkSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sessions.domain.catalogue import Exercise
    from sessions.domain.metric import Metric


def volume_load(sets: Sequence[WorkSet], exercise: Exercise | None) -> Metric:
    """Load times repetitions over work sets, in grams; both sides of a one-sided exercise."""
    trained = [work for work in sets if work.trained]
    basis = exercise.load_basis if exercise else "external"
    why = "" if basis == "external" else "no external load to count"
    why = why or _incomplete(trained)
    value = None
    if not why:
        sides = 2 if exercise and exercise.unilateral else 1
        value = sides * sum((w.load_g or 0) * (w.reps or 0) for w in trained)
    return metric.from_sets(
        "volume_load", "sum_load_reps", value, "g", trained, Evidence.DERIVED, why
    )


def total_reps(sets: Sequence[WorkSet]) -> Metric:
    """Repetitions done over work sets."""
    trained = [work for work in sets if work.trained]
    why = _incomplete(trained, loads=False)
    value = None if why else sum(work.reps or 0 for work in trained)
    return metric.from_sets("total_reps", "sum_reps", value, "reps", trained, Evidence.DERIVED, why)


def average_load(sets: Sequence[WorkSet], exercise: Exercise | None) -> Metric:
    """Volume load divided by repetitions, in grams."""
    volume, reps = volume_load(sets, exercise), total_reps(sets)
    trained = [work for work in sets if work.trained]
    value = round(Fraction(volume.value, reps.value)) if volume.value and reps.value else None
    why = "" if value is not None else volume.why or reps.why or "nothing was lifted"
    return metric.from_sets(
        "average_load", "volume_over_reps", value, "g", trained, Evidence.DERIVED, why
    )


def hard_sets(sets: Sequence[WorkSet]) -> Metric:
    """Work sets at RPE 6 or harder. A set without an RPE does not count and weakens the number."""
    trained = [work for work in sets if work.trained]
    rated = [w for w in trained if w.rpe_x10 is not None or w.state == "failed"]
    why = "no work set" if not trained else "" if rated else "no set has an RPE"
    if not why and any(not work.usable for work in trained):
        why = "a set is flagged"
    value = None if why else sum(_is_hard(work) for work in rated)
    kind = Evidence.DERIVED if len(rated) == len(trained) else Evidence.ESTIMATED
    return metric.from_sets("hard_sets", "work_sets_rpe_6", value, "sets", trained, kind, why)


def muscle_sets_x10(hard: int, exercise: Exercise) -> dict[str, int]:
    """Credit of hard sets per muscle, in tenths of a set."""
    return {muscle: credit * hard for muscle, credit in exercise.muscles}


def _is_hard(work: WorkSet) -> bool:
    return work.state == "failed" or (work.rpe_x10 or 0) >= JUDGED_RPE_X10


def _incomplete(trained: Sequence[WorkSet], *, loads: bool = True) -> str:
    if not trained:
        return "no work set"
    if any(not work.usable for work in trained):
        return "a set is flagged"
    if any(work.reps is None for work in trained):
        return "repetitions of a set are not known"
    return (
        "the load of a set is not known" if loads and any(w.load_g is None for w in trained) else ""
    )
