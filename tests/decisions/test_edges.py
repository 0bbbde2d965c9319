"""Small parts that everything leans on: clock, registry, system checks, doorbell, borders, snapshot."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from decisions import checks, clock, crash, doorbell, registry
from decisions.domain.surface import Surface
from decisions.models import Athlete, FactsField, Request, Stream, dialect
from decisions.models.statements import inserting, run
from tests.decisions import acts


def test_the_clock_stands_where_it_is_put_and_goes_on_afterwards() -> None:
    before = datetime.now(UTC)  # noqa: TID251 - compared with the one door
    with clock.at(datetime(2026, 3, 1, 23, 30, tzinfo=UTC)):
        assert clock.now() == datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
        assert clock.today("Europe/Paris") == date(2026, 3, 2)
        assert clock.today("America/New_York") == date(2026, 3, 1)
        with clock.at(datetime(2020, 1, 1, tzinfo=timezone(timedelta(hours=1)))):
            assert clock.now() == datetime(2019, 12, 31, 23, tzinfo=UTC)
        assert clock.now().year == 2026
    assert clock.now() >= before


def test_the_clock_cannot_be_put_where_there_is_no_zone() -> None:
    with pytest.raises(ValueError, match="zone"), clock.at(datetime(2026, 1, 1)):  # noqa: DTZ001
        pass


def surface(key: str, model: Any = None) -> Surface:
    return Surface(key, "thing", lambda facts: facts, str, model=model)


def test_a_surface_has_one_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_surfaces", {})
    registry.register(surface("a.b", Request))
    registry.register(surface("a.b", Request))
    assert [s.key for s in registry.all()] == ["a.b"]
    with pytest.raises(ValueError, match="owner already"):
        registry.register(surface("a.b"))
    with pytest.raises(TypeError, match="governed row"):
        registry.register(surface("a.c", Athlete))
    with pytest.raises(TypeError, match="not a Surface"):
        registry.register("a.d")  # type: ignore[arg-type]
    with pytest.raises(LookupError, match="no app has registered"):
        registry.get("a.d")


def test_every_surface_validates_to_exactly_the_columns_of_its_row() -> None:
    for each in registry.all():
        if each.model is not None:
            assert set(each.personal) <= set(each.model.facts_fields()), each.key


@pytest.mark.parametrize(
    ("engine", "options", "expected"),
    [
        ("sqlite3", {}, ["decisions.E001"]),
        ("sqlite3", {"transaction_mode": "DEFERRED"}, ["decisions.E001"]),
        ("sqlite3", {"transaction_mode": "IMMEDIATE"}, []),
        ("postgresql", {}, []),
    ],
    ids=["unset", "deferred", "immediate", "postgresql"],
)
def test_sqlite_without_immediate_transactions_is_an_error(
    monkeypatch: pytest.MonkeyPatch, engine: str, options: dict[str, str], expected: list[str]
) -> None:
    default = {"ENGINE": f"django.db.backends.{engine}", "OPTIONS": options}
    monkeypatch.setattr(checks, "settings", SimpleNamespace(DATABASES={"default": default}))
    assert [message.id for message in checks.sqlite_writes_immediately()] == expected


def test_a_mandate_over_a_surface_that_nobody_owns_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert checks.mandates_name_real_surfaces() == []
    monkeypatch.setattr(registry, "_surfaces", {})
    assert {m.id for m in checks.mandates_name_real_surfaces()} == {"decisions.E002"}


@pytest.mark.django_db
def test_the_doorbell_rings_once_per_commit_that_appended(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    rung: list[int] = []
    monkeypatch.setattr(doorbell, "_bells", [])
    doorbell.on_append(rung.append)
    doorbell.on_append(rung.append)
    stream = acts.a_stream()
    with django_capture_on_commit_callbacks(execute=True):
        acts.say(stream, "a", "one")
        assert rung == []
    with django_capture_on_commit_callbacks(execute=True):
        acts.say(stream, "a", "one")
        acts.say(stream, "a", "three", reviewed="0" * 64)
    assert rung == [stream.pk]


def test_a_crash_point_that_is_not_listed_is_a_mistake() -> None:
    with pytest.raises(LookupError, match="not listed"):
        crash.point("write.somewhere")
    crash.point("write.locked")


@pytest.mark.parametrize(
    "raw",
    [
        "2026-11-30 18:04:00",
        "2026-11-30 18:04:00.000000",
        datetime(2026, 11, 30, 18, 4),  # noqa: DTZ001 - as SQLite's driver gives it
        datetime(2026, 11, 30, 18, 4, tzinfo=UTC),
        datetime(2026, 11, 30, 19, 4, tzinfo=timezone(timedelta(hours=1))),
    ],
    ids=["short", "long", "naive", "utc", "elsewhere"],
)
def test_a_moment_is_one_moment_however_the_database_gives_it(raw: Any) -> None:
    assert dialect.stamp_of(raw) == "2026-11-30 18:04:00.000000"
    assert dialect.moment_of(raw) == datetime(2026, 11, 30, 18, 4, tzinfo=UTC)


def test_dates_and_identities_cross_the_border() -> None:
    assert dialect.date_of("2026-11-30") == dialect.date_of(date(2026, 11, 30))
    assert dialect.date_of(None) is None
    text = "6f4c1f2e6c1d5c399a559f1f0c6f1e0a"
    assert dialect.hex_of(UUID(text)) == dialect.hex_of(str(UUID(text))) == text


@pytest.mark.django_db
def test_several_statements_run_in_order_and_each_gives_its_rows() -> None:
    found = run(
        [
            ("SELECT %s", [1]),
            ("UPDATE decisions_stream SET head = head WHERE id = %s", [-1]),
            *inserting("decisions_stream", ("name", "head"), [("a", 0), ("b", 0)],
                       returning="name"),
            ("SELECT name FROM decisions_stream WHERE name LIKE 'a%%' OR name = %s", ["b"]),
        ]
    )  # fmt: skip
    assert found[0] == [(1,)]
    assert found[1] == []
    assert sorted(found[2]) == sorted(found[3]) == [("a",), ("b",)]
    assert run([]) == []


@pytest.mark.django_db
def test_many_rows_are_inserted_in_few_statements() -> None:
    rows = [(f"s{n}", 0) for n in range(1001)]
    statements = inserting("decisions_stream", ("name", "head"), rows)
    assert len(statements) == (3 if connection.vendor == "sqlite" else 1)
    run(statements)
    assert list(Stream.objects.order_by("pk").values_list("name", flat=True)) == [
        name for name, _ in rows
    ]
    assert Stream.objects.filter(name__startswith="s").count() == 1001
    assert inserting("decisions_stream", ("name",), []) == []


@pytest.mark.django_db
def test_statements_work_one_by_one_where_the_server_binds_parameters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = {**connection.settings_dict["OPTIONS"], "server_side_binding": True}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    assert run([("SELECT %s", [1]), ("SELECT %s", [2])]) == [[(1,)], [(2,)]]


def test_nested_facts_are_canonical_text_in_the_database() -> None:
    field: Any = FactsField()
    assert field.get_prep_value({"b": 1, "a": [None]}) == '{"a":[null],"b":1}'
    assert field.get_prep_value(None) is None
    assert field.from_db_value('{"a":1}') == field.to_python('{"a":1}') == {"a": 1}
    assert field.from_db_value(None) is None


@pytest.mark.django_db
def test_an_athletes_log_is_made_once(alice: acts.Person) -> None:
    assert alice.athlete.stream == alice.athlete.stream
    assert Stream.objects.filter(name=f"athlete:{alice.athlete.pk}").count() == 1
