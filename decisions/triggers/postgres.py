"""The triggers in PostgreSQL's dialect, ENABLE ALWAYS: replication roles do not skip them.

Every function names its search path: a temporary table of the same name must not stand in for the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decisions.triggers.tables import AppendOnly, Projected

FUNCTIONS = """
CREATE OR REPLACE FUNCTION kernel_append_only() RETURNS trigger LANGUAGE plpgsql
SET search_path = @schema, pg_temp AS $$
-- TG_ARGV[0]: columns that may become NULL behind a redaction of the item
DECLARE soft text[] := TG_ARGV[0]::text[]; o jsonb; n jsonb; c text;
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'decisions_secret' THEN
    o := to_jsonb(OLD);
    IF EXISTS (SELECT 1 FROM decisions_event r WHERE r.item_id = (o ->> 'item_id')::bigint
        AND r.fact_type = 'redaction' AND r.generation >= (o ->> 'generation')::integer)
    THEN RETURN OLD; END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND cardinality(soft) > 0 THEN
    o := to_jsonb(OLD); n := to_jsonb(NEW);
    IF o - soft = n - soft AND EXISTS (SELECT 1 FROM decisions_event r
        WHERE r.item_id = (o ->> 'item_id')::bigint AND r.fact_type = 'redaction'
        AND r.position > COALESCE((o ->> 'position')::bigint, 0)) THEN
      FOREACH c IN ARRAY soft LOOP
        IF n ->> c IS NOT NULL THEN RAISE EXCEPTION '%: append-only', TG_TABLE_NAME; END IF;
      END LOOP;
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '%: append-only', TG_TABLE_NAME;
END $$;
CREATE OR REPLACE FUNCTION kernel_event_next() RETURNS trigger LANGUAGE plpgsql
SET search_path = @schema, pg_temp AS $$
-- TG_ARGV[0]: structural surfaces
DECLARE last record; prev text; owner record;
BEGIN
  SELECT position, hash, recorded_at INTO last FROM decisions_event
    WHERE stream_id = NEW.stream_id ORDER BY position DESC LIMIT 1;
  SELECT fingerprint INTO prev FROM decisions_event
    WHERE item_id = NEW.item_id ORDER BY position DESC LIMIT 1;
  SELECT i.stream_id, i.surface, d.stream_id AS decided INTO owner FROM decisions_item i
    JOIN decisions_decision d ON d.id = NEW.decision_id WHERE i.id = NEW.item_id;
  IF NEW.position IS DISTINCT FROM COALESCE(last.position, 0) + 1
     OR NEW.previous_hash IS DISTINCT FROM COALESCE(last.hash, '')
     OR NEW.recorded_at < last.recorded_at
     OR NEW."before" IS DISTINCT FROM COALESCE(prev, 'absent')
     OR owner.stream_id IS DISTINCT FROM NEW.stream_id
     OR owner.decided IS DISTINCT FROM NEW.stream_id
  THEN RAISE EXCEPTION 'event: not the next of its stream and item'; END IF;
  IF owner.surface = ANY (TG_ARGV[0]::text[]) AND NOT EXISTS (
    SELECT 1 FROM decisions_approval a WHERE a.decision_id = NEW.decision_id
      AND a.item_id = NEW.item_id AND a.reviewed = NEW."before"
      AND a.fingerprint = NEW.fingerprint AND a.intended IS NOT DISTINCT FROM NEW.facts
      AND NOT EXISTS (SELECT 1 FROM decisions_receipt r
        WHERE r.decision_id = a.decision_id AND r.item_id = a.item_id))
  THEN RAISE EXCEPTION 'event: no unconsumed approval'; END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION kernel_stream() RETURNS trigger LANGUAGE plpgsql
SET search_path = @schema, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.id <> OLD.id OR NEW.name <> OLD.name OR (NEW.head <> OLD.head
     AND NEW.head IS DISTINCT FROM
       (SELECT max(position) FROM decisions_event WHERE stream_id = OLD.id))
  THEN RAISE EXCEPTION 'decisions_stream: keeps its name and follows the log'; END IF;
  RETURN NEW;
END $$;
"""


def statements(
    tables: tuple[AppendOnly, ...], rows: tuple[Projected, ...], structural: tuple[str, ...]
) -> dict[str, str]:
    """Trigger name to the statements that make it (functions first, under the empty name)."""
    found = {"": FUNCTIONS}
    for table in tables:
        soft = "{" + ",".join(table.erasable) + "}"
        name = f"kernel_{table.name}"
        found |= trigger(
            f"{name}_keep",
            "BEFORE UPDATE OR DELETE",
            table.name,
            "ROW",
            f"kernel_append_only('{soft}')",
        )
        found |= trigger(
            f"{name}_full", "BEFORE TRUNCATE", table.name, "STATEMENT", "kernel_append_only('{}')"
        )
    surfaces = "{" + ",".join(structural) + "}"
    found |= trigger(
        "kernel_event_insert",
        "BEFORE INSERT",
        "decisions_event",
        "ROW",
        f"kernel_event_next('{surfaces}')",
    )
    stream = "decisions_stream"
    found |= trigger(
        "kernel_stream_keep", "BEFORE UPDATE OR DELETE", stream, "ROW", "kernel_stream()"
    )
    found |= trigger(
        "kernel_stream_full", "BEFORE TRUNCATE", stream, "STATEMENT", "kernel_append_only('{}')"
    )
    for row in rows:
        found |= _row(row)
    return found


def trigger(name: str, when: str, on: str, level: str, call: str) -> dict[str, str]:
    return {
        name: f"DROP TRIGGER IF EXISTS {name} ON {on};\n"
        f"CREATE TRIGGER {name} {when} ON {on} FOR EACH {level} EXECUTE FUNCTION {call};\n"
        f"ALTER TABLE {on} ENABLE ALWAYS TRIGGER {name};"
    }


def _row(row: Projected) -> dict[str, str]:
    name = row.name
    differs = "".join(
        f"\n     OR NEW.\"{column}\" IS DISTINCT FROM (f ->> '{fact}')::{cast}"
        for column, fact, cast in row.facts
    )
    function = f"""
CREATE OR REPLACE FUNCTION kernel_{name}() RETURNS trigger LANGUAGE plpgsql
SET search_path = @schema, pg_temp AS $$
DECLARE e record; item bigint; f json;
BEGIN
  IF TG_OP = 'DELETE' THEN item := OLD.item_id; ELSE item := NEW.item_id; END IF;
  SELECT v.id, v.facts, i.surface, i.stream_id, i.key INTO e FROM decisions_event v
    JOIN decisions_item i ON i.id = v.item_id
    WHERE v.item_id = item ORDER BY v.position DESC LIMIT 1;
  IF TG_OP = 'DELETE' THEN
    IF e.facts <> 'null' AND e.surface = '{row.surface}' THEN
      RAISE EXCEPTION '{name}: no tombstone'; END IF;
    RETURN OLD;
  END IF;
  f := e.facts;
  IF e.id IS DISTINCT FROM NEW.event_id OR e.surface <> '{row.surface}'
     OR e.facts IS NULL OR e.facts = 'null'
     OR e.stream_id IS DISTINCT FROM NEW.stream_id OR e.key IS DISTINCT FROM NEW.key{differs}
  THEN RAISE EXCEPTION '{name}: not what its newest event says'; END IF;
  IF TG_OP = 'UPDATE' AND NEW.item_id <> OLD.item_id THEN
    RAISE EXCEPTION '{name}: key is fixed'; END IF;
  RETURN NEW;
END $$;
"""
    guard = trigger(
        f"kernel_{name}_guard",
        "BEFORE INSERT OR UPDATE OR DELETE",
        name,
        "ROW",
        f"kernel_{name}()",
    )
    full = trigger(
        f"kernel_{name}_full", "BEFORE TRUNCATE", name, "STATEMENT", "kernel_append_only('{}')"
    )
    return {key: function + text for key, text in guard.items()} | full
