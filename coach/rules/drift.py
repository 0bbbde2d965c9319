"""Many small changes of one exercise: beyond the limit the next one goes to the review instead."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from coach.rules.drafted import drafted_items
from coach.rules.lessening import safety_grounds
from decisions.domain.gate import Downgrades, Holds, Verdict
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation


def drift_stays_inside_its_budget(draft: Draft, situation: Situation, policy: Any) -> Verdict:
    """Loads do not wander off the plan's own trajectory by many steps in one direction.

    A reduction for safety is reported and never held up.
    """
    limits = policy["drift"]
    note = ""
    for state, dose in drafted_items(draft, situation):
        if state is None or state.allowed is None:
            continue
        now = _share(state.allowed.load_g, dose.load_g)
        if not now:
            continue
        before = [s for s in _earlier(state, situation, limits["window_days"]) if s * now > 0]
        often = len(before) >= limits["same_direction_changes"]
        far = abs(sum(before, now)) * 1000 >= limits["net_load_pct_x10"]
        if not often and not (before and far):
            continue
        said = f"{state.name}: {len(before) + 1} changes in one direction in {limits['window_days']} days"
        if now < 0 and safety_grounds(state, situation):
            note = said
            continue
        return Downgrades(Outcome.ESCALATE_TO_STRATEGIC, said)
    return Holds(note)


def _earlier(state: ItemState, situation: Situation, days: int) -> list[Fraction]:
    """How far earlier prescriptions of an exercise lay from what the plan stated then."""
    since = situation.today - timedelta(days=days)
    shares = (
        _share(item["planned"]["load_g"], item["load_g"])
        for one in situation.packet.of("training_sessions.prescription")
        if one.key != state.session_key and date.fromisoformat(one.facts["date"]) >= since
        for item in one.facts["items"]
        if item.get("exercise") == state.subject and item.get("planned")
    )
    return [share for share in shares if share]


def _share(before: int | None, after: int | None) -> Fraction:
    if not before or after is None:
        return Fraction(0)
    return Fraction(after - before, before)
