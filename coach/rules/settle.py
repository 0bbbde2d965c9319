"""What may be written of a judged draft: its own session or the conservative one, its gates and bounds.

A downgraded or refused draft never puts its own dose through. Nothing here is stronger than the ruling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.branches import branches
from coach.baseline.d04_pain import amber_dose
from coach.baseline.dosing import Dosed, dosed
from coach.domain.doses import combined
from coach.domain.draft import SessionDraft
from coach.domain.issue import read, written
from coach.rules import prose
from decisions.domain.outcomes import Outcome
from sessions.domain import regions as body

if TYPE_CHECKING:
    from coach.domain.draft import ConstraintDraft, Draft, GateDraft
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation
    from decisions.domain.gate import Ruling
    from plans.domain.items import Dose

SUSPENDED = "All training is suspended until a person has recorded medical clearance."
CONSERVATIVE = (
    "The last verified dose, inside every bound: the draft for this session was not used."
)


def issued_session(draft: Draft, ruling: Ruling, situation: Situation) -> SessionDraft | None:
    """The session to write: the draft's, where it stands as drafted; else the conservative one.

    Branches are always the computed ones, and sentences that may not be shown are replaced.
    None where there is no session to write, for example one that was begun.
    """
    target = situation.target
    if target is None or target.done is not None:
        return None
    if draft.session is None or ruling.refused or ruling.outcome is not Outcome(draft.outcome):
        return fallback_session(situation)
    hidden = set(prose.withheld(draft, situation))
    session = draft.session
    return session.model_copy(
        update={
            "items": tuple(
                item.model_copy(update={"why": None}) if item.why in hidden else item
                for item in session.items
            ),
            "branches": branches(_as_dosed(session, situation), situation),
            "reason": "See the decision." if session.reason in hidden else session.reason,
            "kept": tuple(text for text in session.kept if text not in hidden),
        }
    )


def issued_gates(draft: Draft, ruling: Ruling, situation: Situation) -> tuple[GateDraft, ...]:
    """The gates to open: those of a draft that was not refused and that nothing watches yet."""
    if ruling.refused:
        return ()
    return tuple(gate for gate in draft.gates if not _watched(gate, situation))


def issued_constraints(draft: Draft, ruling: Ruling) -> tuple[ConstraintDraft, ...]:
    """The bounds to set: those of a draft that stands as it was drafted."""
    if ruling.refused or ruling.outcome is not Outcome(draft.outcome):
        return ()
    return draft.constraints


def fallback_session(situation: Situation) -> SessionDraft | None:
    """The last verified conservative dose of every item, inside every bound. Pure; no draft needed.

    None where the plan has no items for the session and nothing is suspended.
    """
    if situation.alarms:
        return SessionDraft(items=(), minutes=0, reason=SUSPENDED)
    doses = [Dosed(state, _careful(state, situation), ()) for state in situation.items]
    if not doses:
        return None
    return SessionDraft(
        items=tuple(
            written(one.dose, why=None, cites=tuple(gate.handle for gate in one.state.gates))
            for one in doses
            if one.dose is not None
        ),
        branches=branches(doses, situation),
        reason=CONSERVATIVE,
        kept=("No volume is added.",),
    )


def _careful(state: ItemState, situation: Situation) -> Dose | None:
    if state.allowed is None:
        return None
    dose = state.allowed
    if state.verified is not None:
        dose = combined(dose, state.verified)
    pain = state.hurting
    if pain is None:
        return dose
    if pain.level == "red":
        return None
    return combined(dose, amber_dose(state, situation.numbers))


def _as_dosed(session: SessionDraft, situation: Situation) -> list[Dosed]:
    found = []
    for entry in session.items:
        state = situation.item(entry.id)
        if state is not None:
            found.append(Dosed(state, read(entry, state), dosed(state, situation).bearings))
    return found


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


def presentable(draft: Draft, situation: Situation) -> Draft:
    """The draft as it may be shown: withheld lines and unsupported thresholds are left out.

    Reasons stay in their place, so that a page can say where one was withheld.
    """
    hidden = set(prose.withheld(draft, situation))
    unbound = set(prose.unbound_thresholds(draft, situation))
    today = situation.packet.today
    return draft.model_copy(
        update={
            "unknown": tuple(u for u in draft.unknown if u.text not in hidden),
            "thresholds": tuple(t for t in draft.thresholds if t.name not in unbound),
            "monitor": tuple(text for text in draft.monitor if text not in hidden),
            "carried": tuple(text for text in draft.carried if text not in hidden),
            "looks": tuple(x for x in draft.looks if x.text not in hidden and x.date >= today),
            "next_look": _ahead(draft.next_look, today),
        }
    )


def _ahead(day: str | None, today: str) -> str | None:
    return day if day is not None and day >= today else None


__all__ = [
    "fallback_session",
    "issued_constraints",
    "issued_gates",
    "issued_session",
    "presentable",
]
