"""The gates and bounds of a judged draft that may be written: none of a refused one, none twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.rules.gate_grounds import sound_gates
from decisions.domain.outcomes import Outcome
from sessions.domain import regions as body

if TYPE_CHECKING:
    from coach.domain.draft import ConstraintDraft, Draft, GateDraft
    from coach.domain.situation import Situation
    from decisions.domain.gate import Ruling


def issued_gates(draft: Draft, ruling: Ruling, situation: Situation) -> tuple[GateDraft, ...]:
    """The gates to open: those with grounds, of a draft that was not refused, that nothing watches yet."""
    if ruling.refused:
        return ()
    sound = sound_gates(draft, situation)
    return tuple(gate for gate in sound if not _watched(gate, situation))


def issued_constraints(draft: Draft, ruling: Ruling) -> tuple[ConstraintDraft, ...]:
    """The bounds to set: those of a draft that stands as it was drafted."""
    if ruling.refused or ruling.outcome is not Outcome(draft.outcome):
        return ()
    return draft.constraints


def _watched(gate: GateDraft, situation: Situation) -> bool:
    """Whether an open gate of the same kind already guards all of it."""
    signal = "review" if gate.criterion.kind == "human" else "pain"
    return any(
        one.facts["signal"] == signal
        and set(gate.guards) <= set(one.facts["guards"])
        and (
            gate.region is None
            or (one.facts["region"] is not None and body.same(one.facts["region"], gate.region))
        )
        for one in situation.open_gates
    )
