"""Verifies the history tables: one row per event, saying what the event says, and nothing of what was erased."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from django.db import DatabaseError, connection, transaction

from decisions.triggers import tables

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from decisions.models import Stream

_DIFFERS = """
SELECT COALESCE(e.position, 0), CASE WHEN e.id IS NOT NULL AND f.facts IS NULL THEN 1 ELSE 0 END
FROM {table} h LEFT JOIN decisions_event e ON e.id = h.event_id
LEFT JOIN decisions_item i ON i.id = e.item_id LEFT JOIN decisions_decision d ON d.id = e.decision_id
LEFT JOIN decisions_event f ON f.id = {said}{parsed}
WHERE h.stream_id = %s AND h.history_type {kind} AND (e.id IS NULL OR e.stream_id <> h.stream_id
  OR e.item_id <> h.item_id OR i.surface <> '{surface}' OR i.key <> h.key
  OR (e.recorded_at <> h.history_date AND NOT EXISTS (SELECT 1 FROM decisions_event o
    WHERE o.decision_id = e.decision_id AND o.recorded_at = h.history_date)) OR d.actor <> 'user:' || h.history_user_id
  OR (h.history_type = '-') <> (COALESCE(e.facts, '') = 'null')
  OR f.facts IS NULL OR f.facts = 'null' OR {differs}
  OR EXISTS (SELECT 1 FROM {table} o WHERE o.event_id = h.event_id AND o.history_id < h.history_id))
ORDER BY 1, h.history_id
"""
_SAID = {
    "<> '-'": "e.id",
    "= '-'": "(SELECT p.id FROM decisions_event p WHERE p.item_id = e.item_id "
    "AND p.position < e.position ORDER BY p.position DESC LIMIT 1)",
}
"""Kind of history row to the event that says its content: what is gone was said by the one before."""

_MISSING = """
SELECT e.position, e.item_id FROM decisions_event e JOIN decisions_item i ON i.id = e.item_id
LEFT JOIN {table} h ON h.event_id = e.id
WHERE e.stream_id = %s AND i.surface = '{surface}' AND h.history_id IS NULL ORDER BY 1
"""
_REDACTED = """
SELECT item_id, max(position) FROM decisions_event
WHERE stream_id = %s AND fact_type = 'redaction' GROUP BY item_id
"""
_PARSED = (
    "\nLEFT JOIN LATERAL json_to_record(CASE WHEN f.facts LIKE '{{%%' THEN f.facts::json END) "
    "AS x({columns}) ON true"
)
"""PostgreSQL reads the facts once for all columns."""


def faults(stream: Stream) -> Iterator[tuple[int, str]]:
    """(position, what is wrong), position 0 where no event is named."""
    for table in tables.histories():
        try:
            with _contained():
                yield from _of(stream, table)
        except DatabaseError as error:
            what = str(error).splitlines()[0]
            yield 0, f"the history of {table.surface} cannot be compared: {what}"


def _contained() -> AbstractContextManager[object]:
    """A failed statement ends the transaction on PostgreSQL; on SQLite one may be open by hand."""
    return transaction.atomic() if connection.vendor == "postgresql" else nullcontext()


def _of(stream: Stream, table: tables.Kept) -> list[tuple[int, str]]:
    if connection.vendor == "sqlite":
        parsed = ""
        columns = [f"h.\"{c}\" IS NOT json_extract(f.facts, '$.{f}')" for c, f, _ in table.facts]
        differs = f"CASE WHEN json_valid(f.facts) THEN {' OR '.join(columns)} ELSE 1 END"
    else:
        parsed = _PARSED.format(columns=", ".join(f'"{f}" {kind}' for _, f, kind in table.facts))
        differs = " OR ".join(f'h."{c}" IS DISTINCT FROM x."{f}"' for c, f, _ in table.facts)
    names = {"table": table.name, "surface": table.surface}
    found = []
    with connection.cursor() as cursor:
        for kind, said in _SAID.items():
            sql = _DIFFERS.format(differs=differs, parsed=parsed, kind=kind, said=said, **names)
            cursor.execute(sql, [stream.pk])
            for position, erased in cursor.fetchall():
                what = "still says what was erased" if erased else "is not what its event says"
                found.append((position, f"a history row of {table.surface} {what}"))
        cursor.execute(_MISSING.format(**names), [stream.pk])
        missing = cursor.fetchall()
        if missing:
            cursor.execute(_REDACTED, [stream.pk])
            redacted = dict(cursor.fetchall())
            what = f"has no history row of {table.surface}"
            found += [(at, what) for at, item in missing if at > redacted.get(item, 0)]
    return found
