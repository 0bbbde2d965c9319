"""How large the change of a drafted session is, computed from its doses, whatever the draft says."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from coach.domain import issue
from decisions.domain.gate import Downgrades, Holds, Refuses, Verdict
from decisions.domain.magnitude import Magnitude
from decisions.domain.mandates import MANDATES
from decisions.domain.outcomes import Outcome
from plans.domain import diff
from plans.domain.items import SessionDose
from plans.domain.magnitude import Measured, Setting, measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from coach.domain.draft import Draft, SessionDraft
    from coach.domain.situation import Situation
    from plans.domain.items import Dose

SYMPTOM_DAYS = 7


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
    return measure(changes, situation.change_policy, _setting(situation))


def differs(situation: Situation, session: SessionDraft) -> bool:
    """Whether a drafted session is anything else than the stated or held dose."""
    changes = diff.diff(
        _base(situation, allowed=False),
        drafted(situation, session),
        situation.change_policy,
        increments(situation),
    )
    return bool(changes)


def magnitude_is_inside_the_mandate(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """The computed size stays inside the mandate, and large changes only ever reduce."""
    del policy
    if draft.session is None or not situation.items:
        return Holds()
    found = sized(situation, draft.session)
    most = MANDATES[situation.packet.workflow].max_magnitude
    why = "; ".join(found.because) or "see the diff"
    if found.magnitude > most:
        return Refuses(f"the change is {found.magnitude.name}, allowed is {most.name}: {why}")
    if not found.automatic:
        return Refuses(f"a {found.magnitude.name} change that raises something: {why}")
    return Holds(f"computed as {found.magnitude.name}")


def dose_fits_the_outcome(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """NO_CHANGE writes the stated or held dose; an adjustment that adjusts nothing is NO_CHANGE."""
    del policy
    if draft.session is None or not situation.items or situation.alarms:
        return Holds()
    changed = differs(situation, draft.session)
    if changed and draft.outcome in (Outcome.NO_CHANGE, Outcome.MONITOR_ONLY):
        return Refuses(f"{draft.outcome.value} with another dose than the stated or held one")
    if not changed and draft.outcome == Outcome.TACTICAL_ADJUST:
        return Downgrades(Outcome.NO_CHANGE, "the dose is the stated or held one")
    return Holds()


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


def _setting(situation: Situation) -> Setting:
    return Setting(cause=_cause(situation), exposures=1, expires_days=7, swap=_swap(situation))


def _cause(situation: Situation) -> str:
    """Why more than the usual may be taken away: only what is computed, never what is claimed."""
    if situation.alarms:
        return "red_flag"
    if any(pain.level == "red" for state in situation.items for pain in state.pains):
        return "pain_red"
    since = (situation.today - timedelta(days=SYMPTOM_DAYS)).isoformat()
    ill = any(
        item.facts["kind"] == "symptoms" and item.facts["date"] >= since
        for item in situation.packet.of("training_sessions.daily")
    )
    return "illness" if ill else ""


def _swap(situation: Situation) -> Callable[[str, str], str]:
    exercises: dict[str, Any] = dict(situation.ground.catalogue.exercises)

    def swap(before: str, after: str) -> str:
        old, new = exercises.get(before), exercises.get(after)
        if old is None or new is None:
            return "other"
        if old.family == new.family:
            return "family"
        return "pattern" if old.pattern == new.pattern else "other"

    return swap
