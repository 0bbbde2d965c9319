"""One run's reasoning: prompt, reply, draft, ruling. Pure but for the call of the port; replay shares it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.domain.replies import UnreadableReply, parse
from coach.domain.shapes import SHAPES
from coach.domain.situation import Situation, view
from coach.rules import GATE_VERSION, RULES, presentable, withheld
from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts
from decisions.domain.gate import Ruling, judge
from plans.domain import gates
from sessions.catalogue import catalogue, evidence_policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.domain.draft import Draft, GateDraft
    from coach.domain.packet import Packet

__all__ = ["GATE_VERSION", "Judged", "judged", "situation_of", "watching"]


def watching(gate: GateDraft, today: str) -> dict[str, Any]:
    """Facts of a gate that a draft wants to open on a date, without its owner."""
    criterion = {k: v for k, v in gate.criterion.model_dump().items() if v is not None}
    return {
        "title": gate.title,
        "signal": "pain" if criterion["kind"] == gates.EXPOSURES else "review",
        "region": gate.region,
        "guards": list(gate.guards),
        "criterion": criterion,
        "valid_h": gate.valid_h,
        "opened_on": today,
    }


@dataclass(frozen=True, slots=True)
class Judged:
    """A draft and what the gate made of it.

    Attributes:
        situation: the computed view that both reasoner and gate start from.
        draft: as parsed from the reply.
        ruling: with every verdict.
        withheld: texts with a number or claim that nothing cited supports.
    """

    situation: Situation
    draft: Draft
    ruling: Ruling
    withheld: Sequence[str]

    @property
    def shown(self) -> Draft:
        """The draft in the words that may be shown and written; withheld texts say that they are."""
        return presentable(self.draft, self.situation)


def situation_of(packet: Packet) -> Situation:
    """The computed view of a packet."""
    return view(packet, catalogue(), evidence_policy())


def judged(packet: Packet, reply: str) -> Judged:
    """Parse a reply and judge it by the rules of its workflow.

    Raises:
        UnreadableReply: the reply is no draft of its workflow.
    """
    situation = situation_of(packet)
    draft = parse(reply, SHAPES[packet.workflow])
    try:
        canonical(draft.model_dump(mode="json"))
        for proposed in draft.gates:
            gates.gate({**watching(proposed, packet.today), "owner": packet.workflow})
    except InvalidFacts as error:
        raise UnreadableReply(str(error)[:300]) from None
    ruling = judge(draft, situation, situation.change_policy, RULES[packet.workflow])
    return Judged(situation, draft, ruling, tuple(withheld(draft, situation)))
