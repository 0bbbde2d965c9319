"""D1: words that stop all training until a person has recorded medical clearance. Never a diagnosis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.domain.draft import (
    Considered,
    Criterion,
    Draft,
    GateDraft,
    Reason,
    SessionDraft,
    Unknown,
)
from decisions.domain.outcomes import Outcome
from plans.domain.gates import ALL_TRAINING

if TYPE_CHECKING:
    from coach.domain.situation import Situation

ADVICE = (
    "Stop training and have a doctor look at it. If it is happening now, call emergency services."
)


def d1_red_flag(situation: Situation) -> Draft | None:
    """A draft that suspends all training, None where nothing asks for it."""
    if not situation.alarms:
        return None
    cites = tuple(dict.fromkeys(h for alarm in situation.alarms for h in alarm.cites))
    signs = ", ".join(dict.fromkeys(alarm.sign for alarm in situation.alarms))
    prescribing = situation.packet.workflow == "next_prescription"
    analysing = situation.packet.workflow == "session_analysis"
    gate = GateDraft(
        title="Medical clearance",
        guards=(ALL_TRAINING,),
        criterion=Criterion(kind="human", text="A person records medical clearance."),
        valid_h=situation.numbers.gate_valid_h,
        cites=cites,
    )
    waits = all(alarm.gated for alarm in situation.alarms)
    return Draft(
        outcome=Outcome.BLOCKED_UNKNOWN,
        summary=f"All sessions are suspended. {ADVICE}",
        reasons=(
            Reason(text=_asked(situation, signs, cites), cites=cites),
            Reason(
                text="No cause is assumed here, and no session is planned around it.", cites=cites
            ),
        ),
        considered=(
            Considered(
                outcome=Outcome.BLOCKED_UNKNOWN,
                why="Nothing is trained until a person has recorded medical clearance.",
                cites=cites,
                chosen=True,
            ),
            Considered(
                outcome=Outcome.NO_CHANGE,
                why="Training on as planned is refused: the words do not allow it.",
                cites=cites,
            ),
            Considered(
                outcome=Outcome.TACTICAL_ADJUST,
                why="A lighter session is refused: how much would be safe is not known.",
                cites=cites,
            ),
        ),
        unknown=(
            Unknown(
                text="Whether training is safe; only a medical assessment can tell.", cites=cites
            ),
        ),
        monitor=("A record of medical clearance by a person.",),
        session=SessionDraft(items=(), minutes=0, reason=f"Suspended. {ADVICE}")
        if prescribing
        else None,
        gates=(gate,) if analysing and not waits else (),
    )


def _asked(situation: Situation, signs: str, cites: tuple[str, ...]) -> str:
    """What a person has to answer: words that were reported, or the gate that they opened."""
    gates = {gate.handle for gate in situation.open_gates}
    if set(cites) <= gates:
        return f"The gate “{signs}” is open. A person has to clear it, also where a report was taken back."
    return f"What was reported or recorded ({signs}) has to be looked at by a doctor first."
