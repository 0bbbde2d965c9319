"""What the strategic review writes beside its record: at most one proposal, never structure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.domain import grounds
from coach.workflows.recording import cited
from decisions.domain.outcomes import Outcome
from decisions.services import opening

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.retrieval.context import Context
    from coach.workflows.thinking import Judged
    from decisions.models import Athlete
    from decisions.services.guard import Occasion, Target


def targets(athlete: Athlete, intent: Occasion, seen: Context, found: Judged) -> Sequence[Target]:
    """The proposal of a draft that may stand as one."""
    draft = found.shown
    proposal = draft.proposal
    if proposal is None or found.ruling.outcome is not Outcome.PROPOSE_STRUCTURAL:
        return []
    packet = seen.packet
    return opening.targets(
        stream=athlete.stream,
        mandate=intent.mandate,
        decision=str(intent.identity),
        title=proposal.title,
        kind=proposal.kind,
        risk=proposal.risk,
        changes=[
            {"surface": target.surface, "key": target.key, "after": target.after}
            for target in proposal.targets
        ],
        why=[
            {"text": reason.text, "cites": packet.positions(list(reason.cites))}
            for reason in proposal.why
        ],
        evidence=list(cited(found.draft, packet)),
        conflicts=_conflicts(seen),
        alternatives=[
            {
                "outcome": option.outcome.value,
                "why": option.why,
                "cites": packet.positions(list(option.cites)),
                "chosen": option.chosen,
            }
            for option in (*draft.considered, *proposal.alternatives)
        ],
        zone=athlete.zone,
    )


def answers(seen: Context, found: Judged) -> str | None:
    """Name of the request that a review was asked for, else of the escalation that it answers."""
    kind, _, key = seen.packet.subject.partition(":")
    if kind == "request":
        return key
    answered = grounds.escalation(found.situation)
    return answered.key if answered is not None else None


def _conflicts(seen: Context) -> list[dict[str, Any]]:
    """What a person has to answer first: the athlete's own words about the plan in force."""
    return [
        {"position": item.position, "text": item.facts["text"], "on": item.facts["on"]}
        for item in seen.packet.of("decisions.request")
    ]
