"""Whether the evidence carries a change: what may lower a dose, what may raise it. Computed, not claimed."""

from __future__ import annotations

from datetime import date, timedelta
from statistics import median_low
from typing import TYPE_CHECKING

from coach.baseline.d02_correction import reduces, wishes
from coach.rules.bounds import drafted_items
from coach.rules.size import increments
from decisions.domain.gate import Downgrades, Holds, Refuses, Verdict
from decisions.domain.outcomes import Outcome
from plans.domain import diff
from plans.domain.items import SessionDose

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation

LAYOFF_STRENGTH_DAYS = 10
LAYOFF_ENDURANCE_DAYS = 6
SYMPTOM_DAYS = 7
STRAIN_DAYS = 2
STRAIN_FLAGS = 2
SHORT_SLEEP_PCT = 70
LOW = 2
"""Wellness, readiness and soreness from 1 (worst) to 5: at or below this one counts as a flag."""


def a_rise_is_earned(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """More than the plan states needs a repeated, comparable improvement and nothing unresolved."""
    del policy
    for state, changes in _changes(draft, situation):
        rising = diff.rising(changes)
        if not rising:
            continue
        moved = state.movement
        repeated = moved is not None and moved.level == "L2" and moved.direction > 0
        if not repeated:
            return Refuses(f"{rising[0].path} rises above the plan without a repeated improvement")
        if state.hurting is not None or _incomplete(state):
            return Refuses(f"{rising[0].path} rises while something about it is unresolved")
    return Holds()


def a_reduction_has_grounds(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Less than the plan states needs a reason that the rules know; one poor session is none."""
    del policy
    for state, changes in _changes(draft, situation):
        if changes and not diff.rising(changes) and not grounds_for_less(state, situation):
            because = f"{state.name}: less without grounds; one session is an observation"
            return Downgrades(Outcome.NO_CHANGE, because)
    left_out = _left_out(draft, situation)
    for state in left_out:
        if not grounds_for_less(state, situation):
            return Downgrades(Outcome.NO_CHANGE, f"{state.name} is left out without grounds")
    return Holds()


def grounds_for_less(state: ItemState, situation: Situation) -> tuple[str, ...]:
    """Why an item may be lowered, in plain words; empty where nothing speaks for it."""
    moved = state.movement
    checks = {
        "training is suspended": bool(situation.alarms),
        "pain": state.hurting is not None,
        "data are missing or flagged": _incomplete(state),
        "less was asked for": any(reduces(wish) for wish in wishes(situation)),
        "symptoms": _symptoms(situation),
        "a break": _break(state),
        "a repeated decline": moved is not None and moved.level == "L2" and moved.direction < 0,
        "several signs of strain": _strain(state, situation) >= STRAIN_FLAGS,
    }
    return tuple(reason for reason, holds in checks.items() if holds)


def safety_grounds(state: ItemState, situation: Situation) -> bool:
    """Whether a reduction is one for safety: never refused for drift."""
    kinds = {"training is suspended", "pain", "symptoms"}
    return bool(kinds & set(grounds_for_less(state, situation)))


def _changes(draft: Draft, situation: Situation) -> list[tuple[ItemState, tuple[diff.Change, ...]]]:
    """Per item, how the draft differs from what its bounds allow of the plan's next dose."""
    found = []
    for state, dose in drafted_items(draft, situation):
        if state is None or state.allowed is None:
            continue
        changes = diff.diff(
            SessionDose((state.allowed,)),
            SessionDose((dose,)),
            situation.change_policy,
            increments(situation),
        )
        if changes:
            found.append((state, changes))
    return found


def _left_out(draft: Draft, situation: Situation) -> list[ItemState]:
    if draft.session is None:
        return []
    kept = {entry.id for entry in draft.session.items}
    return [s for s in situation.items if s.id not in kept and s.allowed is not None]


def _incomplete(state: ItemState) -> bool:
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


def _strain(state: ItemState, situation: Situation) -> int:
    """How many independent signs of strain stand in the last two days."""
    since = situation.today - timedelta(days=STRAIN_DAYS - 1)
    daily = situation.packet.of("training_sessions.daily")
    values: dict[str, list[tuple[date, int]]] = {}
    for item in daily:
        if item.facts["value"] is not None:
            day = date.fromisoformat(item.facts["date"])
            values.setdefault(str(item.facts["kind"]), []).append((day, item.facts["value"]))
    recent = {kind: [v for day, v in said if day >= since] for kind, said in values.items()}
    flags = sum(
        min(recent.get(kind) or [LOW + 1]) <= LOW for kind in ("wellness", "readiness", "soreness")
    )
    before = [v for day, v in values.get("sleep_s", []) if day < since]
    slept = recent.get("sleep_s") or []
    if len(before) >= 7 and slept and min(slept) * 100 < median_low(before) * SHORT_SLEEP_PCT:
        flags += 1
    del state
    return flags
