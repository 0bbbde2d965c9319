"""What the size of a change depends on besides its doses: the cause, and how alike two exercises are.

Only what is computed, never what a draft claims.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from plans.domain.magnitude import Setting

if TYPE_CHECKING:
    from collections.abc import Callable

    from coach.domain.situation import Situation

SYMPTOM_DAYS = 7


def setting(situation: Situation) -> Setting:
    """The setting in which the change of one session is measured."""
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
