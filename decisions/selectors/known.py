"""The as-of reader: what the system knew at a position. Pages, workflows and replay all use it.

State is the newest event of each item up to a position: an index look-up per item, not a fold, so
the cost follows the number of items and not the age of the question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from decisions.domain import canonical
from decisions.domain.errors import InvalidFacts
from decisions.domain.fingerprints import ABSENT
from decisions.models.dialect import parameter
from decisions.selectors.item import COLUMNS, Known, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from decisions.models import Stream
__all__ = [
    "Known",
    "Range",
    "State",
    "at_positions",
    "events",
    "head",
    "history",
    "known",
    "now",
    "position_at",
]

PARTS = 50
"""Ranges that one statement reads; SQLite takes at most 500 parts of a compound."""


class Range(NamedTuple):
    """Part of a surface: low <= key < high; an empty bound is open."""

    surface: str
    low: str = ""
    high: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """The present state of one item, for a writer to review."""

    fingerprint: str
    facts: dict[str, Any] | None
    position: int | None
    event_id: int | None
    evidence: str


def known(
    stream: Stream, *, ranges: Sequence[Range] | None = None, up_to: int | None = None
) -> list[Known]:
    """What was known at a position: the newest event per item, tombstones dropped after ranking.

    Args:
        stream: the log to read.
        ranges: parts of surfaces; everything when None.
        up_to: position, inclusive; the newest when None.

    Returns:
        Items ordered by surface and key, each once.
    """
    parts: Sequence[Range | None] = [None] if ranges is None else ranges
    rows = [row for row in _newest(stream, parts, up_to) if row[5] != canonical.NULL]
    if len(parts) > 1:
        rows = list({row[4]: row for row in rows}.values())
    rows.sort()  # rows begin with surface and key, which are an item's own
    return Reading(rows).items


def now(stream: Stream, surface: str, key: str) -> State:
    """The present state of one item; the ABSENT fingerprint when there never was one."""
    versions = history(stream, surface, key, newest=True)
    if not versions:
        return State(ABSENT, None, None, None, "unknown")
    last = versions[0]
    facts = None if last.retracted else last.facts
    return State(last.fingerprint, facts, last.position, last.event_id, last.evidence)


def history(stream: Stream, surface: str, key: str, *, newest: bool = False) -> list[Known]:
    """Every version of one item, oldest first (or only the newest)."""
    order = "DESC LIMIT 1" if newest else "ASC"
    sql = (
        f"SELECT {COLUMNS} FROM decisions_item i JOIN decisions_event e ON e.item_id = i.id "
        f"WHERE i.stream_id = %s AND i.surface = %s AND i.key = %s ORDER BY e.position {order}"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [stream.pk, surface, key])
        return Reading(cursor.fetchall()).items


def events(stream: Stream, *, after: int = 0, up_to: int | None = None) -> list[Known]:
    """Events in order of position, tombstones included: what happened between two positions."""
    sql = (
        f"SELECT {COLUMNS} FROM decisions_event e JOIN decisions_item i ON i.id = e.item_id "
        "WHERE e.stream_id = %s AND e.position > %s AND e.position <= %s ORDER BY e.position"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [stream.pk, after, 2**62 if up_to is None else up_to])
        return Reading(cursor.fetchall()).items


def latest(stream: Stream, surface: str, *, limit: int, up_to: int | None = None) -> list[Known]:
    """The newest events of one surface up to a position, newest first; for items written once."""
    sql = (
        f"SELECT {COLUMNS} FROM decisions_event e JOIN decisions_item i ON i.id = e.item_id "
        "WHERE e.stream_id = %s AND e.position <= %s AND i.surface = %s "
        "ORDER BY e.position DESC LIMIT %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [stream.pk, 2**62 if up_to is None else up_to, surface, limit])
        return Reading(cursor.fetchall()).items


def at_positions(stream: Stream, positions: Iterable[int]) -> list[Known]:
    """The events at the given positions, in order."""
    wanted = sorted(set(positions))
    if not wanted:
        return []
    places = ", ".join(["%s"] * len(wanted))
    sql = (
        f"SELECT {COLUMNS} FROM decisions_event e JOIN decisions_item i ON i.id = e.item_id "
        f"WHERE e.stream_id = %s AND e.position IN ({places}) ORDER BY e.position"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [stream.pk, *wanted])
        return Reading(cursor.fetchall()).items


def head(stream: Stream) -> int:
    """The newest position, 0 for an empty log."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT max(position) FROM decisions_event WHERE stream_id = %s", [stream.pk]
        )
        return cursor.fetchone()[0] or 0


def position_at(stream: Stream, instant: datetime) -> int:
    """The last position recorded at or before an instant; equal times belong together.

    Raises:
        InvalidFacts: the instant has no zone.
    """
    if instant.tzinfo is None:
        raise InvalidFacts("as_of", "needs a zone, for example 2026-11-30T18:00:00+01:00")
    sql = (
        "SELECT position FROM decisions_event WHERE stream_id = %s AND recorded_at <= %s "
        "ORDER BY recorded_at DESC, position DESC LIMIT 1"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [stream.pk, parameter(instant, connection.vendor)])
        row = cursor.fetchone()
    return row[0] if row else 0


def _newest(
    stream: Stream, parts: Sequence[Range | None], up_to: int | None
) -> list[tuple[Any, ...]]:
    """The newest event per item of every part, many parts by one statement; an item may come twice."""
    rows: list[tuple[Any, ...]] = []
    with connection.cursor() as cursor:
        for first in range(0, len(parts), PARTS):
            few = parts[first : first + PARTS]
            asked = [_part(stream, part, up_to) for part in few]
            sql = " UNION ALL ".join(sql for sql, _ in asked)
            cursor.execute(sql, [one for _, arguments in asked for one in arguments])
            rows += cursor.fetchall()
    return rows


def _part(stream: Stream, part: Range | None, up_to: int | None) -> tuple[str, list[Any]]:
    postgres = connection.vendor == "postgresql"
    where, parameters = _where(stream, part, postgres=postgres)
    limit = "" if up_to is None else "AND n.position <= %s "
    bound = [] if up_to is None else [up_to]
    if postgres:
        sql = (
            f"SELECT {COLUMNS} FROM decisions_item i CROSS JOIN LATERAL (SELECT * FROM "
            f"decisions_event n WHERE n.item_id = i.id {limit}"
            f"ORDER BY n.position DESC LIMIT 1) e WHERE {where}"
        )
    else:
        sql = (
            f"SELECT {COLUMNS} FROM decisions_item i JOIN decisions_event e ON e.id = (SELECT n.id "
            f"FROM decisions_event n WHERE n.item_id = i.id {limit}"
            f"ORDER BY n.position DESC LIMIT 1) WHERE {where}"
        )
    return sql, [*bound, *parameters]


def _where(stream: Stream, part: Range | None, *, postgres: bool) -> tuple[str, list[Any]]:
    where = "i.stream_id = %s"
    parameters: list[Any] = [stream.pk]
    if part is None:
        return where, parameters
    key = 'i.key COLLATE "C"' if postgres else "i.key"
    where += " AND i.surface = %s"
    parameters.append(part.surface)
    for bound, sign in ((part.low, ">="), (part.high, "<")):
        if bound:
            where += f" AND {key} {sign} %s"
            parameters.append(bound)
    return where, parameters
