"""Triggers of the history tables: each row says what its event says, one per event, and stays.

An account that is deleted leaves its rows without a name; content goes only behind a redaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.triggers import postgres, sqlite

if TYPE_CHECKING:
    from decisions.triggers.tables import Kept


def on_sqlite(table: Kept) -> dict[str, str]:
    """Trigger name to CREATE statement, in SQLite's dialect."""
    name = table.name
    same = " AND ".join(f'NEW."{column}" IS OLD."{column}"' for column in table.fixed)
    forgotten = f"NOT ({same} AND NEW.history_user_id IS NULL)"
    redacted = (
        "NOT EXISTS (SELECT 1 FROM decisions_event r WHERE r.item_id = OLD.item_id "
        "AND r.fact_type = 'redaction' AND r.id >= OLD.event_id)"
    )
    compared = "".join(
        f"\n    AND NEW.\"{column}\" IS json_extract(f.facts, '$.{fact}')"
        for column, fact, _ in table.facts
    )
    insert = f"""EXISTS (SELECT 1 FROM {name} WHERE history_id = NEW.history_id)
  OR EXISTS (SELECT 1 FROM {name} WHERE event_id = NEW.event_id)
  OR NOT EXISTS (SELECT 1 FROM decisions_event e
    JOIN decisions_item i ON i.id = e.item_id AND i.surface = '{table.surface}'
    JOIN decisions_decision d ON d.id = e.decision_id
    JOIN decisions_event f ON f.item_id = e.item_id AND f.position = CASE WHEN e.facts <> 'null'
      THEN e.position ELSE (SELECT max(p.position) FROM decisions_event p
        WHERE p.item_id = e.item_id AND p.position < e.position) END
    WHERE e.id = NEW.event_id AND e.item_id = NEW.item_id
    AND i.stream_id = NEW.stream_id AND i.key = NEW.key AND f.facts <> 'null'
    AND NEW.history_date = e.recorded_at AND NEW.history_type IN ('+', '~', '-')
    AND (NEW.history_type = '-') = (e.facts = 'null')
    AND (NEW.history_user_id IS NULL OR d.actor = 'user:' || NEW.history_user_id){compared})"""
    kept = f"{name}: append-only"
    return (
        sqlite.trigger(f"kernel_{name}_no_update", "UPDATE", name, forgotten, kept)
        | sqlite.trigger(f"kernel_{name}_no_delete", "DELETE", name, redacted, kept)
        | sqlite.trigger(
            f"kernel_{name}_insert", "INSERT", name, insert, f"{name}: not what its event says"
        )
    )


def on_postgresql(table: Kept) -> dict[str, str]:
    """Trigger name to the statements that make it, in PostgreSQL's dialect."""
    name = table.name
    differs = "".join(
        f"\n     OR NEW.\"{column}\" IS DISTINCT FROM (f ->> '{fact}')::{cast}"
        for column, fact, cast in table.facts
    )
    function = f"""
CREATE OR REPLACE FUNCTION kernel_{name}() RETURNS trigger LANGUAGE plpgsql
SET search_path = @schema, pg_temp AS $$
DECLARE e record; f json;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.history_user_id IS NULL
       AND to_jsonb(NEW) - 'history_user_id' = to_jsonb(OLD) - 'history_user_id'
    THEN RETURN NEW; END IF;
    RAISE EXCEPTION '{name}: append-only';
  ELSIF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT 1 FROM decisions_event r WHERE r.item_id = OLD.item_id
        AND r.fact_type = 'redaction' AND r.id >= OLD.event_id)
    THEN RETURN OLD; END IF;
    RAISE EXCEPTION '{name}: append-only';
  END IF;
  SELECT v.item_id, v.position, v.facts, v.recorded_at, i.surface, i.stream_id, i.key, d.actor
    INTO e FROM decisions_event v JOIN decisions_item i ON i.id = v.item_id
    JOIN decisions_decision d ON d.id = v.decision_id WHERE v.id = NEW.event_id;
  f := e.facts;
  IF e.facts = 'null' THEN
    SELECT p.facts INTO f FROM decisions_event p WHERE p.item_id = e.item_id
      AND p.position < e.position ORDER BY p.position DESC LIMIT 1;
  END IF;
  IF e.item_id IS DISTINCT FROM NEW.item_id OR e.surface <> '{table.surface}'
     OR e.stream_id IS DISTINCT FROM NEW.stream_id OR e.key IS DISTINCT FROM NEW.key
     OR e.recorded_at IS DISTINCT FROM NEW.history_date
     OR f IS NULL OR f::text = 'null' OR NEW.history_type NOT IN ('+', '~', '-')
     OR (NEW.history_type = '-') <> (e.facts = 'null')
     OR e.actor <> 'user:' || NEW.history_user_id
     OR EXISTS (SELECT 1 FROM {name} WHERE event_id = NEW.event_id){differs}
  THEN RAISE EXCEPTION '{name}: not what its event says'; END IF;
  RETURN NEW;
END $$;
"""
    guard = postgres.trigger(
        f"kernel_{name}_guard", "BEFORE INSERT OR UPDATE OR DELETE", name, "ROW", f"kernel_{name}()"
    )
    full = postgres.trigger(
        f"kernel_{name}_full", "BEFORE TRUNCATE", name, "STATEMENT", "kernel_append_only('{}')"
    )
    return {key: function + text for key, text in guard.items()} | full
