"""What the packet says about gates, bounds, approval, clearance, pain and proposals. Never what a draft says.

A gate or bound that a sentence names by its title is meant; else those that it cites; else all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coach.domain import grounds

if TYPE_CHECKING:
    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation

GATE = "plans.gate"
CONSTRAINT = "plans.constraint"


@dataclass(frozen=True, slots=True)
class Told:
    """A text with what it cites, and what it is held against.

    Attributes:
        gates: how many gates the draft itself opens on sound grounds.
    """

    text: str
    cited: tuple[PacketItem, ...]
    situation: Situation
    gates: int = 0

    def of(self, surface: str) -> tuple[PacketItem, ...]:
        """The items of a surface that the text is about."""
        every = self.situation.packet.of(surface)
        named = tuple(i for i in every if str(i.facts.get("title")).lower() in self.text.lower())
        return named or tuple(i for i in self.cited if i.surface == surface) or every


def gates_closed(told: Told) -> bool:
    """Every gate that is meant is closed, and there is one."""
    meant = told.of(GATE)
    return bool(meant) and all(gate.facts["state"] == "closed" for gate in meant)


def gate_open(told: Told) -> bool:
    """A gate that is meant is open, or the draft opens one."""
    return told.gates > 0 or any(gate.facts["state"] == "open" for gate in told.of(GATE))


def no_gate_open(told: Told) -> bool:
    """No gate is open at all."""
    return not told.situation.open_gates


def bounds_ended(told: Told) -> bool:
    """Every constraint that is meant was lifted or has run out, and there is one."""
    meant = told.of(CONSTRAINT)
    return bool(meant) and not any(_active(one, told.situation) for one in meant)


def no_bound_active(told: Told) -> bool:
    """No constraint holds today."""
    every = told.situation.packet.of(CONSTRAINT)
    return not any(_active(one, told.situation) for one in every)


def approved(told: Told) -> bool:
    """A proposal that it cites was approved and applied."""
    cited = [one for one in told.cited if one.surface == "decisions.proposal"]
    return any(one.facts["state"] == "APPLIED" for one in cited)


def cleared(told: Told) -> bool:
    """It cites a gate that a person had to close and that is closed, and nothing else holds."""
    if told.situation.alarms or told.situation.open_gates or not no_bound_active(told):
        return False
    return any(
        one.surface == GATE
        and one.facts["state"] == "closed"
        and one.facts["criterion"]["kind"] == "human"
        for one in told.cited
    )


def free_of_pain(told: Told) -> bool:
    """It cites pain reports, all of them of no pain at all, and no region hurts."""
    said = [
        one.facts["value"]
        for one in told.cited
        if one.surface == "training_sessions.daily" and one.facts["kind"] == "pain"
    ]
    return bool(said) and set(said) == {0} and not any(p.hurts for p in told.situation.pains)


def injuries_closed(told: Told) -> bool:
    """Every injury that is meant is closed, and there is one."""
    meant = told.of("training_sessions.injury")
    return bool(meant) and all(one.facts["status"] == "closed" for one in meant)


def waits(told: Told) -> bool:
    """A proposal waits for an answer."""
    return bool(grounds.waiting_proposals(told.situation))


def _active(constraint: PacketItem, situation: Situation) -> bool:
    facts = constraint.facts
    return bool(facts["status"] == "active" and facts["expires_on"] >= situation.packet.today)
