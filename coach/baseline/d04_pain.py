"""D4: pain in a region that an item loads. Amber is less and no step; red leaves the item out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coach.baseline.bearing import Bearing
from coach.domain.lighter import capped, lightened
from coach.domain.wording import begun

if TYPE_CHECKING:
    from coach.domain.item_state import ItemState
    from coach.domain.policy import Numbers
    from coach.domain.situation import Situation
    from plans.domain.items import Dose


def d4_pain(state: ItemState, situation: Situation) -> Bearing | None:
    """The bearing of pain on an item."""
    pain = state.hurting
    if pain is None:
        return None
    where = pain.region.replace("_", " ")
    cites = pain.cites or tuple(gate.handle for gate in state.gates)
    if pain.level == "red":
        return Bearing(
            "D4",
            f"The {where} {pain.because}. {begun(state.name)} loads it and is left out; have it "
            "assessed by a health professional.",
            cites=cites,
            removes=True,
        )
    return Bearing(
        "D4",
        f"The {where} {pain.because}. {begun(state.name)} loads it, so it is lighter and takes no step.",
        cites=cites,
        dose=amber_dose(state, situation.numbers),
    )


def amber_dose(state: ItemState, numbers: Numbers) -> Dose:
    """What an amber region leaves of an item: of the dose before a step that the plan would take."""
    dose = state.stated
    if dose.step == "up" and dose.load_g is not None:
        dose = replace(dose, load_g=dose.load_g - state.increment_g)
    return amber(dose, state.increment_g, numbers)


def amber(dose: Dose, increment_g: int, numbers: Numbers) -> Dose:
    """What an amber region leaves of a dose: less load, one set less, RPE capped."""
    lower = lightened(
        dose,
        percent=numbers.amber_load_cut_pct,
        increment_g=increment_g,
        sets=numbers.amber_sets_cut,
    )
    return capped(lower, numbers.amber_rpe_cap_x10)
