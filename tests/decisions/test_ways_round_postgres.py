"""What PostgreSQL alone offers to get round the guard: TRUNCATE, COPY, MERGE, replication roles."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from decisions.domain.errors import KernelUnsafe
from decisions.models import Event, Stream
from decisions.services import rebuild
from decisions.triggers import compare
from plans.models import Plan
from tests.decisions import acts, tampering
from tests.decisions.test_ways_round import GOVERNED, LOG

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
HISTORIES = [model.history.model for model in GOVERNED]
TABLES = [model._meta.db_table for model in (*LOG, *GOVERNED, *HISTORIES, Stream)]


@pytest.fixture(autouse=True)
def log(stream: Stream) -> Any:
    """A request and a plan, which have to come out of it unharmed."""
    acts.say(stream, "a", "one")
    acts.edit_plan(stream)
    yield stream
    assert acts.problems(stream) == []
    assert all(difference.clean for difference in rebuild.check())


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_truncated(table: str) -> None:
    tampering.settle()
    with acts.refused_by_the_database():
        acts.execute(f"TRUNCATE {table}")
    with acts.refused_by_the_database("append-only"):
        acts.execute(f"TRUNCATE {table} CASCADE")


def test_a_replication_role_skips_no_trigger() -> None:
    tampering.settle()
    acts.execute("SET LOCAL session_replication_role = replica")
    try:
        with acts.refused_by_the_database("append-only"):
            acts.execute("UPDATE decisions_event SET zone = 'x'")
        with acts.refused_by_the_database("append-only"):
            acts.execute("DELETE FROM decisions_receipt")
        with acts.refused_by_the_database("not what its newest event says"):
            acts.execute("UPDATE plans_plan SET title = 'hacked'")
        with acts.refused_by_the_database("append-only"):
            acts.execute("TRUNCATE decisions_event CASCADE")
    finally:
        acts.execute("SET LOCAL session_replication_role = DEFAULT")


def test_copy_brings_in_no_row_and_no_event() -> None:
    plan = Plan.objects.get()
    line = f"{plan.pk}\t{plan.stream_id}\t{plan.event_id}\tbase\tHacked\tg\tstrength\t2026-09-07\tactive\n"
    columns = "item_id, stream_id, event_id, key, title, goal, sport, starts_on, status"
    with acts.refused_by_the_database("not what its newest event says"):
        copy("plans_plan", columns, line)
    event = Event.objects.latest("position")
    line = f"{event.stream_id}\t{event.position + 1}\t{event.item_id}\t{event.decision_id}\n"
    with acts.refused_by_the_database():
        copy("decisions_event", "stream_id, position, item_id, decision_id", line)


def copy(table: str, columns: str, line: str) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as out:
        out.write(line)


def test_merge_changes_no_row() -> None:
    with acts.refused_by_the_database("not what its newest event says"):
        acts.execute(
            "MERGE INTO plans_plan p USING (SELECT 1) s ON true "
            "WHEN MATCHED THEN UPDATE SET title = 'hacked'"
        )
    with acts.refused_by_the_database("no tombstone"):
        acts.execute("MERGE INTO plans_plan p USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE")


def test_a_disabled_trigger_counts_as_a_missing_one() -> None:
    with tampering.undone():
        tampering.settle()
        acts.execute("ALTER TABLE decisions_event DISABLE TRIGGER kernel_event_insert")
        with pytest.raises(KernelUnsafe, match="kernel_event_insert"):
            acts.edit_plan(Stream.objects.get())
    with tampering.undone():
        tampering.settle()
        acts.execute("ALTER TABLE plans_plan ENABLE TRIGGER kernel_plans_plan_guard")
        with pytest.raises(KernelUnsafe, match="kernel_plans_plan_guard"):
            acts.edit_plan(Stream.objects.get())


@pytest.fixture
def shadows() -> None:
    """Temporary tables of the kernel's names, which PostgreSQL looks into first."""
    for table in ("decisions_event", "decisions_item", "decisions_decision", "decisions_approval"):
        acts.execute(f"CREATE TEMPORARY TABLE {table} AS SELECT * FROM public.{table}")
    acts.execute("UPDATE pg_temp.decisions_event SET facts = replace(facts, 'Base', 'Hacked')")
    acts.execute(
        "INSERT INTO pg_temp.decisions_event (id, item_id, fact_type, position, generation) "
        "SELECT 999, item_id, 'redaction', 999, 9 FROM public.decisions_event"
    )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE public.plans_plan SET title = 'Hacked'",
        "UPDATE public.decisions_event SET facts = NULL, source = NULL, reasoning = NULL",
        "DELETE FROM public.decisions_secret",
        "DELETE FROM public.decisions_historicalrequest",
        "UPDATE public.decisions_stream SET head = 999",
    ],
)
def test_a_temporary_table_does_not_stand_in_for_the_log(shadows: None, statement: str) -> None:
    try:
        with acts.refused_by_the_database():
            acts.execute(statement)
    finally:
        acts.execute("DISCARD TEMP")


ALTERED = {
    "CREATE TRIGGER kernel_decisions_receipt_keep BEFORE UPDATE OR DELETE ON auth_group "
    "FOR EACH ROW EXECUTE FUNCTION kernel_append_only('{}')": "auth_group",
    "CREATE TRIGGER kernel_decisions_receipt_keep BEFORE UPDATE OR DELETE ON decisions_receipt "
    "FOR EACH ROW WHEN (false) EXECUTE FUNCTION kernel_append_only('{}')": "decisions_receipt",
    "CREATE TRIGGER kernel_decisions_receipt_keep BEFORE UPDATE OF outcome OR DELETE ON "
    "decisions_receipt FOR EACH ROW EXECUTE FUNCTION kernel_append_only('{}')": "decisions_receipt",
}


@pytest.mark.parametrize(("statement", "table"), ALTERED.items())
def test_a_trigger_of_the_same_name_that_guards_less_stops_the_next_write(
    log: Stream, statement: str, table: str
) -> None:
    name = "kernel_decisions_receipt_keep"
    with tampering.undone():
        tampering.drop(name, "decisions_receipt")
        acts.execute(statement)
        acts.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")
        assert name in compare.altered()
        with pytest.raises(KernelUnsafe, match=name):
            acts.say(log, "a", "two")


@pytest.mark.parametrize(
    "change", ["SET search_path = pg_temp, public", "RESET search_path", "SET search_path = public"]
)
def test_a_function_with_another_search_path_is_found(change: str) -> None:
    with tampering.undone():
        acts.execute(f"ALTER FUNCTION kernel_append_only() {change}")
        assert compare.altered() == {"kernel_append_only"}


def test_what_was_changed_while_triggers_were_disabled_is_found_afterwards(log: Stream) -> None:
    """Disable, change, enable: three statements that leave no trigger missing."""
    with tampering.undone():
        tampering.settle()
        acts.execute("ALTER TABLE decisions_event DISABLE TRIGGER USER")
        acts.execute("UPDATE decisions_event SET facts = replace(facts, 'one', 'two')")
        tampering.settle()
        for kind in ("keep", "full"):
            name = f"kernel_decisions_event_{kind}"
            acts.execute(f"ALTER TABLE decisions_event ENABLE ALWAYS TRIGGER {name}")
        acts.execute("ALTER TABLE decisions_event ENABLE ALWAYS TRIGGER kernel_event_insert")
        assert compare.altered() == set()
        assert {problem.position for problem in acts.problems(log)} == {1}
