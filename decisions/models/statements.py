"""Runs SQL in as few messages as the database allows: PostgreSQL takes several statements in one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.db import connection

from decisions import crash

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.backends.utils import CursorWrapper

CHUNK = 400
"""Rows per INSERT and keys per SELECT: SQLite takes 32,766 parameters."""

MANY = 20
MANY_AT_ONCE = 5000
"""From so many rows on PostgreSQL gets them as one JSON parameter: binding each value costs more."""

Statement = tuple[str, "Sequence[Any]"]
Rows = list[tuple[Any, ...]]


def run(parts: Iterable[Statement | str]) -> list[Rows]:
    """Run statements in order; gives the rows of each, empty for those that give none.

    Args:
        parts: (SQL, parameters). A plain text among them names a crash point: whatever stands
            before it has been executed when the process dies there.
    """
    found: list[Rows] = []
    waiting: list[Statement] = []
    for part in parts:
        if not isinstance(part, str):
            waiting.append(part)
        elif crash.is_asked_for(part):
            found += _send(waiting)
            waiting = []
            crash.point(part)
    return found + _send(waiting)


def inserting(
    table: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    *,
    returning: str = "",
) -> list[Statement]:
    """Statements that insert rows in order, several per statement."""
    names = ", ".join(f'"{column}"' for column in columns)
    tail = f" RETURNING {returning}" if returning else ""
    many = connection.vendor == "postgresql" and len(rows) >= MANY
    size = MANY_AT_ONCE if many else CHUNK
    chunks = [rows[start : start + size] for start in range(0, len(rows), size)]
    if many:
        sql = (
            f"INSERT INTO {table} ({names}) SELECT {names} "
            f"FROM json_populate_recordset(NULL::{table}, %s){tail}"
        )
        return [(sql, [_as_json(columns, chunk)]) for chunk in chunks]
    one = "(" + ", ".join(["%s"] * len(columns)) + ")"
    return [
        (
            f"INSERT INTO {table} ({names}) VALUES {', '.join([one] * len(chunk))}{tail}",
            [value for row in chunk for value in row],
        )
        for chunk in chunks
    ]


def _as_json(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    return json.dumps([dict(zip(columns, row, strict=True)) for row in rows], ensure_ascii=False)


def _send(statements: Sequence[Statement]) -> list[Rows]:
    if not statements:
        return []
    with connection.cursor() as cursor:
        if not _takes_several():
            return [_one(cursor, sql, parameters) for sql, parameters in statements]
        together = ";\n".join(sql for sql, _ in statements)
        found = [_one(cursor, together, [value for _, values in statements for value in values])]
        while cursor.nextset():
            found.append(_rows(cursor))
        return found


def _takes_several() -> bool:
    options = connection.settings_dict["OPTIONS"]
    return connection.vendor == "postgresql" and not options.get("server_side_binding")


def _one(cursor: CursorWrapper, sql: str, parameters: Sequence[Any]) -> Rows:
    cursor.execute(sql, parameters)
    return _rows(cursor)


def _rows(cursor: CursorWrapper) -> Rows:
    return list(cursor.fetchall()) if cursor.description else []
