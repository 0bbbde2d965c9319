"""D5: constraints clamp every field; behind an open gate nothing rises and a planned step waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.bearing import Bearing
from coach.domain import wording
from plans.domain.bounds import clamp
from plans.domain.constraints import bound_text

if TYPE_CHECKING:
    from coach.domain.item_state import ItemState
    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation

WAITS = "nothing is cancelled and nothing is made up later"


def d5_gates(state: ItemState, situation: Situation) -> Bearing | None:
    """The bearing of open gates on an item."""
    del situation
    if not state.gates:
        return None
    far = "; ".join(_far(gate) for gate in state.gates)
    cites = tuple(gate.handle for gate in state.gates)
    if state.waits:
        text = (
            f"{wording.begun(state.name)} stays at {wording.load(state.reference)}: {far}. "
            f"{wording.load(state.stated)} waits; {WAITS}."
        )
    else:
        text = f"{wording.begun(state.name)} keeps its dose: {far}."
    return Bearing("D5", text, cites=cites, dose=state.reference)


def d5_constraints(state: ItemState, situation: Situation) -> Bearing | None:
    """The bearing of active constraints on an item."""
    del situation
    if not state.constraints:
        return None
    clamping = clamp(state.reference, state.bounds)
    keys = {key for moved in clamping.clamped for key in moved.keys}
    binding = [c for c in state.constraints if c.key in keys]
    cites = tuple(c.handle for c in binding or state.constraints)
    if clamping.dose is None:
        said = binding[0].facts["title"]
        text = f"{wording.begun(state.name)} is left out: {said}, until {binding[0].facts['expires_on']}."
        return Bearing("D5", text, cites=cites, removes=True)
    if not binding:
        return None
    said = ", ".join(dict.fromkeys(bound_text(c.facts) for c in binding))
    text = f"{wording.begun(state.name)} is clamped: {said}."
    return Bearing("D5", text, cites=cites, dose=clamping.dose)


def _far(gate: PacketItem) -> str:
    title = str(gate.facts["title"])
    progress = gate.facts["progress"] or {}
    if gate.facts["criterion"]["kind"] == "human":
        return f"the gate “{title}” is open until a person clears it"
    return f"the gate “{title}” is at {progress['met']} of {progress['of']}"
