"""Tells whether the triggers that are there still say what they were created to say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.db import DEFAULT_DB_ALIAS, connections

from decisions.triggers import upkeep

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

_FUNCTION = re.compile(r"CREATE OR REPLACE FUNCTION (\w+)\(\).*?AS \$\$(.*?)\$\$", re.DOTALL)
_TRIGGER = re.compile(
    r"CREATE TRIGGER (\w+) BEFORE ([A-Z ]+) ON (\w+) "
    r"FOR EACH (ROW|STATEMENT) EXECUTE FUNCTION (\w+)\((?:'(.*)')?\);"
)
_BITS = {"INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
_BEFORE, _ROW = 2, 1
_LENGTH = 63
"""PostgreSQL cuts longer names."""


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
    with connection.cursor() as cursor:
        cursor.execute("SELECT proname, prosrc FROM pg_proc WHERE proname LIKE 'kernel%'")
        functions = dict(cursor.fetchall())
        cursor.execute(
            "SELECT t.tgname, c.relname, t.tgtype, p.proname, t.tgargs FROM pg_trigger t "
            "JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
            "WHERE t.tgname LIKE 'kernel%' AND t.tgenabled = 'A'"
        )
        triggers = {
            name: (table, kind, function, bytes(arguments).rstrip(b"\0").decode())
            for name, table, kind, function, arguments in cursor.fetchall()
        }
    text = "\n".join(upkeep.wanted(connection).values())
    wrong = {
        name for name, source in _FUNCTION.findall(text) if functions.get(name[:_LENGTH]) != source
    }
    for name, events, table, level, function, argument in _TRIGGER.findall(text):
        kind = _BEFORE + (_ROW if level == "ROW" else 0)
        kind += sum(_BITS[event] for event in events.split(" OR "))
        meant = (table, kind, function[:_LENGTH], argument)
        if triggers.get(name[:_LENGTH]) != meant:
            wrong.add(name[:_LENGTH])
    return wrong
