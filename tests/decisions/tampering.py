"""What somebody with the database's owner password can do: for tests that have to notice it.

Everything happens inside a transaction that is rolled back, triggers and rows alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from decisions.triggers import tables, upkeep


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens inside did not happen."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def without_triggers() -> Iterator[None]:
    """No kernel trigger fires inside, and nothing that happens inside stays."""
    with undone():
        suspend()
        yield


def suspend() -> None:
    """Put every kernel trigger out of action in this transaction."""
    if connection.vendor == "sqlite":
        upkeep.drop()
        return
    settle()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT c.relname, t.tgname FROM pg_trigger t "
            "JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgname LIKE 'kernel%'"
        )
        for table, trigger in cursor.fetchall():
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")


def restore() -> None:
    """Put the triggers back, as a migrate would."""
    settle()
    upkeep.create()


def drop(trigger: str, table: str) -> None:
    """Drop one trigger."""
    settle()
    on = f" ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {trigger}{on}")


def settle() -> None:
    """PostgreSQL alters no table while checks of foreign keys are waiting."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def cut_tail(after: int) -> None:
    """Everything that the events beyond a position left, in every table but the streams' heads."""
    beyond = f"(SELECT id FROM decisions_event WHERE position > {after})"
    settle()
    with connection.cursor() as cursor:
        names = [table.name for table in tables.histories()]
        for name in [*names, *(table.name for table in tables.projected())]:
            cursor.execute(f"DELETE FROM {name} WHERE event_id IN {beyond}")
        cursor.execute(
            "DELETE FROM decisions_approval WHERE decision_id IN "
            f"(SELECT decision_id FROM decisions_event WHERE position > {after})"
        )
        cursor.execute(f"DELETE FROM decisions_receipt WHERE event_id IN {beyond}")
        cursor.execute(f"DELETE FROM decisions_basis WHERE position > {after}")
        cursor.execute(f"DELETE FROM decisions_event WHERE position > {after}")
        cursor.execute(
            "DELETE FROM decisions_decision WHERE id NOT IN "
            "(SELECT decision_id FROM decisions_receipt)"
        )
