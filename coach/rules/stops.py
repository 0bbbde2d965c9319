"""Hard stops: a run far beyond the longest of 30 days, a week far beyond the usual, a begun session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.domain import volume
from coach.domain.wording import duration, kilometres
from coach.rules.drafted import drafted_items
from decisions.domain.gate import Holds, Refuses, Verdict

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation
    from plans.domain.items import Dose


def a_begun_session_is_frozen(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """The prescription of a session that was begun is not written again."""
    del policy
    target = situation.target
    if draft.session is not None and target is not None and target.started:
        return Refuses("the session was begun: its prescription is frozen")
    return Holds()


def no_run_is_a_spike(draft: Draft, situation: Situation, policy: Any) -> Verdict:
    """A single run stays within the limit over the longest of 30 days."""
    limits = policy["hard_stops"]["run_over_30_day_longest_pct_x10"]
    note = ""
    for state, dose in drafted_items(draft, situation):
        if state is None or state.sport != "run":
            continue
        best = volume.longest(
            state.outings, sport="run", on=state.on, days=situation.numbers.longest_days
        )
        over = _over(dose, best)
        if over is None:
            continue
        over_x10, said = over
        if over_x10 > limits["refuse"]:
            return Refuses(f"{said}: more than {limits['refuse'] // 10} % over the longest run")
        if over_x10 > limits["warn"]:
            note = f"{said}: more than {limits['warn'] // 10} % over the longest run"
    return Holds(note)


def no_week_is_a_spike(draft: Draft, situation: Situation, policy: Any) -> Verdict:
    """The week's time in a sport stays within the limit over the mean of four weeks."""
    limits = policy["hard_stops"]["weekly_load_over_4_week_mean_pct_x10"]
    totals: dict[str, int] = {}
    states: dict[str, ItemState] = {}
    for state, dose in drafted_items(draft, situation):
        if state is not None and state.sport is not None:
            totals[state.sport] = totals.get(state.sport, 0) + dose.least_seconds
            states[state.sport] = state
    for sport, seconds in totals.items():
        state = states[sport]
        week = volume.week(state.outings, sport=sport, on=state.on, session_key=state.session_key)
        room = week.room_s(100 + limits["refuse"] // 10)
        if room is not None and seconds > room:
            return Refuses(
                f"{duration(seconds)} more in a week that already holds {duration(week.done_s)} is "
                f"over {100 + limits['refuse'] // 10} % of the four-week mean"
            )
    return Holds()


def _over(dose: Dose, best: volume.Longest) -> tuple[int, str] | None:
    """How far a dose is over the longest, in tenths of a per cent; None where it cannot be told."""
    if dose.least_metres and best.distance_m:
        share = (dose.least_metres - best.distance_m) * 1000 // best.distance_m
        return share, f"{kilometres(dose.least_metres)} after {kilometres(best.distance_m)}"
    if dose.least_seconds and best.duration_s:
        share = (dose.least_seconds - best.duration_s) * 1000 // best.duration_s
        return share, f"{duration(dose.least_seconds)} after {duration(best.duration_s)}"
    return None
