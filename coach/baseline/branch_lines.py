"""The lines of one branch: pain, fatigue, or targets that nothing verifies. Unmeasured reads as present.

No branch ever allows more than the session's own dose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.d04_pain import amber
from coach.domain import wording
from coach.domain.doses import combined
from coach.domain.draft import BranchDraft
from coach.domain.lighter import lightened

if TYPE_CHECKING:
    from coach.baseline.dosing import Dosed
    from coach.domain.situation import Situation
    from plans.domain.items import Dose


def pain_branch(one: Dosed, dose: Dose, region: str, situation: Situation) -> BranchDraft:
    """Less where a region hurts at the start, nothing where it hurts much."""
    numbers = situation.numbers
    where = region.replace("_", " ")
    lower = combined(dose, amber(dose, one.state.increment_g, numbers))
    present = (
        f"{wording.begun(wording.dose(lower))}; at {numbers.pain_red_from} or more leave it out"
    )
    strength = one.state.sport is None
    return BranchDraft(
        item=one.state.id,
        signal=f"{where} {numbers.pain_amber_from} or more",
        check=f"{where}, 0 to 10, {'at the last warm-up set' if strength else 'after the warm-up'}",
        if_present=present,
        if_absent=wording.begun(wording.dose(dose)),
        if_not_measured=present,
        stop_rule="Stop when it rises by 2 during the session, or turns sharp",
        expires=one.state.on.isoformat(),
    )


def fatigue_branch(one: Dosed, dose: Dose, situation: Situation) -> BranchDraft:
    """Less where the first effort is harder than meant."""
    numbers = situation.numbers
    lower = lightened(
        dose, percent=numbers.fatigue_load_cut_pct, increment_g=one.state.increment_g, sets=1
    )
    target = dose.rpe_x10
    limit = None if target is None else min(100, target + numbers.fatigue_rpe_over_x10)
    signal = (
        "clearly harder than meant" if limit is None else f"RPE {wording.tenths(limit)} or more"
    )
    strength = one.state.sport is None
    return BranchDraft(
        item=one.state.id,
        signal=signal,
        check=f"effort of the {'first work set' if strength else 'first ten minutes'}",
        if_present=wording.begun(wording.dose(lower)),
        if_absent=wording.begun(wording.dose(dose)),
        if_not_measured=wording.begun(wording.dose(lower)),
        stop_rule="Stop when the effort keeps rising",
        expires=one.state.on.isoformat(),
    )


def unverified_branch(one: Dosed, dose: Dose) -> BranchDraft:
    """Effort decides where no threshold verifies the target."""
    guided = wording.begun(wording.dose(dose))
    return BranchDraft(
        item=one.state.id,
        signal="pace, power or heart rate says otherwise than effort",
        check="effort after the first ten minutes",
        if_present=guided,
        if_absent=guided,
        if_not_measured=guided,
        stop_rule="Effort decides; ease off when it goes above the limit",
        expires=one.state.on.isoformat(),
    )
