"""D12: the plan's own next step, and how much endurance history carries. Volume is never added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.bearing import Bearing
from coach.domain.wording import begun

if TYPE_CHECKING:
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation

ESCALATES = "escalate"


def d12_progression(state: ItemState, situation: Situation) -> Bearing | None:
    """The bearing of the plan's own rule on an item."""
    if state.sport is not None:
        return _volume(state)
    newest = state.newest
    if (
        newest is None
        or state.corrected is not None
        or state.rule is None
        or state.stated.step == "plan"
    ):
        return None
    cites = (
        state.rule.handle,
        *situation.handles([work.position for work in newest.done if work.usable]),
    )
    text = f"{begun(state.name)}: {state.stated.because}."
    return Bearing("D12", text, cites=cites, dose=state.stated)


def _volume(state: ItemState) -> Bearing | None:
    if not state.limits or state.allowed is None:
        return None
    said = "; ".join(text for text, _ in state.limits)
    cites = tuple(dict.fromkeys(h for _, handles in state.limits for h in handles))
    text = f"{begun(state.name)} is shorter than planned: {said}."
    return Bearing("D12", text, cites=cites or (state.day.handle,), dose=state.allowed)
