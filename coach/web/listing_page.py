"""The list of sessions: what was done, what was skipped, and what nothing is known about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.web import week, wording

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plans.domain.schedule import Planned

Facts = dict[str, Any]

SPAN_DAYS = 28

_GLYPHS = {
    "completed": ("g-w-done", "done"),
    "partial": ("g-w-part", "done in part"),
    "skipped": ("g-w-skip", "skipped"),
    "started": ("g-w-now", "under way"),
    "unknown": ("g-unknown", "not logged"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: a session, or a planned one of which nothing is known."""

    key: str
    date: str
    title: str
    glyph: str
    state: str
    size: str
    effort: str
    outcome: str
    decision: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The sessions of one week, newest first."""

    title: str
    summary: str
    entries: tuple[Entry, ...]


def build(
    completed: Mapping[str, Facts],
    planned: Sequence[Planned],
    work_sets: Mapping[str, int],
    analysed: Mapping[str, tuple[str, str]],
    *,
    first: date,
    last: date,
    today: date,
    week_start: int,
    distance_unit: str,
) -> tuple[Group, ...]:
    """Sessions from `first` to `last` by week, newest first.

    Args:
        completed: facts of records by session key.
        planned: planned sessions of these days.
        work_sets: work sets that were done, by session key.
        analysed: (outcome, decision address) by session key.
    """
    entries = [
        _entry(key, facts, work_sets.get(key, 0), analysed.get(key, ("", "")), distance_unit)
        for key, facts in completed.items()
    ]
    entries += [
        _silent(session)
        for session in planned
        if session.date < today and session.session_key not in completed
    ]
    groups = []
    start = week.first_day(last, week_start)
    while start + timedelta(days=6) >= first:
        end = start + timedelta(days=6)
        mine = [e for e in entries if start.isoformat() <= e.date <= end.isoformat()]
        mine.sort(key=lambda e: (e.date, e.key), reverse=True)
        if mine:
            groups.append(Group(_title(start, end, today), _summary(mine), tuple(mine)))
        start -= timedelta(days=7)
    return tuple(groups)


def _entry(
    key: str, facts: Facts, sets: int, analysed: tuple[str, str], distance_unit: str
) -> Entry:
    glyph, state = _GLYPHS[facts["status"]]
    told = [wording.plural(sets, "work set")] if sets else []
    if facts["distance_m"] is not None:
        told.append(wording.distance(facts["distance_m"], distance_unit))
    if facts["duration_s"] is not None:
        told.append(wording.duration(facts["duration_s"]))
    return Entry(
        key=key,
        date=facts["date"],
        title=facts["title"],
        glyph=glyph,
        state=state,
        size=", ".join(told),
        effort=wording.rpe(facts["srpe_x10"]) if facts["srpe_x10"] is not None else "",
        outcome=analysed[0],
        decision=analysed[1],
        flags=tuple(str(flag).replace("_", " ") for flag in facts["flags"]),
    )


def _silent(session: Planned) -> Entry:
    glyph, state = _GLYPHS["unknown"]
    title = str(session.day["title"])
    return Entry(
        session.session_key, session.date.isoformat(), title, glyph, state, "", "", "", "", ()
    )


def _title(start: date, end: date, today: date) -> str:
    if start <= today <= end:
        return "This week"
    return f"{wording.day_short(start)} to {wording.day_short(end)}"


def _summary(entries: Sequence[Entry]) -> str:
    counts = {state: sum(e.state == state for e in entries) for _, state in _GLYPHS.values()}
    return ", ".join(f"{count} {state}" for state, count in counts.items() if count)
