"""The week strip: what was planned and what became of it, in shapes and words, never by colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.web import wording

if TYPE_CHECKING:
    from plans.domain.schedule import Planned

Facts = dict[str, Any]

_DONE = {
    "completed": ("g-w-done", "done"),
    "partial": ("g-w-part", "done in part"),
    "skipped": ("g-w-skip", "skipped"),
    "started": ("g-w-now", "under way"),
}


@dataclass(frozen=True, slots=True)
class DayMark:
    """One day of the strip. `session_key` is empty on a rest day."""

    weekday: str
    glyph: str
    state: str
    label: str
    today: bool
    session_key: str
    recorded: bool


@dataclass(frozen=True, slots=True)
class Week:
    """Seven days and what they add up to."""

    days: tuple[DayMark, ...]
    summary: str


def first_day(on: date, week_start: int) -> date:
    """The first day of the week that holds a date; 0 starts weeks on Monday."""
    return on - timedelta(days=(on.weekday() - week_start) % 7)


def week(
    first: date, today: date, planned: Sequence[Planned], completed: Mapping[str, Facts]
) -> Week:
    """Seven days from `first`.

    Args:
        planned: planned sessions of these days.
        completed: facts of recorded sessions of these days by session key.
    """
    days = tuple(
        _day(first + timedelta(days=offset), today, planned, completed) for offset in range(7)
    )
    return Week(days, _summary(planned, completed, today))


def _day(
    on: date, today: date, planned: Sequence[Planned], completed: Mapping[str, Facts]
) -> DayMark:
    mine = [session for session in planned if session.date == on]
    recorded = {key: facts for key, facts in completed.items() if facts["date"] == on.isoformat()}
    weekday = wording.weekday(on)
    for session in mine:
        if facts := completed.get(session.session_key):
            glyph, state = _DONE[facts["status"]]
            return DayMark(weekday, glyph, state, facts["title"], on == today, session.session_key, True)
    for key, facts in recorded.items():
        glyph, state = _DONE[facts["status"]]
        if facts["status"] in ("completed", "partial") and not mine:
            glyph, state = "g-w-other", "done, not planned"
        return DayMark(weekday, glyph, state, facts["title"], on == today, key, True)
    if not mine:
        return DayMark(weekday, "g-w-off", "nothing planned", "rest", on == today, "", False)
    session = mine[0]
    if on == today:
        glyph, state = "g-w-now", "today"
    elif on < today:
        glyph, state = "g-unknown", "not logged"
    else:
        glyph, state = "g-w-plan", "planned"
    return DayMark(weekday, glyph, state, str(session.day["title"]), on == today, session.session_key, False)


def _summary(planned: Sequence[Planned], completed: Mapping[str, Facts], today: date) -> str:
    keys = {session.session_key for session in planned}
    states = [completed[key]["status"] for key in keys if key in completed]
    done = states.count("completed")
    parts = [f"{done} of {len(keys)} done"] if keys else []
    if part := states.count("partial"):
        parts.append(f"{part} in part")
    extra = [key for key, facts in completed.items() if key not in keys and facts["status"] != "skipped"]
    if extra:
        parts.append(f"{len(extra)} not planned")
    open_ones = [s for s in planned if s.date < today and s.session_key not in completed]
    if open_ones:
        parts.append(f"{len(open_ones)} not logged")
    return ", ".join(parts) or "nothing planned"
