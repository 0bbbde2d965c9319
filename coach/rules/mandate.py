"""What a workflow may say and touch at all: outcomes, surfaces, and content that fits its outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain.errors import OutsideMandate
from decisions.domain.gate import Downgrades, Holds, Refuses, Verdict
from decisions.domain.mandates import MANDATES, require, require_proposal
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.situation import Situation


def outcome_is_inside_the_mandate(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """A workflow has its own set of outcomes."""
    del policy
    mandate = MANDATES[situation.packet.workflow]
    if Outcome(draft.outcome) in mandate.outcomes:
        return Holds()
    return Refuses(f"{mandate.name} may not end in {draft.outcome.value}")


def surfaces_are_inside_the_mandate(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Everything that a draft would write or propose belongs to its workflow."""
    del policy
    mandate = MANDATES[situation.packet.workflow]
    try:
        if draft.session is not None:
            require(mandate, "training_sessions.prescription")
        if draft.gates:
            require(mandate, "plans.gate")
        if draft.constraints:
            require(mandate, "plans.constraint")
        if draft.proposal is not None:
            for target in draft.proposal.targets:
                require_proposal(mandate, target.surface)
    except OutsideMandate as error:
        return Refuses(str(error))
    return Holds()


def content_fits_the_outcome(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """What a draft would do is what its outcome says: no bound under NO_CHANGE, no empty proposal."""
    del situation, policy
    outcome = draft.outcome
    if draft.constraints and outcome not in (
        Outcome.TACTICAL_ADJUST,
        Outcome.ESCALATE_TO_STRATEGIC,
    ):
        return Refuses(f"{outcome.value} does not set a constraint")
    if draft.gates and outcome == Outcome.NO_CHANGE:
        return Refuses("NO_CHANGE does not open a gate")
    if (draft.proposal is not None) != (outcome == Outcome.PROPOSE_STRUCTURAL):
        return Refuses("a proposal and PROPOSE_STRUCTURAL go together")
    if outcome == Outcome.ESCALATE_TO_STRATEGIC and draft.escalate is None:
        return Downgrades(Outcome.MONITOR_ONLY, "nothing is said about what to escalate")
    return Holds()
