"""Triggers: all there after a migrate, missed when one is gone, and compared with what they should say."""

from __future__ import annotations

import re

import pytest
from django.core.management import call_command
from django.db import connection

from decisions import registry
from decisions.domain.errors import KernelUnsafe
from decisions.models import Stream
from decisions.services import health
from decisions.triggers import compare, tables, upkeep
from tests.decisions import acts, tampering

pytestmark = pytest.mark.django_db


def test_all_triggers_are_there_after_the_migrations_ran() -> None:
    assert upkeep.missing() == set()
    assert compare.altered() == set()
    assert len(upkeep.names(connection)) > 3 * len(tables.projected())


def test_every_governed_table_and_every_table_of_the_log_is_guarded() -> None:
    text = "\n".join(upkeep.wanted(connection).values())
    guarded = set(re.findall(r"\bON (\w+)", text))
    assert {s.model._meta.db_table for s in registry.all() if s.model} <= guarded
    assert {s.model.history.model._meta.db_table for s in registry.all() if s.model} <= guarded
    assert {table.name for table in tables.append_only()} <= guarded
    assert "decisions_stream" in guarded


def test_every_fact_of_every_governed_table_is_compared() -> None:
    for row in tables.projected():
        rules = [sql for name, sql in upkeep.wanted(connection).items() if row.name in name]
        for column, _, _ in row.facts:
            assert any(f'NEW."{column}"' in sql for sql in rules), (row.name, column)


def test_every_single_trigger_is_missed_when_it_is_gone(stream: Stream) -> None:
    for name, sql in upkeep.wanted(connection).items():
        if not name:
            continue
        table = re.search(r"CREATE TRIGGER \w+ BEFORE [A-Z ]+ ON (\w+)", sql)
        assert table is not None
        with tampering.undone():
            tampering.drop(name, table[1])
            assert upkeep.missing() == {name[:63]}
            if "historical" not in name:  # a write for each would take seconds
                with pytest.raises(KernelUnsafe):
                    acts.say(stream, "a")
    assert acts.say(stream, "a").outcome == "applied"


def test_a_foreign_trigger_with_our_prefix_does_not_make_up_for_a_missing_one(
    stream: Stream,
) -> None:
    postgres = connection.vendor == "postgresql"
    with tampering.undone():
        tampering.settle()
        acts.execute(
            "CREATE TRIGGER kernel_extra BEFORE UPDATE ON auth_group FOR EACH ROW "
            "EXECUTE FUNCTION kernel_append_only('{}')"
            if postgres
            else "CREATE TRIGGER kernel_extra BEFORE UPDATE ON auth_group BEGIN SELECT 1; END"
        )
        if postgres:
            acts.execute("ALTER TABLE auth_group ENABLE ALWAYS TRIGGER kernel_extra")
        last = "kernel_decisions_receipt_keep" if postgres else "kernel_decisions_receipt_no_delete"
        tampering.drop(last, "decisions_receipt")
        with pytest.raises(KernelUnsafe, match=last):
            acts.say(stream, "a")


def test_creating_them_twice_is_creating_them_once() -> None:
    tampering.settle()
    upkeep.create()
    upkeep.create()
    assert upkeep.missing() == set()
    assert compare.altered() == set()


def test_a_hollowed_out_trigger_is_noticed() -> None:
    with tampering.undone():
        tampering.settle()
        if connection.vendor == "postgresql":
            acts.execute(
                "CREATE OR REPLACE FUNCTION kernel_append_only() RETURNS trigger LANGUAGE plpgsql "
                "AS $$ BEGIN RETURN COALESCE(NEW, OLD); END $$"
            )
            assert "kernel_append_only" in compare.altered()
        else:
            tampering.drop("kernel_decisions_event_no_delete", "decisions_event")
            acts.execute(
                "CREATE TRIGGER kernel_decisions_event_no_delete BEFORE DELETE ON decisions_event "
                "BEGIN SELECT 1; END"
            )
            assert compare.altered() == {"kernel_decisions_event_no_delete"}
        assert upkeep.missing() == set()


def test_a_trigger_on_the_wrong_event_is_noticed() -> None:
    if connection.vendor == "sqlite":
        name, table = "kernel_decisions_event_no_update", "decisions_event"
        wrong = f"CREATE TRIGGER {name} BEFORE UPDATE OF zone ON {table} BEGIN SELECT 1; END"
    else:
        name, table = "kernel_decisions_event_keep", "decisions_event"
        wrong = (
            f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION "
            "kernel_append_only('{facts,source,reasoning}')"
        )
    with tampering.undone():
        tampering.drop(name, table)
        acts.execute(wrong)
        if connection.vendor == "postgresql":
            acts.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")
        assert compare.altered() == {name}


def test_running_migrate_again_puts_lost_triggers_back(stream: Stream) -> None:
    with tampering.undone():
        tampering.settle()
        name, table = next(
            (name, "decisions_event")
            for name in sorted(upkeep.names(connection))
            if name.startswith("kernel_decisions_event")
        )
        tampering.drop(name, table)
        call_command("migrate", verbosity=0)
        assert upkeep.missing() == set()


def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


STRANGE = {
    "sqlite": (
        "CREATE TRIGGER aa_early BEFORE INSERT ON decisions_receipt BEGIN SELECT RAISE(IGNORE); END",
    ),
    "postgresql": (
        (
            "CREATE TRIGGER aa_early BEFORE INSERT ON decisions_receipt FOR EACH ROW "
            "EXECUTE FUNCTION suppress_redundant_updates_trigger()"
        ),
        "CREATE RULE aa_early AS ON INSERT TO decisions_receipt DO INSTEAD NOTHING",
    ),
}


def test_a_trigger_or_rule_that_is_not_ours_is_named_by_the_doctor() -> None:
    assert compare.strange() == set()
    for statement in STRANGE[connection.vendor]:
        with tampering.undone():
            tampering.settle()
            acts.execute(statement)
            assert compare.strange() == {"aa_early"}
            found = [f for f in health.examine() if f.name == "foreign triggers"]
            assert [(f.state, "aa_early" in f.detail) for f in found] == [(health.WARN, True)]
