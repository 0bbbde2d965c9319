"""The triggers in SQLite's dialect. Names start with `kernel_` so that upkeep finds them.

Comparisons use IS, for NULL. `UPDATE OF` lists are avoided: `SET rowid` does not fire them. REPLACE
fires no DELETE trigger, hence the EXISTS guards before every insert.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decisions.triggers.tables import AppendOnly, Projected

NEWEST = (
    "(SELECT n.id FROM decisions_event n WHERE n.item_id = {item} ORDER BY n.position DESC LIMIT 1)"
)


def statements(
    tables: tuple[AppendOnly, ...], rows: tuple[Projected, ...], structural: tuple[str, ...]
) -> dict[str, str]:
    """Trigger name to CREATE statement."""
    found: dict[str, str] = {}
    for table in tables:
        found |= _append_only(table)
    found |= _event(structural) | _stream()
    for row in rows:
        found |= _row(row)
    return found


def trigger(name: str, when: str, on: str, condition: str, message: str) -> dict[str, str]:
    body = f"SELECT RAISE(ABORT, '{message}');"
    where = f"\nWHEN {condition}" if condition else ""
    return {name: f"CREATE TRIGGER {name} BEFORE {when} ON {on}{where}\nBEGIN {body} END"}


def _append_only(table: AppendOnly) -> dict[str, str]:
    name = table.name
    said = f"{name}: append-only"
    found = _delete(table, said)
    if table.erasable:
        same = " AND ".join(f'NEW."{c}" IS OLD."{c}"' for c in table.fixed)
        gone = " AND ".join(f'NEW."{c}" IS NULL' for c in table.erasable)
        later = " AND r.position > OLD.position" if name == "decisions_event" else ""
        erased = (
            "EXISTS (SELECT 1 FROM decisions_event r WHERE r.item_id = OLD.item_id "
            f"AND r.fact_type = 'redaction'{later})"
        )
        condition = f"NOT ({same} AND {gone} AND {erased})"
    else:
        condition = ""
    found |= trigger(f"kernel_{name}_no_update", "UPDATE", name, condition, said)
    taken = " OR ".join(
        f"EXISTS (SELECT 1 FROM {name} WHERE "
        + " AND ".join(f'"{c}" = NEW."{c}"' for c in columns)
        + ")"
        for columns in table.unique
    )
    return found | trigger(f"kernel_{name}_no_replace", "INSERT", name, taken, said)


def _delete(table: AppendOnly, said: str) -> dict[str, str]:
    condition = ""
    if table.name == "decisions_secret":
        condition = (
            "NOT EXISTS (SELECT 1 FROM decisions_event r WHERE r.item_id = OLD.item_id "
            "AND r.fact_type = 'redaction' AND r.generation >= OLD.generation)"
        )
    return trigger(f"kernel_{table.name}_no_delete", "DELETE", table.name, condition, said)


def _event(structural: tuple[str, ...]) -> dict[str, str]:
    last = (
        "(SELECT {column} FROM decisions_event WHERE stream_id = NEW.stream_id "
        "AND position = NEW.position - 1)"
    )
    follows = f"""NEW.position IS NOT 1 + COALESCE(
    (SELECT max(position) FROM decisions_event WHERE stream_id = NEW.stream_id), 0)
  OR NEW.previous_hash IS NOT COALESCE({last.format(column="hash")}, '')
  OR NEW.recorded_at < {last.format(column="recorded_at")}
  OR NEW."before" IS NOT COALESCE((SELECT fingerprint FROM decisions_event
    WHERE item_id = NEW.item_id ORDER BY position DESC LIMIT 1), 'absent')
  OR NOT EXISTS (SELECT 1 FROM decisions_item
    WHERE id = NEW.item_id AND stream_id = NEW.stream_id)
  OR NOT EXISTS (SELECT 1 FROM decisions_decision
    WHERE id = NEW.decision_id AND stream_id = NEW.stream_id)"""
    surfaces = ", ".join(f"'{surface}'" for surface in structural) or "''"
    approved = f"""(SELECT surface FROM decisions_item WHERE id = NEW.item_id) IN ({surfaces})
  AND NOT EXISTS (SELECT 1 FROM decisions_approval a
    WHERE a.decision_id = NEW.decision_id AND a.item_id = NEW.item_id
    AND a.reviewed = NEW."before" AND a.fingerprint = NEW.fingerprint AND a.intended IS NEW.facts
    AND NOT EXISTS (SELECT 1 FROM decisions_receipt r
      WHERE r.decision_id = a.decision_id AND r.item_id = a.item_id))"""
    table = "decisions_event"
    return trigger(
        "kernel_event_next", "INSERT", table, follows, "event: not the next of its stream and item"
    ) | trigger("kernel_event_approved", "INSERT", table, approved, "event: no unconsumed approval")


def _stream() -> dict[str, str]:
    table, said = "decisions_stream", "decisions_stream: keeps its name and follows the log"
    moved = """NEW.id IS NOT OLD.id OR NEW.name IS NOT OLD.name OR (NEW.head IS NOT OLD.head
  AND NEW.head IS NOT (SELECT max(position) FROM decisions_event WHERE stream_id = OLD.id))"""
    taken = """EXISTS (SELECT 1 FROM decisions_stream WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM decisions_stream WHERE name = NEW.name)"""
    return (
        trigger("kernel_stream_no_update", "UPDATE", table, moved, said)
        | trigger("kernel_stream_no_delete", "DELETE", table, "", said)
        | trigger("kernel_stream_no_replace", "INSERT", table, taken, said)
    )


def _row(row: Projected) -> dict[str, str]:
    name = row.name
    said = f"{name}: not what its newest event says"
    same = "".join(
        f"\n    AND NEW.\"{column}\" IS json_extract(e.facts, '$.{fact}')"
        for column, fact, _ in row.facts
    )
    backed = f"""NOT EXISTS (SELECT 1 FROM decisions_event e
    JOIN decisions_item i ON i.id = e.item_id AND i.surface = '{row.surface}'
    WHERE e.id = NEW.event_id AND e.item_id = NEW.item_id
    AND e.id = {NEWEST.format(item="NEW.item_id")}
    AND i.stream_id = NEW.stream_id AND i.key = NEW.key AND e.facts <> 'null'{same})"""
    insert = f"""EXISTS (SELECT 1 FROM {name} WHERE item_id = NEW.item_id)
  OR EXISTS (SELECT 1 FROM {name} WHERE event_id = NEW.event_id)
  OR {backed}"""
    update = f"NEW.item_id IS NOT OLD.item_id OR {backed}"
    tombstone = (
        "(SELECT e.facts FROM decisions_event e JOIN decisions_item i ON i.id = e.item_id "
        f"AND i.surface = '{row.surface}' WHERE e.item_id = OLD.item_id "
        "ORDER BY e.position DESC LIMIT 1) <> 'null'"
    )
    return (
        trigger(f"kernel_{name}_insert", "INSERT", name, insert, said)
        | trigger(f"kernel_{name}_update", "UPDATE", name, update, said)
        | trigger(f"kernel_{name}_delete", "DELETE", name, tombstone, f"{name}: no tombstone")
    )
