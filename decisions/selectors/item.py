"""One item as known at a position: what everybody needs at once, the rest when somebody asks.

A whole athlete has tens of thousands of items and few readers look at the time or the source of each.
The first question for such a detail answers it for all items of the same reading, in one message.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from decisions.domain import canonical
from decisions.models.dialect import as_text, date_of, moment_of
from decisions.models.statements import CHUNK, run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

COLUMNS = (
    "i.surface, i.key, e.position, e.id, i.id, e.facts, e.evidence, e.fact_type, e.fingerprint"
)
"""Columns of an item under `i` and its event under `e`, in the order that `Known` reads them."""

_DETAILS = (
    "e.id, e.recorded_at, e.occurred_at, e.local_date, e.zone, e.reasoning, e.source, "
    "e.model_version, e.supersedes, e.basis, e.confidence"
)


class _Detail(NamedTuple):
    recorded_at: Any
    occurred_at: Any
    local_date: Any
    zone: str
    reasoning: str | None
    source: str | None
    model_version: str
    supersedes: int | None
    basis: str
    confidence: int | None


class Known:
    """One item as known at a position. `facts` is None where it was redacted."""

    __slots__ = ("_facts", "_reading", "row")

    def __init__(self, row: Sequence[Any], reading: Reading) -> None:
        self.row = row
        self._reading = reading
        self._facts: Any = None

    surface = property(lambda self: str(self.row[0]))
    key = property(lambda self: str(self.row[1]))
    position = property(lambda self: int(self.row[2]))
    event_id = property(lambda self: int(self.row[3]))
    item_id = property(lambda self: int(self.row[4]))
    evidence = property(lambda self: str(self.row[6]))
    fact_type = property(lambda self: str(self.row[7]))
    fingerprint = property(lambda self: str(self.row[8]))
    zone = property(lambda self: str(self._detail.zone))
    reasoning = property(lambda self: str(self._detail.reasoning or ""))
    model_version = property(lambda self: str(self._detail.model_version))

    @property
    def facts(self) -> dict[str, Any] | None:
        """The after-state, None where it was redacted."""
        if self._facts is None and self.row[5] is not None:
            self._facts = canonical.parse(self.row[5])
        return self._facts  # type: ignore[no-any-return]

    @property
    def retracted(self) -> bool:
        """Whether the item was retracted at this position (only in `history` and `events`)."""
        return bool(self.row[5] == canonical.NULL)

    @property
    def recorded_at(self) -> datetime:
        """When the system came to know it."""
        return moment_of(self._detail.recorded_at)

    @property
    def occurred_at(self) -> datetime:
        """When it happened."""
        return moment_of(self._detail.occurred_at)

    @property
    def local_date(self) -> date | None:
        """The athlete's date."""
        return date_of(self._detail.local_date)

    @property
    def source(self) -> dict[str, Any] | None:
        """Who or what said it."""
        return canonical.parse(self._detail.source) if self._detail.source else None

    @property
    def supersedes(self) -> int | None:
        """Position of the event that this one corrects or retracts."""
        return self._detail.supersedes

    @property
    def basis(self) -> tuple[int, ...]:
        """Positions of the events that it rests on."""
        return tuple(int(part) for part in str(self._detail.basis).split(",") if part)

    @property
    def confidence(self) -> int | None:
        """Per cent, None where it was not given."""
        return self._detail.confidence

    @property
    def _detail(self) -> _Detail:
        return self._reading.detail(self.row[3])


class Reading:
    """The items of one reading, and what was asked about them since."""

    __slots__ = ("_details", "items")

    def __init__(self, rows: Iterable[Sequence[Any]]) -> None:
        self.items = [Known(row, self) for row in rows]
        self._details: dict[int, _Detail] | None = None

    def detail(self, event: int) -> _Detail:
        """Details of one event, read together with those of all others."""
        if self._details is None:
            self._details = _details([item.row[3] for item in self.items])
        return self._details[event]


def _details(events: Sequence[int]) -> dict[int, _Detail]:
    sql = f"SELECT {_detail_columns(connection.vendor)} FROM decisions_event e WHERE e.id IN "
    found = run(
        [
            (f"{sql}({', '.join(['%s'] * len(chunk))})", chunk)
            for chunk in (events[n : n + CHUNK] for n in range(0, len(events), CHUNK))
        ]
    )
    return {row[0]: _Detail(*row[1:]) for rows in found for row in rows}


@cache
def _detail_columns(vendor: str) -> str:
    return as_text(_DETAILS, vendor)
