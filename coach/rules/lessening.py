"""The grounds on which an item may be lowered, in plain words, and which of them are for safety.

Computed from the situation alone: what a draft claims is no ground.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coach.baseline.d02_correction import reduces, wishes
from coach.rules.strain import signs_of_strain

if TYPE_CHECKING:
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation

LAYOFF_STRENGTH_DAYS = 10
LAYOFF_ENDURANCE_DAYS = 6
SYMPTOM_DAYS = 7
STRAIN_FLAGS = 2


def grounds_for_less(state: ItemState, situation: Situation) -> tuple[str, ...]:
    """Why an item may be lowered, in plain words; empty where nothing speaks for it."""
    moved = state.movement
    checks = {
        "training is suspended": bool(situation.alarms),
        "pain": state.hurting is not None,
        "data are missing or flagged": incomplete(state),
        "less was asked for": any(reduces(wish) for wish in wishes(situation)),
        "symptoms": _symptoms(situation),
        "a break": _break(state),
        "a repeated decline": moved is not None and moved.level == "L2" and moved.direction < 0,
        "several signs of strain": signs_of_strain(state, situation) >= STRAIN_FLAGS,
    }
    return tuple(reason for reason, holds in checks.items() if holds)


def safety_grounds(state: ItemState, situation: Situation) -> bool:
    """Whether a reduction is one for safety: never refused for drift."""
    kinds = {"training is suspended", "pain", "symptoms"}
    return bool(kinds & set(grounds_for_less(state, situation)))


def incomplete(state: ItemState) -> bool:
    """Whether data about the item are missing or flagged."""
    newest = state.newest
    if newest is None:
        return bool(state.unguided)
    trained = [work for work in newest.work if work.trained]
    return not newest.usable or any(work.reps is None for work in trained)


def _symptoms(situation: Situation) -> bool:
    since = (situation.today - timedelta(days=SYMPTOM_DAYS)).isoformat()
    daily = situation.packet.of("training_sessions.daily")
    return any(i.facts["kind"] == "symptoms" and i.facts["date"] >= since for i in daily)


def _break(state: ItemState) -> bool:
    if state.sport is not None:
        last = max((o.day for o in state.outings), default=None)
        return last is not None and (state.on - last).days >= LAYOFF_ENDURANCE_DAYS
    newest = state.newest
    return newest is not None and (state.on - newest.day).days >= LAYOFF_STRENGTH_DAYS
