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
from decisions.models.dialect import date_of, moment_of, parameter

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from decisions.models import Stream

COLUMNS = (
    "i.surface, i.key, e.position, e.id, i.id, e.facts, e.evidence, e.fact_type, e.recorded_at, "
    "e.occurred_at, e.local_date, e.zone, e.fingerprint, e.reasoning, e.source, e.model_version, "
    "e.supersedes, e.basis, e.confidence"
)


class Range(NamedTuple):
    """Part of a surface: low <= key < high; an empty bound is open."""

    surface: str
    low: str = ""
    high: str = ""


class Known:
    """One item as known at a position. `facts` is None where it was redacted."""

    __slots__ = ("_facts", "row")

    def __init__(self, row: Sequence[Any]) -> None:
        self.row = row
        self._facts: Any = None

    surface = property(lambda self: str(self.row[0]))
    key = property(lambda self: str(self.row[1]))
    position = property(lambda self: int(self.row[2]))
    event_id = property(lambda self: int(self.row[3]))
    item_id = property(lambda self: int(self.row[4]))
    evidence = property(lambda self: str(self.row[6]))
    fact_type = property(lambda self: str(self.row[7]))
    zone = property(lambda self: str(self.row[11]))
    fingerprint = property(lambda self: str(self.row[12]))
    reasoning = property(lambda self: str(self.row[13] or ""))
    model_version = property(lambda self: str(self.row[15]))

    @property
    def facts(self) -> dict[str, Any] | None:
        """The after-state, None where it was redacted."""
        if self._facts is None and self.row[5] is not None:
            self._facts = canonical.parse(self.row[5])
        return self._facts  # type: ignore[no-any-return]

    @property
    def retracted(self) -> bool:
        """Whether the item was retracted at this position (only in `history`)."""
        return bool(self.row[5] == canonical.NULL)

    @property
    def recorded_at(self) -> datetime:
        """When the system came to know it."""
        return moment_of(self.row[8])

    @property
    def occurred_at(self) -> datetime:
        """When it happened."""
        return moment_of(self.row[9])

    @property
    def local_date(self) -> date | None:
        """The athlete's date."""
        return date_of(self.row[10])

    @property
    def source(self) -> dict[str, Any] | None:
        """Who or what said it."""
        return canonical.parse(self.row[14]) if self.row[14] else None

    @property
    def supersedes(self) -> int | None:
        """Position of the event that this one corrects or retracts."""
        return self.row[16]  # type: ignore[no-any-return]

    @property
    def basis(self) -> tuple[int, ...]:
        """Positions of the events that it rests on."""
        return tuple(int(part) for part in str(self.row[17]).split(",") if part)

    @property
    def confidence(self) -> int | None:
        """Per cent, None where it was not given."""
        return self.row[18]  # type: ignore[no-any-return]


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
    parts: Iterable[Range | None] = [None] if ranges is None else ranges
    found: dict[int, Known] = {}
    for part in parts:
        for row in _newest(stream, part, up_to):
            if row[5] != canonical.NULL:
                found[row[4]] = Known(row)
    return sorted(found.values(), key=lambda k: (k.row[0], k.row[1]))


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
        return [Known(row) for row in cursor.fetchall()]


def events(stream: Stream, *, after: int = 0, up_to: int | None = None) -> list[Known]:
    """Events in order of position, tombstones included: what happened between two positions."""
    sql = (
        f"SELECT {COLUMNS} FROM decisions_event e JOIN decisions_item i ON i.id = e.item_id "
        "WHERE e.stream_id = %s AND e.position > %s AND e.position <= %s ORDER BY e.position"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [stream.pk, after, 2**62 if up_to is None else up_to])
        return [Known(row) for row in cursor.fetchall()]


def latest(stream: Stream, surface: str, *, limit: int, up_to: int | None = None) -> list[Known]:
    """The newest events of one surface up to a position, newest first; for items written once."""
    sql = (
        f"SELECT {COLUMNS} FROM decisions_event e JOIN decisions_item i ON i.id = e.item_id "
        "WHERE e.stream_id = %s AND e.position <= %s AND i.surface = %s "
        "ORDER BY e.position DESC LIMIT %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [stream.pk, 2**62 if up_to is None else up_to, surface, limit])
        return [Known(row) for row in cursor.fetchall()]


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
        return [Known(row) for row in cursor.fetchall()]


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


def _newest(stream: Stream, part: Range | None, up_to: int | None) -> list[tuple[Any, ...]]:
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
        arguments = [*bound, *parameters]
    else:
        sql = (
            f"SELECT {COLUMNS} FROM decisions_item i JOIN decisions_event e ON e.id = (SELECT n.id "
            f"FROM decisions_event n WHERE n.item_id = i.id {limit}"
            f"ORDER BY n.position DESC LIMIT 1) WHERE {where}"
        )
        arguments = [*bound, *parameters]
    with connection.cursor() as cursor:
        cursor.execute(sql, arguments)
        return list(cursor.fetchall())


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
