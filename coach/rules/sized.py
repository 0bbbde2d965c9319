"""The size of a drafted session's change, computed from its doses, whatever the draft says.

Compares with the plan's next dose, as stated or as its bounds leave it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.domain import issue
from coach.rules.change_setting import setting
from decisions.domain.magnitude import Magnitude
from plans.domain import diff
from plans.domain.items import SessionDose
from plans.domain.magnitude import Measured, measure

if TYPE_CHECKING:
    from coach.domain.draft import SessionDraft
    from coach.domain.situation import Situation
    from plans.domain.items import Dose


def measured(situation: Situation, session: SessionDraft | None) -> Magnitude:
    """The size of a session's change; a clamp by an owner's constraint is not a change of the run."""
    return sized(situation, session).magnitude if session is not None else Magnitude.M0


def sized(situation: Situation, session: SessionDraft) -> Measured:
    """The change of a drafted session against what its bounds allow of the plan's next dose."""
    changes = diff.diff(
        _base(situation, allowed=True),
        drafted(situation, session),
        situation.change_policy,
        increments(situation),
    )
    return measure(changes, situation.change_policy, setting(situation))


def differs(situation: Situation, session: SessionDraft) -> bool:
    """Whether a drafted session is anything else than the stated or held dose."""
    changes = diff.diff(
        _base(situation, allowed=False),
        drafted(situation, session),
        situation.change_policy,
        increments(situation),
    )
    return bool(changes)


def drafted(situation: Situation, session: SessionDraft) -> SessionDose:
    """A drafted session as doses; what it leaves open, or the plan does, is the plan's."""
    items = tuple(issue.read(entry, situation.item(entry.id)) for entry in session.items)
    planned = _minutes(situation)
    stated = planned is not None and session.minutes is not None
    return SessionDose(items=items, minutes=session.minutes if stated else planned)


def increments(situation: Situation) -> dict[str, int]:
    """Load steps in grams by exercise."""
    return {state.subject: state.increment_g for state in situation.items}


def _base(situation: Situation, *, allowed: bool) -> SessionDose:
    """What is compared with: the plan's next doses, or what their bounds leave of them."""
    doses: list[Dose | None] = [
        state.allowed if allowed else state.reference for state in situation.items
    ]
    minutes = _minutes(situation)
    if minutes is not None and any(s.allowed != s.reference for s in situation.items) and allowed:
        times = [dose.seconds for dose in doses if dose is not None]
        known = [time for time in times if time is not None]
        if known and len(known) == len(doses):
            minutes = -(-sum(known) // 60)
    return SessionDose(items=tuple(dose for dose in doses if dose is not None), minutes=minutes)


def _minutes(situation: Situation) -> int | None:
    planned = situation.target.planned if situation.target else None
    return None if planned is None else planned.day["minutes"]
