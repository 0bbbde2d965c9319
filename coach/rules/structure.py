"""What belongs to the plan: a session only doses planned items; a proposal's targets and facts fit it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.domain.draft import StrengthDose
from decisions.domain.errors import InvalidFacts
from decisions.domain.gate import Holds, Refuses, Verdict
from decisions.domain.magnitude import Magnitude
from plans.domain import structural, structure, tree, whole

if TYPE_CHECKING:
    from coach.domain.draft import Draft, TargetDraft
    from coach.domain.situation import Situation

VALID = {
    tree.PLAN: structure.plan,
    tree.BLOCK: structure.block,
    tree.DAY: structure.planned_day,
    tree.RULE: structure.rule,
}


def items_belong_to_the_plan(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """A session doses the items that are planned for it, each once, and adds none."""
    del policy
    if draft.session is None:
        return Holds()
    seen: set[str] = set()
    for entry in draft.session.items:
        state = situation.item(entry.id)
        if state is None:
            return Refuses(f"{entry.id} is not an item of this session")
        if entry.id in seen:
            return Refuses(f"{entry.id} is dosed twice")
        seen.add(entry.id)
        if isinstance(entry, StrengthDose) != (state.sport is None):
            return Refuses(f"{entry.id} is another kind of work than planned")
    return Holds()


def a_proposal_fits_the_plan(draft: Draft, situation: Situation, policy: Any) -> Verdict:
    """Its targets stand in the active plan, its facts are whole, and the plan stays whole."""
    if draft.proposal is None:
        return Holds()
    before = situation.tree
    for target in draft.proposal.targets:
        if target.key not in before.of(target.surface):
            return Refuses(f"{target.surface} {target.key} is not part of the active plan")
    try:
        changes: list[tuple[str, str, dict[str, Any] | None]] = [
            (t.surface, t.key, _valid(t)) for t in draft.proposal.targets
        ]
        after = tree.with_changes(before, changes)
        whole.require_whole(after)
    except InvalidFacts as error:
        return Refuses(f"{error.field}: {error.message}"[:280])
    size = structural.measure(before, after, policy).magnitude
    if size == Magnitude.M0:
        return Refuses("it proposes what already stands")
    if size == Magnitude.P1 and not situation.packet.of("decisions.request"):
        return Refuses("a change of the plan itself needs the athlete's recorded wish")
    return Holds(f"computed as {size.name}")


def _valid(target: TargetDraft) -> dict[str, Any] | None:
    """The facts of a target as their surface completes them.

    Raises:
        InvalidFacts: they are not whole, or the surface is none of the plan's.
    """
    if target.surface not in VALID:
        raise InvalidFacts("surface", f"{target.surface} is not part of the plan")
    return None if target.after is None else VALID[target.surface](target.after)
