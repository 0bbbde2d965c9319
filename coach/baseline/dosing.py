"""Runs the item rules in order and combines them: first removal wins, else the lowest of each field.

Reductions of several rules never add up. Nothing here raises a dose above what the plan states.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coach.baseline.d00_data import d0_data
from coach.baseline.d02_correction import d2_correction
from coach.baseline.d04_pain import d4_pain
from coach.baseline.d05_bounds import d5_constraints, d5_gates
from coach.baseline.d12_progression import d12_progression
from coach.domain.doses import combined
from plans.domain import diff
from plans.domain.items import SessionDose

if TYPE_CHECKING:
    from coach.baseline.bearing import Bearing
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation
    from plans.domain.items import Dose

RULES = (d0_data, d2_correction, d4_pain, d5_gates, d5_constraints, d12_progression)


@dataclass(frozen=True, slots=True)
class Dosed:
    """One item with its dose for the session; `dose` None leaves it out."""

    state: ItemState
    dose: Dose | None
    bearings: tuple[Bearing, ...]

    @property
    def changed(self) -> bool:
        """Whether it differs from what the plan states, or from the held dose behind a gate."""
        return self.dose != self.state.reference

    @property
    def blocked(self) -> bool:
        """Whether something needed for a decision about it is not known."""
        return any(bearing.blocks for bearing in self.bearings)


def dosed(state: ItemState, situation: Situation) -> Dosed:
    """The dose of one item under every rule."""
    bearings = tuple(b for rule in RULES if (b := rule(state, situation)) is not None)
    if state.allowed is None or any(bearing.removes for bearing in bearings):
        return Dosed(state, None, bearings)
    dose = state.allowed
    for bearing in bearings:
        if bearing.dose is not None:
            dose = combined(dose, bearing.dose)
    return Dosed(state, dose, bearings)


def matters(one: Dosed, situation: Situation) -> bool:
    """Whether an item differs from its reference by more than what the change policy calls noise."""
    if one.dose is None or not one.changed:
        return one.dose is None
    return bool(
        diff.diff(
            SessionDose((one.state.reference,)),
            SessionDose((one.dose,)),
            situation.change_policy,
            {one.state.subject: one.state.increment_g},
        )
    )
