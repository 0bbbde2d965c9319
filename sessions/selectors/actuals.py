"""What was done: one session with its sets, side by side with what was prescribed and planned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from decisions.selectors.known import Known, Range, known
from sessions.domain import keys
from sessions.domain.records import COMPLETED, DAILY, SET
from sessions.selectors import prescriptions, reading

if TYPE_CHECKING:
    from decisions.models import Stream


@dataclass(frozen=True, slots=True)
class Row:
    """One exercise or endurance item of a session.

    Attributes:
        item: id of the planned item; None for what was done without one.
        exercise: slug of the exercise, or of the modality.
        planned: the plan's dose, None where there was none.
        prescribed: the item of the prescription in force, None where there was none.
        done: its sets in order; empty when nothing was logged, which is unknown and not "none".
    """

    item: str | None
    exercise: str
    planned: dict[str, Any] | None
    prescribed: dict[str, Any] | None
    done: tuple[Known, ...]


@dataclass(frozen=True, slots=True)
class SessionDetail:
    """One session: what it should have been, what it was, and what was felt."""

    session_key: str
    prescription: Known | None
    completed: Known | None
    rows: tuple[Row, ...]
    felt: tuple[Known, ...]


def completed(stream: Stream, session_key: str, *, up_to: int | None = None) -> Known | None:
    """The session as it went, None when it has not been started."""
    return reading.one(stream, COMPLETED, session_key, up_to=up_to)


def sets_of(stream: Stream, session_key: str, *, up_to: int | None = None) -> list[Known]:
    """The sets of a session in their order."""
    low, high = keys.sets_range(session_key)
    found = known(stream, ranges=[Range(SET, low, high)], up_to=up_to)
    return sorted((s for s in found if s.facts), key=lambda s: ((s.facts or {})["order"], s.key))


def between(stream: Stream, first: date, last: date, *, up_to: int | None = None) -> list[Known]:
    """Sessions by the date on which they were done, oldest first."""
    return reading.dated(stream, COMPLETED, first, last, up_to=up_to)


def recent(
    stream: Stream, *, until: date, days: int = 90, limit: int = 20, up_to: int | None = None
) -> list[Known]:
    """The newest sessions of the last days, newest first."""
    found = between(stream, until - timedelta(days=days), until, up_to=up_to)
    return found[::-1][:limit]


def detail(stream: Stream, session_key: str, *, up_to: int | None = None) -> SessionDetail:
    """Planned, prescribed and done side by side."""
    version = prescriptions.in_force(stream, session_key, up_to=up_to)
    session = completed(stream, session_key, up_to=up_to)
    sets = sets_of(stream, session_key, up_to=up_to)
    return SessionDetail(
        session_key=session_key,
        prescription=version,
        completed=session,
        rows=_rows(version, sets),
        felt=_felt(stream, session_key, session, up_to),
    )


def _rows(version: Known | None, sets: list[Known]) -> tuple[Row, ...]:
    items = (version.facts or {})["items"] if version else []
    left = list(sets)
    rows = []
    for item in items:
        slug = item.get("exercise") or item.get("modality")
        mine = [s for s in left if _belongs(s, item["id"], slug, items)]
        left = [s for s in left if s not in mine]
        rows.append(Row(item["id"], slug, item["planned"], item, tuple(mine)))
    for slug in dict.fromkeys((s.facts or {})["exercise"] for s in left):
        mine = [s for s in left if (s.facts or {})["exercise"] == slug]
        rows.append(Row(None, slug, None, None, tuple(mine)))
    return tuple(rows)


def _belongs(found: Known, item: str, slug: str, items: list[dict[str, Any]]) -> bool:
    facts = found.facts or {}
    if facts["planned_item"] is not None:
        return bool(facts["planned_item"] == item)
    alone = sum(1 for other in items if other.get("exercise") == slug) == 1
    return bool(facts["exercise"] == slug and alone)


def _felt(
    stream: Stream, session_key: str, session: Known | None, up_to: int | None
) -> tuple[Known, ...]:
    day = keys.original_date(session_key)
    if session is not None and session.facts:
        day = date.fromisoformat(session.facts["date"])
    found = known(stream, ranges=[reading.span(DAILY, day, day + timedelta(days=1))], up_to=up_to)
    today = day.isoformat()
    return tuple(
        item
        for item in found
        if item.facts
        and (
            item.facts["session_key"] == session_key
            or (item.facts["session_key"] is None and _about(item.facts, today))
        )
    )


def _about(facts: dict[str, Any], today: str) -> bool:
    morning_after = facts["moment"] == "next_morning"
    return bool((facts["date"] == today) != morning_after)
