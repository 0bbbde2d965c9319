"""The week strip: what was planned and what became of it, in shapes and words, never by colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.web import wording

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    keys = [session.session_key for session in mine if session.session_key in completed]
    keys += [key for key, facts in completed.items() if facts["date"] == on.isoformat()]
    if keys:
        facts = completed[keys[0]]
        glyph, state = _DONE[facts["status"]]
        if not mine and facts["status"] in ("completed", "partial"):
            glyph, state = "g-w-other", "done, not planned"
        key, label = keys[0], str(facts["title"])
    elif mine:
        glyph, state = _to_come(on, today)
        key, label = mine[0].session_key, str(mine[0].day["title"])
    else:
        glyph, state, key, label = "g-w-off", "nothing planned", "", "rest"
    return DayMark(
        weekday=wording.weekday(on),
        glyph=glyph,
        state=state,
        label=label,
        today=on == today,
        session_key=key,
        recorded=bool(keys),
    )


def _to_come(on: date, today: date) -> tuple[str, str]:
    """Shape and word of a planned day that nothing is recorded about."""
    if on == today:
        return "g-w-now", "today"
    return ("g-unknown", "not logged") if on < today else ("g-w-plan", "planned")


def _summary(planned: Sequence[Planned], completed: Mapping[str, Facts], today: date) -> str:
    keys = {session.session_key for session in planned}
    states = [completed[key]["status"] for key in keys if key in completed]
    done = states.count("completed")
    parts = [f"{done} of {len(keys)} done"] if keys else []
    if part := states.count("partial"):
        parts.append(f"{part} in part")
    extra = [
        key for key, facts in completed.items() if key not in keys and facts["status"] != "skipped"
    ]
    if extra:
        parts.append(f"{len(extra)} not planned")
    open_ones = [s for s in planned if s.date < today and s.session_key not in completed]
    if open_ones:
        parts.append(f"{len(open_ones)} not logged")
    return ", ".join(parts) or "nothing planned"
