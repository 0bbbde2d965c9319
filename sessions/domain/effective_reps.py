"""Effective repetitions of a set, and how far an estimate from them may be off.

Repetitions are tenths. Nothing is guessed: without a judged reserve there are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sessions.domain.e1rm_formulas import REPS_MAX_X10
from sessions.domain.worksets import JUDGED_RPE_X10, WorkSet

if TYPE_CHECKING:
    from sessions.domain.policy import EvidencePolicy


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


def typical_error_permille(work: WorkSet, policy: EvidencePolicy) -> int | None:
    """Typical error of the estimate from this set, in per mille; None where none is allowed."""
    reps = effective_reps_x10(work)
    if reps is None or not 10 <= reps <= REPS_MAX_X10:
        return None
    reserve = 0 if work.state == "failed" or work.rpe_x10 is None else 100 - work.rpe_x10
    near = reps <= 60 and reserve <= 20
    return policy.error["e1rm_near_failure" if near else "e1rm_mid"]
