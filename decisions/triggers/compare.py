"""Tells whether the triggers that are there still say what they were created to say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.db import DEFAULT_DB_ALIAS, connections

from decisions.triggers import upkeep

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

_FUNCTION = re.compile(
    r"CREATE OR REPLACE FUNCTION (\w+)\(\).*?SET (search_path) = (.*?) AS \$\$(.*?)\$\$", re.DOTALL
)
_TRIGGER = re.compile(
    r"CREATE TRIGGER (\w+) BEFORE ([A-Z ]+) ON (\w+) "
    r"FOR EACH (ROW|STATEMENT) EXECUTE FUNCTION (\w+)\((?:'(.*)')?\);"
)
_BITS = {"INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
_BEFORE, _ROW = 2, 1
_LENGTH = 63
"""PostgreSQL cuts longer names."""


_ON = re.compile(r"\bCREATE TRIGGER \w+ BEFORE [A-Z ]+ ON (\w+)")


def altered(using: str = DEFAULT_DB_ALIAS) -> set[str]:
    """Names of triggers and trigger functions that say something else, or are gone."""
    connection = connections[using]
    found = _postgresql if connection.vendor == "postgresql" else _sqlite
    return found(connection)


def _sqlite(connection: BaseDatabaseWrapper) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        there = dict(cursor.fetchall())
    wanted = upkeep.wanted(connection)
    return {name for name, sql in wanted.items() if there.get(name, "").strip() != sql.strip()}


def _postgresql(connection: BaseDatabaseWrapper) -> set[str]:
    schema = upkeep.schema(connection)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT p.proname, p.prosrc, p.proconfig FROM pg_proc p JOIN pg_namespace n "
            "ON n.oid = p.pronamespace AND quote_ident(n.nspname) = %s "
            "WHERE p.proname LIKE 'kernel%%'",
            [schema],
        )
        functions = {name: (source, config) for name, source, config in cursor.fetchall()}
        cursor.execute(
            "SELECT t.tgname, c.relname, t.tgtype, p.proname, t.tgargs FROM pg_trigger t "
            "JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
            "AND p.pronamespace = c.relnamespace JOIN pg_namespace n "
            "ON n.oid = c.relnamespace AND quote_ident(n.nspname) = %s WHERE t.tgname LIKE "
            "'kernel%%' AND t.tgenabled = 'A' AND t.tgqual IS NULL AND t.tgattr::text = ''",
            [schema],
        )
        triggers = {
            name: (table, kind, function, bytes(arguments).rstrip(b"\0").decode())
            for name, table, kind, function, arguments in cursor.fetchall()
        }
    text = "\n".join(upkeep.wanted(connection).values())
    wrong = {
        name
        for name, setting, value, source in _FUNCTION.findall(text)
        if functions.get(name[:_LENGTH]) != (source, [f"{setting}={value}"])
    }
    for name, events, table, level, function, argument in _TRIGGER.findall(text):
        kind = _BEFORE + (_ROW if level == "ROW" else 0)
        kind += sum(_BITS[event] for event in events.split(" OR "))
        meant = (table, kind, function[:_LENGTH], argument)
        if triggers.get(name[:_LENGTH]) != meant:
            wrong.add(name[:_LENGTH])
    return wrong


def strange(using: str = DEFAULT_DB_ALIAS) -> set[str]:
    """Triggers and rules on guarded tables that are not the kernel's: they may change what it writes."""
    connection = connections[using]
    wanted = upkeep.wanted(connection)
    guarded = sorted(set(_ON.findall("\n".join(wanted.values()))))
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute(
                "SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
                "WHERE NOT t.tgisinternal UNION ALL SELECT r.rulename, c.relname FROM pg_rewrite r "
                "JOIN pg_class c ON c.oid = r.ev_class AND c.relkind = 'r'"
            )
        found = {name for name, table in cursor.fetchall() if table in guarded}
    return found - {
        name[:_LENGTH] if connection.vendor == "postgresql" else name for name in wanted
    }
