"""Keeps the triggers: dropped before a SQLite migrate, created after every migrate, listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig, apps
from django.db import DEFAULT_DB_ALIAS, connections

from decisions import registry
from decisions.triggers import history, postgres, sqlite, tables

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

_LISTING = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'kernel%'",
    "postgresql": (
        "SELECT DISTINCT tgname FROM pg_trigger WHERE tgname LIKE 'kernel%' AND tgenabled = 'A'"
    ),
}
_RANGES = (
    "CREATE INDEX IF NOT EXISTS kernel_item_range ON decisions_item "
    '(stream_id, surface, key COLLATE "C")'
)
"""Key ranges compare bytes, as SQLite does, whatever the collation of the database."""


def wanted(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Trigger name to SQL, for the tables that exist already."""
    on_postgresql = connection.vendor == "postgresql"
    dialect = postgres if on_postgresql else sqlite
    keep = history.on_postgresql if on_postgresql else history.on_sqlite
    present = set(connection.introspection.table_names())
    kernel = tables.append_only()
    if not {table.name for table in kernel} <= present:
        return {}
    rows = tuple(row for row in tables.projected() if row.name in present)
    found: dict[str, str] = dialect.statements(kernel, rows, registry.structural())
    for table in tables.histories():
        if table.name in present:
            found |= keep(table)
    if on_postgresql:
        where = schema(connection)
        found = {name: sql.replace("@schema", where) for name, sql in found.items()}
    return found


def names(connection: BaseDatabaseWrapper) -> set[str]:
    """Names of the triggers that should be there."""
    return {_cut(name, connection) for name in wanted(connection) if name}


def present(connection: BaseDatabaseWrapper) -> set[str]:
    """Names of the kernel's triggers that are there and enabled."""
    with connection.cursor() as cursor:
        cursor.execute(_LISTING[connection.vendor])
        return {row[0] for row in cursor.fetchall()}


def missing(using: str = DEFAULT_DB_ALIAS) -> set[str]:
    """Names of triggers that should be there and are not."""
    connection = connections[using]
    return names(connection) - present(connection)


def create(using: str = DEFAULT_DB_ALIAS) -> None:
    """Create every trigger; those that exist are made anew."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for name, sql in wanted(connection).items():
            if connection.vendor == "sqlite":
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
            cursor.execute(sql)
        if connection.vendor == "postgresql":
            cursor.execute(_RANGES)


def drop(using: str = DEFAULT_DB_ALIAS) -> None:
    """Drop every kernel trigger (SQLite only: a table remake fails or loses them otherwise)."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for name in present(connection):
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}")


def before_migrate(using: str, **_: Any) -> None:
    """Django's pre_migrate: SQLite remakes tables, and triggers that name them would fail."""
    if connections[using].vendor == "sqlite":
        drop(using)


def after_migrate(using: str, app_config: AppConfig | None = None, **_: Any) -> None:
    """Django's post_migrate, fired once per app; the last one does the work, idempotently."""
    last = list(apps.get_app_configs())[-1]
    if app_config is None or app_config.label == last.label:
        create(using)


def schema(connection: BaseDatabaseWrapper) -> str:
    """Where the log lies, as an SQL name; a temporary table of the same name is not it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT quote_ident(n.nspname) FROM pg_class c JOIN pg_namespace n "
            "ON n.oid = c.relnamespace WHERE c.relname = 'decisions_event' AND c.relkind = 'r' "
            "AND c.relpersistence <> 't' ORDER BY n.nspname = current_schema() DESC, 1 LIMIT 1"
        )
        return str(cursor.fetchone()[0])


def _cut(name: str, connection: BaseDatabaseWrapper) -> str:
    return name[:63] if connection.vendor == "postgresql" else name
