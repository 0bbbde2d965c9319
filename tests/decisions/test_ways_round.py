"""Every way round the guard is refused by the model or, at the latest, by the database."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection, models

from decisions import registry
from decisions.domain.errors import KernelUnsafe, NotApproved
from decisions.models import (
    Approval,
    Decision,
    Event,
    Item,
    Receipt,
    Request,
    Secret,
    Stream,
)
from decisions.services import rebuild
from plans.models import Plan
from tests.decisions import acts, tampering

LOG: list[type[models.Model]] = [Item, Secret, Decision, Approval, Event, Receipt]
ROWS: list[Any] = [Request, Plan]
GOVERNED: list[Any] = [s.model for s in registry.all() if s.model is not None]


def name_of(model: type[models.Model]) -> str:
    return str(model._meta.model_name)


@pytest.fixture
def log(stream: Stream) -> Stream:
    """One row of every kind."""
    acts.say(stream, "a", "one")
    acts.say(stream, "b", "one")
    acts.edit_plan(stream)
    acts.edit_plan(stream, key="other")
    return stream


@pytest.fixture(autouse=True)
def _nothing_changed(log: Stream) -> Any:
    yield
    assert acts.problems(log) == []
    assert all(difference.clean for difference in rebuild.check())
    assert Plan.objects.get(key="base").title == "Base"


@pytest.mark.parametrize("model", ROWS, ids=name_of)
def test_a_row_cannot_be_saved_or_deleted_by_its_model(model: Any) -> None:
    row = model.objects.all()[0]
    with pytest.raises(NotApproved):
        row.save()
    with pytest.raises(NotApproved):
        row.save(force_insert=True)
    with pytest.raises(NotApproved):
        row.delete()
    with pytest.raises(NotApproved):
        model.objects.create(key="new")
    with pytest.raises(NotApproved):
        model.objects.get_or_create(key="new")
    with pytest.raises(NotApproved):
        model.objects.update_or_create(key=row.key, defaults={"key": "new"})


@pytest.mark.parametrize("model", ROWS, ids=name_of)
def test_asynchronous_saving_is_the_same_door(model: Any) -> None:
    with pytest.raises(NotApproved):
        async_to_sync(model().asave)()
    with pytest.raises(NotApproved):
        async_to_sync(model().adelete)()


@pytest.mark.parametrize("model", ROWS, ids=name_of)
def test_no_query_updates_or_deletes_rows(model: Any) -> None:
    text = "title" if model is Plan else "text"
    with acts.refused_by_the_database("not what its newest event says"):
        model.objects.update(**{text: "hacked"})
    with acts.refused_by_the_database("not what its newest event says"):
        model.objects.filter(key__in=["a", "base"]).update(key="hacked")
    with acts.refused_by_the_database("no tombstone"):
        model.objects.all().delete()
    with acts.refused_by_the_database("no tombstone"):
        model.objects.all()._raw_delete(using="default")


@pytest.mark.parametrize("model", ROWS, ids=name_of)
def test_no_bulk_operation_changes_rows(model: Any) -> None:
    text = "title" if model is Plan else "text"
    changed = list(model.objects.all())
    for row in changed:
        setattr(row, text, "hacked")
    with acts.refused_by_the_database("not what its newest event says"):
        model.objects.bulk_update(changed, [text])
    with acts.refused_by_the_database():
        model.objects.bulk_create(changed)
    with acts.refused_by_the_database():
        model.objects.bulk_create(changed, ignore_conflicts=True)
    with acts.refused_by_the_database():
        model.objects.bulk_create(
            changed, update_conflicts=True, unique_fields=["item"], update_fields=[text]
        )


def test_no_new_row_is_made_in_bulk_without_an_event(log: Stream) -> None:
    item = Item.objects.create(stream=log, surface=acts.PLAN, key="new")
    event = Event.objects.get(item__key="base")
    row = Plan(item=item, stream=log, event=event, key="new", **acts.plan())
    with acts.refused_by_the_database("not what its newest event says"):
        Plan.objects.bulk_create([row])


@pytest.mark.parametrize("model", GOVERNED, ids=name_of)
def test_raw_sql_changes_no_governed_table(model: Any, log: Stream) -> None:
    table = model._meta.db_table
    fact = model._meta.get_field(model.facts_fields()[0]).column
    event = Event.objects.first()
    assert event is not None
    columns = ["item_id", "stream_id", "event_id", "key"]
    values: list[Any] = [event.item_id, log.pk, event.pk, "hacked"]
    for field in model._meta.concrete_fields:
        if field.column not in columns:
            columns.append(str(field.column))
            values.append(_some(field))
    names = ", ".join(f'"{name}"' for name in columns)
    holes = ", ".join(["%s"] * len(columns))
    with acts.refused_by_the_database("not what its newest event says"):
        acts.execute(f"INSERT INTO {table} ({names}) VALUES ({holes})", values)
    if model.objects.exists():
        with acts.refused_by_the_database("not what its newest event says"):
            acts.execute(f'UPDATE {table} SET "{fact}" = %s', [_some(model._meta.get_field(fact))])
        with acts.refused_by_the_database("no tombstone"):
            acts.execute(f"DELETE FROM {table}")


def _some(field: Any) -> Any:
    if isinstance(field, models.BooleanField):
        return True
    if isinstance(field, models.IntegerField):
        return 77
    return "2001-01-01" if isinstance(field, models.DateField) else "77"


@pytest.mark.parametrize("model", LOG, ids=name_of)
def test_no_row_of_the_log_is_updated(model: type[models.Model]) -> None:
    for field in model._meta.concrete_fields:
        with acts.refused_by_the_database("append-only"):
            acts.execute(f'UPDATE {model._meta.db_table} SET "{field.column}" = "{field.column}"')
    first = model._meta.concrete_fields[1].name
    with acts.refused_by_the_database("append-only"):
        model._default_manager.update(**{first: models.F(first)})


@pytest.mark.parametrize("model", LOG, ids=name_of)
def test_no_row_of_the_log_is_deleted(model: type[models.Model]) -> None:
    with acts.refused_by_the_database("append-only"):
        acts.execute(f"DELETE FROM {model._meta.db_table}")
    with acts.refused_by_the_database("append-only"):
        model._default_manager.all()._raw_delete(using="default")


def copy_of(table: str) -> tuple[str, str, list[Any]]:
    """Columns, placeholders and values of an existing row."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY 1 DESC LIMIT 1")
        names = [f'"{column[0]}"' for column in cursor.description]
        values = list(cursor.fetchone())
    return ", ".join(names), ", ".join(["%s"] * len(names)), values


@pytest.mark.parametrize("model", LOG, ids=name_of)
def test_no_row_of_the_log_is_replaced_or_merged(model: type[models.Model]) -> None:
    table = model._meta.db_table
    names, holes, values = copy_of(table)
    statements = [f"INSERT INTO {table} ({names}) VALUES ({holes})"]
    if connection.vendor == "sqlite":
        statements += [
            f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({holes})",
            f"REPLACE INTO {table} ({names}) VALUES ({holes})",
            f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({holes})",
            f"UPDATE OR REPLACE {table} SET id = id + 1000",
            f"UPDATE {table} SET rowid = rowid + 1000",
        ]
    statements.append(
        f"INSERT INTO {table} ({names}) VALUES ({holes}) ON CONFLICT (id) DO UPDATE SET id = 77"
    )
    for statement in statements:
        with acts.refused_by_the_database():
            acts.execute(statement, values if "%s" in statement else None)


@pytest.mark.parametrize("model", ROWS, ids=name_of)
def test_no_governed_row_is_replaced_or_merged(model: Any) -> None:
    table = model._meta.db_table
    names, holes, values = copy_of(table)
    values[names.split(", ").index('"key"')] = "hacked"
    conflict = "ON CONFLICT (item_id) DO UPDATE SET key = 'hacked'"
    statements = [f"INSERT INTO {table} ({names}) VALUES ({holes}) {conflict}"]
    if connection.vendor == "sqlite":
        statements += [
            f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({holes})",
            f"REPLACE INTO {table} ({names}) VALUES ({holes})",
        ]
    for statement in statements:
        with acts.refused_by_the_database():
            acts.execute(statement, values)


Door = Callable[[dict[str, Any]], dict[str, Any]]
WRONG: dict[str, Door] = {
    "a gap": lambda row: {"position": row["position"] + 1},
    "a position that is taken": lambda row: {"position": row["position"] - 1},
    "another previous hash": lambda row: {"previous_hash": "0" * 64},
    "no previous hash": lambda row: {"previous_hash": ""},
    "an earlier time": lambda row: {"recorded_at": "2001-01-01 00:00:00.000000+00"},
    "another state before": lambda row: {"before": "absent"},
    "an item of another stream": lambda row: {"item_id": row["foreign_item"]},
    "a decision of another stream": lambda row: {"decision_id": row["foreign_decision"]},
    "another stream": lambda row: {"stream_id": row["foreign_stream"]},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=list(WRONG))
def test_an_event_is_inserted_only_as_the_next_of_its_stream_and_item(
    log: Stream, bob: acts.Person, wrong: Door
) -> None:
    acts.say(bob.stream, "foreign")
    with tampering.undone():
        row = forged(log)
        more = {
            "foreign_item": Item.objects.get(key="foreign").pk,
            "foreign_decision": Event.objects.get(item__key="foreign").decision_id,
            "foreign_stream": bob.stream.pk,
        }
        with acts.refused_by_the_database("not the next|append-only|unique|UNIQUE"):
            insert_event({**row, **wrong({**row, **more})})


def forged(stream: Stream, **changes: Any) -> dict[str, Any]:
    """A well-formed next event of request `a`, as somebody with SQL might build it."""
    acts.execute(
        "INSERT INTO decisions_decision (identity, stream_id, kind, mandate, subject, occasion, "
        "actor, recorded_at) SELECT %s, stream_id, kind, mandate, subject, 'forged', actor, "
        "recorded_at FROM decisions_decision WHERE stream_id = %s ORDER BY id DESC LIMIT 1",
        [f"{Decision.objects.count():032x}", stream.pk],
    )
    last = Event.objects.filter(stream=stream).order_by("-position")[0]
    before = Event.objects.filter(item__key="a").order_by("-position")[0]
    return {
        "stream_id": stream.pk,
        "position": last.position + 1,
        "item_id": before.item_id,
        "decision_id": Decision.objects.order_by("-pk")[0].pk,
        "identity": f"{last.position:032x}",
        "generation": 1,
        "recorded_at": "2100-01-01 00:00:00.000000+00",
        "occurred_at": "2100-01-01 00:00:00.000000+00",
        "zone": "",
        "fact_type": "observation",
        "evidence": "observed",
        "facts": json.dumps(acts.wish("forged")),
        "fingerprint": "f" * 64,
        "before": before.fingerprint,
        "source": "{}",
        "source_digest": "0" * 64,
        "reasoning": "",
        "reasoning_digest": "0" * 64,
        "model_version": "",
        "correlation": "",
        "basis": "",
        "previous_hash": last.hash,
        "hash": "e" * 64,
        **changes,
    }


def insert_event(row: dict[str, Any]) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    holes = ", ".join(["%s"] * len(row))
    acts.execute(f"INSERT INTO decisions_event ({names}) VALUES ({holes})", list(row.values()))


STREAM_CHANGES = [
    "UPDATE decisions_stream SET head = 1",
    "UPDATE decisions_stream SET head = 99",
    "UPDATE decisions_stream SET name = 'athlete:999'",
    "UPDATE decisions_stream SET id = id + 1000",
    "DELETE FROM decisions_stream",
]


@pytest.mark.parametrize("statement", STREAM_CHANGES)
def test_a_stream_keeps_its_name_and_follows_its_log(statement: str) -> None:
    tampering.settle()
    with acts.refused_by_the_database("keeps its name and follows the log"):
        acts.execute(statement)


def test_no_stream_is_replaced(log: Stream) -> None:
    row = f"(id, name, head) VALUES ({log.pk}, '{log.name}', 0)"
    statements = [f"INSERT INTO decisions_stream {row} ON CONFLICT (id) DO UPDATE SET head = 1"]
    if connection.vendor == "sqlite":
        statements += [
            f"REPLACE INTO decisions_stream {row}",
            f"INSERT OR REPLACE INTO decisions_stream {row}",
        ]
    for statement in statements:
        with acts.refused_by_the_database("keeps its name and follows the log"):
            acts.execute(statement)


@pytest.mark.parametrize("head", [1, 99])
def test_a_head_that_an_owner_moved_is_found(log: Stream, head: int) -> None:
    with tampering.without_triggers():
        acts.execute("UPDATE decisions_stream SET head = %s", [head])
        assert [problem.position for problem in acts.problems(log)] == [4]


def test_an_approval_that_nothing_used_and_a_decision_that_nothing_answered_are_found(
    log: Stream,
) -> None:
    with tampering.undone():
        row = forged(log)
        acts.execute(
            "INSERT INTO decisions_approval (decision_id, item_id, reviewed, intended, fingerprint, "
            "approver, reason) VALUES (%s, %s, 'absent', '{}', 'x', 'user:7', '')",
            [row["decision_id"], row["item_id"]],
        )
        found = [problem.what for problem in acts.problems(log)]
        assert "an approval of user:7 stands without the event that it was given for" in found
        assert any("has no receipt" in what for what in found)


def test_receipts_that_an_owner_removed_are_found(log: Stream) -> None:
    with tampering.without_triggers():
        acts.execute("DELETE FROM decisions_receipt")
        found = {problem.what for problem in acts.problems(log)}
        assert "no receipt names it" in found


def test_a_write_that_a_savepoint_takes_back_leaves_nothing(log: Stream) -> None:
    before = (Event.objects.count(), Decision.objects.count(), Approval.objects.count())
    with tampering.undone():
        acts.say(log, "a", "two")
        acts.edit_plan(log, key="third")
    assert (Event.objects.count(), Decision.objects.count(), Approval.objects.count()) == before
    assert acts.say(log, "a", "two").outcome == "applied"


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_a_trigger_taken_out_of_the_schema_table_stops_the_next_write(log: Stream) -> None:
    acts.say(log, "a", "two")
    with tampering.undone():
        acts.execute("PRAGMA writable_schema = ON")
        try:
            gone = acts.execute(
                "DELETE FROM sqlite_master WHERE name = 'kernel_decisions_event_no_update'"
            )
            assert gone == 1, "the number of the schema stays as it was"
            with pytest.raises(KernelUnsafe, match="kernel_decisions_event_no_update"):
                acts.say(log, "a", "three")
        finally:
            acts.execute("PRAGMA writable_schema = OFF")
