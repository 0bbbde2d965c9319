"""Doses as they stand in a draft, and draft doses as values that can be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.domain.draft import EnduranceDose, StrengthDose
from coach.domain.draft import Step as DraftStep
from plans.domain.items import Dose, Step

if TYPE_CHECKING:
    from coach.domain.item_state import ItemState

DraftDose = StrengthDose | EnduranceDose


def written(amount: Dose, *, why: str | None, cites: tuple[str, ...]) -> DraftDose:
    """A dose as a draft states it."""
    if amount.kind == "strength":
        return StrengthDose(
            id=amount.item,
            exercise=amount.subject,
            sets=amount.sets or 0,
            reps=amount.reps or 0,
            load_g=amount.load_g,
            rpe_x10=amount.rpe_x10,
            rest_s=amount.rest_s,
            why=why,
            cites=cites,
        )
    return EnduranceDose(
        id=amount.item,
        modality=amount.subject,
        steps=tuple(DraftStep.model_validate(step.facts()) for step in amount.steps),
        duration_s=amount.duration_s,
        rpe_x10=amount.rpe_x10,
        why=why,
        cites=cites,
    )


def read(entry: DraftDose, state: ItemState | None) -> Dose:
    """The dose of a draft's item; the planned rep range comes from the plan, not from the draft."""
    if isinstance(entry, StrengthDose):
        plan = None if state is None else state.stated
        return Dose(
            item=entry.id,
            subject=entry.exercise,
            kind="strength",
            sets=entry.sets,
            reps=entry.reps,
            reps_low=None if plan is None else plan.reps_low,
            reps_high=None if plan is None else plan.reps_high,
            load_g=entry.load_g,
            rpe_x10=entry.rpe_x10,
            rest_s=entry.rest_s,
        )
    return Dose(
        item=entry.id,
        subject=entry.modality,
        kind="endurance",
        steps=tuple(Step(**step.model_dump()) for step in entry.steps),
        duration_s=entry.duration_s,
        rpe_x10=entry.rpe_x10,
    )
