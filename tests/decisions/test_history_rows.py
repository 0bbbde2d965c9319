"""History rows: one per event, saying what it says; nobody changes one, and what an owner changes is found."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, models

from decisions import registry
from decisions.models import Event, Request, Stream
from decisions.services import guard
from plans.models import Plan
from tests.decisions import acts, tampering
from tests.decisions.test_ways_round import copy_of

pytestmark = pytest.mark.django_db
TABLE = "decisions_historicalrequest"
HISTORIES: list[Any] = [s.model.history.model for s in registry.all() if s.model is not None]


@pytest.fixture(autouse=True)
def log(stream: Stream) -> Any:
    """A request that was changed and one that was taken back, and a plan; nothing may change them."""
    acts.say(stream, "a", "one")
    acts.say(stream, "a", "two")
    acts.say(stream, "b", "one")
    acts.say(stream, "b", None)
    acts.edit_plan(stream)
    yield stream
    assert acts.problems(stream) == []
    said = Request.history.order_by("history_id").values_list("key", "text", "history_type")
    assert list(said) == [
        ("a", "one", "+"),
        ("a", "two", "~"),
        ("b", "one", "+"),
        ("b", "one", "-"),
    ]


def test_every_row_names_its_event_and_the_moment_of_it() -> None:
    for row in (*Request.history.all(), *Plan.history.all()):
        event = Event.objects.get(pk=row.event_id)
        assert (row.item_id, row.history_date) == (event.item_id, event.recorded_at)


def test_no_column_of_a_row_is_updated() -> None:
    for field in Request.history.model._meta.concrete_fields:
        numbered = isinstance(field, models.ForeignKey | models.AutoField)
        value = 1 if numbered else "2001-01-01"[: field.max_length]
        with acts.refused_by_the_database("append-only"):
            acts.execute(f'UPDATE {TABLE} SET "{field.column}" = %s', [value])


def test_no_query_changes_rows() -> None:
    for manager in (Request.history, Request.history.model.objects):
        with acts.refused_by_the_database("append-only"):
            manager.filter(key="a").update(text="hacked")
        with acts.refused_by_the_database("append-only"):
            manager.all().delete()
        with acts.refused_by_the_database("append-only"):
            manager.all()._raw_delete(using="default")
    rows = list(Request.history.all())
    for row in rows:
        row.text = "hacked"
    model = Request.history.model
    with acts.refused_by_the_database("append-only"):
        model.objects.bulk_update(rows, ["text"])
    with acts.refused_by_the_database("append-only"):
        rows[0].save()
    with acts.refused_by_the_database("append-only"):
        rows[0].delete()
    with acts.refused_by_the_database("not what its event says"):
        model.objects.bulk_create(rows, ignore_conflicts=True)
    with acts.refused_by_the_database("not what its event says"):
        model.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["history_id"], update_fields=["text"]
        )


@pytest.mark.parametrize("model", HISTORIES, ids=lambda model: str(model._meta.model_name))
def test_no_history_table_takes_a_row_without_its_event(model: Any, log: Stream) -> None:
    event = Event.objects.order_by("pk")[0]
    values: dict[str, Any] = {
        "item_id": event.item_id, "stream_id": log.pk, "event_id": event.pk, "key": "forged",
        "history_date": event.recorded_at, "history_type": "+", "history_user_id": None,
    }  # fmt: skip
    for field in model._meta.concrete_fields:
        if field.column not in (*values, "history_id"):
            values[str(field.column)] = _some(field)
    names = ", ".join(f'"{name}"' for name in values)
    with acts.refused_by_the_database("not what its event says"):
        acts.execute(
            f"INSERT INTO {model._meta.db_table} ({names}) "
            f"VALUES ({', '.join(['%s'] * len(values))})",
            list(values.values()),
        )


def _some(field: Any) -> Any:
    if isinstance(field, models.BooleanField):
        return True
    if isinstance(field, models.IntegerField):
        return 77
    return "2001-01-01" if isinstance(field, models.DateField) else "77"


def test_no_row_is_replaced_or_merged() -> None:
    names, holes, values = copy_of(TABLE)
    conflict = "ON CONFLICT (history_id) DO UPDATE SET text = 'hacked'"
    statements = [f"INSERT INTO {TABLE} ({names}) VALUES ({holes}) {conflict}"]
    if connection.vendor == "sqlite":
        statements += [
            f"INSERT OR REPLACE INTO {TABLE} ({names}) VALUES ({holes})",
            f"REPLACE INTO {TABLE} ({names}) VALUES ({holes})",
            f"INSERT OR IGNORE INTO {TABLE} ({names}) VALUES ({holes})",
            f"UPDATE OR REPLACE {TABLE} SET history_id = history_id + 1000",
            f"WITH x AS (SELECT 1) UPDATE {TABLE} SET text = 'hacked'",
        ]
    else:
        statements += [
            f"WITH x AS (UPDATE {TABLE} SET text = 'hacked' RETURNING 1) SELECT * FROM x",
            f"WITH x AS (DELETE FROM {TABLE} RETURNING 1) SELECT * FROM x",
            f"MERGE INTO {TABLE} h USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE",
            f"TRUNCATE {TABLE}",
        ]
    tampering.settle()
    for statement in statements:
        with acts.refused_by_the_database():
            acts.execute(statement, values if "%s" in statement else None)


FORGED = {
    "a second row of one event": {},
    "other words": {"text": "'forged'"},
    "another key": {"key": "'forged'"},
    "another kind": {"history_type": "'-'"},
    "another moment": {"history_date": "'2001-01-01 00:00:00.000000'"},
    "another person": {"history_user_id": "(SELECT min(id) FROM auth_user)"},
    "no event": {"event_id": "NULL"},
}


@pytest.mark.parametrize("changes", FORGED.values(), ids=list(FORGED))
def test_a_row_is_inserted_only_as_its_event_says(changes: dict[str, str]) -> None:
    """The true row is put away first, so that each forgery has nothing but its own fault."""
    columns = [str(f.column) for f in Request.history.model._meta.concrete_fields]
    names = [column for column in columns if column != "history_id"]
    chosen = ", ".join(changes.get(name, f'"{name}"') for name in names)
    listed = ", ".join(f'"{name}"' for name in names)
    forge = f"INSERT INTO {TABLE} ({listed}) SELECT {chosen} FROM put_away WHERE history_type = '~'"
    with tampering.undone():
        acts.execute(f"CREATE TEMPORARY TABLE put_away AS SELECT * FROM {TABLE}")
        tampering.suspend()
        if changes:
            acts.execute(f"DELETE FROM {TABLE} WHERE history_type = '~'")
        tampering.restore()
        with acts.refused_by_the_database("not what its event says"):
            acts.execute(forge)
        if changes:
            true = ", ".join(f'"{name}"' for name in names)
            assert acts.execute(forge.replace(f"SELECT {chosen}", f"SELECT {true}")) == 1


def test_an_account_that_goes_leaves_its_rows_without_a_name(log: Stream) -> None:
    user = User.objects.create_user("gone")
    with tampering.undone():
        intent = acts.occasion(log, actor=f"user:{user.pk}")
        guard.write(intent, [acts.target(log, "c", acts.wish("mine"))])
        row = Request.history.get(key="c")
        assert row.history_user_id == user.pk
        user.delete()
        assert Request.history.get(key="c").history_user_id is None
        assert acts.problems(log) == []


TAMPERED = {
    f"UPDATE {TABLE} SET text = 'hacked' WHERE history_type = '~'": (
        2,
        "is not what its event says",
    ),
    f"UPDATE {TABLE} SET text = 'hacked' WHERE history_type = '-'": (
        4,
        "is not what its event says",
    ),
    f"UPDATE {TABLE} SET history_user_id = (SELECT min(id) FROM auth_user), text = text "
    "WHERE history_type = '~'": (2, "is not what its event says"),
    f"DELETE FROM {TABLE} WHERE history_type = '-'": (4, "has no history row"),
    f"UPDATE {TABLE} SET event_id = NULL WHERE history_type = '~'": (
        0,
        "is not what its event says",
    ),
    "DELETE FROM plans_historicalplan": (5, "has no history row"),
}


@pytest.mark.parametrize(("statement", "found"), TAMPERED.items())
def test_what_the_owner_of_the_tables_changed_is_found(
    log: Stream, statement: str, found: tuple[int, str]
) -> None:
    with tampering.without_triggers():
        assert acts.execute(statement) == 1
        problems = acts.problems(log)
        assert problems[0].position == found[0]
        assert found[1] in problems[0].what


def test_a_second_row_of_one_event_is_found(log: Stream) -> None:
    names = [
        f'"{f.column}"'
        for f in Request.history.model._meta.concrete_fields
        if f.column != "history_id"
    ]
    listed = ", ".join(names)
    with tampering.without_triggers():
        acts.execute(f"INSERT INTO {TABLE} ({listed}) SELECT {listed} FROM {TABLE} WHERE key = 'a'")
        assert [problem.position for problem in acts.problems(log)] == [1, 2]
