"""One run's reasoning: prompt, reply, draft, ruling. Pure but for the call of the port; replay shares it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coach.domain.replies import parse
from coach.domain.shapes import SHAPES
from coach.domain.situation import Situation, view
from coach.rules import GATE_VERSION, RULES, withheld
from decisions.domain.gate import Ruling, judge
from sessions.catalogue import catalogue, evidence_policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.domain.draft import Draft
    from coach.domain.packet import Packet

__all__ = ["GATE_VERSION", "Judged", "judged", "situation_of"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A draft and what the gate made of it.

    Attributes:
        situation: the computed view that both reasoner and gate start from.
        draft: as parsed from the reply.
        ruling: with every verdict.
        withheld: sentences with a number that nothing cited supports.
    """

    situation: Situation
    draft: Draft
    ruling: Ruling
    withheld: Sequence[str]


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
    ruling = judge(draft, situation, situation.change_policy, RULES[packet.workflow])
    return Judged(situation, draft, ruling, tuple(withheld(draft, situation)))
