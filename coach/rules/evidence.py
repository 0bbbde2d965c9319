"""Whether the evidence carries a change: what may lower a dose, what may raise it. Computed, not claimed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.rules.drafted import drafted_items
from coach.rules.lessening import grounds_for_less, incomplete
from coach.rules.sized import increments
from decisions.domain.gate import Downgrades, Holds, Refuses, Verdict
from decisions.domain.outcomes import Outcome
from plans.domain import diff
from plans.domain.items import SessionDose

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation


def a_rise_is_earned(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """More than the plan states needs a repeated, comparable improvement and nothing unresolved."""
    del policy
    for state, changes in _changes(draft, situation):
        rising = diff.rising(changes)
        if not rising:
            continue
        moved = state.movement
        repeated = moved is not None and moved.level == "L2" and moved.direction > 0
        if not repeated:
            return Refuses(f"{rising[0].path} rises above the plan without a repeated improvement")
        if state.hurting is not None or incomplete(state):
            return Refuses(f"{rising[0].path} rises while something about it is unresolved")
    return Holds()


def a_reduction_has_grounds(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Less than the plan states needs a reason that the rules know; one poor session is none."""
    del policy
    for state, changes in _changes(draft, situation):
        if changes and not diff.rising(changes) and not grounds_for_less(state, situation):
            because = f"{state.name}: less without grounds; one session is an observation"
            return Downgrades(Outcome.NO_CHANGE, because)
    left_out = _left_out(draft, situation)
    for state in left_out:
        if not grounds_for_less(state, situation):
            return Downgrades(Outcome.NO_CHANGE, f"{state.name} is left out without grounds")
    return Holds()


def _changes(draft: Draft, situation: Situation) -> list[tuple[ItemState, tuple[diff.Change, ...]]]:
    """Per item, how the draft differs from what its bounds allow of the plan's next dose."""
    found = []
    for state, dose in drafted_items(draft, situation):
        if state is None or state.allowed is None:
            continue
        changes = diff.diff(
            SessionDose((state.allowed,)),
            SessionDose((dose,)),
            situation.change_policy,
            increments(situation),
        )
        if changes:
            found.append((state, changes))
    return found


def _left_out(draft: Draft, situation: Situation) -> list[ItemState]:
    if draft.session is None:
        return []
    kept = {entry.id for entry in draft.session.items}
    return [s for s in situation.items if s.id not in kept and s.allowed is not None]
