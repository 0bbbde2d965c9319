"""The conservative session: the last verified dose of every item, inside every bound. Needs no draft.

It adds nothing, and where training is suspended it holds nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.branches import branches
from coach.baseline.d04_pain import amber_dose
from coach.baseline.dosing import Dosed
from coach.domain.doses import combined
from coach.domain.draft import SessionDraft
from coach.domain.issue import written

if TYPE_CHECKING:
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation
    from plans.domain.items import Dose

SUSPENDED = "All training is suspended until a person has recorded medical clearance."
CONSERVATIVE = (
    "The last verified dose, inside every bound: the draft for this session was not used."
)


def fallback_session(situation: Situation) -> SessionDraft | None:
    """The last verified conservative dose of every item, inside every bound. Pure; no draft needed.

    None where the plan has no items for the session and nothing is suspended.
    """
    if situation.alarms:
        return SessionDraft(items=(), minutes=0, reason=SUSPENDED)
    doses = [Dosed(state, _careful(state, situation), ()) for state in situation.items]
    if not doses:
        return None
    return SessionDraft(
        items=tuple(
            written(one.dose, why=None, cites=tuple(gate.handle for gate in one.state.gates))
            for one in doses
            if one.dose is not None
        ),
        branches=branches(doses, situation),
        reason=CONSERVATIVE,
        kept=("No volume is added.",),
    )


def _careful(state: ItemState, situation: Situation) -> Dose | None:
    if state.allowed is None:
        return None
    dose = state.allowed
    if state.verified is not None:
        dose = combined(dose, state.verified)
    pain = state.hurting
    if pain is None:
        return dose
    if pain.level == "red":
        return None
    return combined(dose, amber_dose(state, situation.numbers))
