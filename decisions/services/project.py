"""Projects events to rows, live and in a rebuild alike. `values` is pure; writers are thin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection, models

from decisions.domain.canonical import encode
from decisions.models import FactsField, GovernedRow
from decisions.models.dialect import insert

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def columns(model: type[GovernedRow]) -> list[str]:
    """Columns of a governed row in the order that `values` gives them."""
    return ["item_id", "stream_id", "event_id", "key", *(str(f.column) for f in _facts(model))]


def values(
    model: type[GovernedRow], *, item: int, stream: int, event: int, key: str, facts: dict[str, Any]
) -> tuple[Any, ...]:
    """Raw column values of the row that an event says."""
    row = tuple(
        encode(facts[f.name])
        if isinstance(f, FactsField) and facts[f.name] is not None
        else facts[f.name]
        for f in _facts(model)
    )
    return (item, stream, event, key, *row)


def insert_rows(model: type[GovernedRow], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows as given by `values`."""
    with connection.cursor() as cursor:
        insert(cursor, model._meta.db_table, columns(model), rows)


def update_row(model: type[GovernedRow], row: Sequence[Any]) -> None:
    """Bring one existing row to what `values` gives."""
    names = columns(model)
    assignments = ", ".join(f'"{name}" = %s' for name in names[1:])
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {assignments} WHERE item_id = %s", [*row[1:], row[0]])


def delete_row(model: type[GovernedRow], item: int) -> None:
    """Delete the row of a retracted item."""
    with connection.cursor() as cursor:
        table = model._meta.db_table
        cursor.execute(f"DELETE FROM {table} WHERE item_id = %s", [item])


def write_history(
    model: type[GovernedRow],
    rows: Iterable[Sequence[Any]],
    *,
    kind: str,
    at: str,
    user: int | None,
    reason: str,
) -> None:
    """History rows for the admin, each naming its event (part of the row). Never the memory."""
    names = [*columns(model), "history_date", "history_type", "history_user_id"]
    names.append("history_change_reason")
    with connection.cursor() as cursor:
        insert(
            cursor,
            _history_table(model),
            names,
            [(*row, at, kind, user, reason[:100] or None) for row in rows],
        )


def read_rows(model: type[GovernedRow], items: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """Rows as they are in the database, by item, in the form that `values` gives."""
    table = model._meta.db_table
    names = ", ".join(f'"{name}"' for name in columns(model))
    found: dict[int, tuple[Any, ...]] = {}
    with connection.cursor() as cursor:
        for start in range(0, len(items), 400):
            chunk = items[start : start + 400]
            holes = ", ".join(["%s"] * len(chunk))
            cursor.execute(f"SELECT {names} FROM {table} WHERE item_id IN ({holes})", list(chunk))
            found.update((row[0], normal(model, row)) for row in cursor.fetchall())
    return found


def normal(model: type[GovernedRow], row: Sequence[Any]) -> tuple[Any, ...]:
    """A raw row with SQLite's 0/1 and PostgreSQL's dates brought to the form of facts."""
    out = list(row[:4])
    for field, value in zip(_facts(model), row[4:], strict=True):
        if isinstance(field, models.BooleanField) and value is not None:
            out.append(bool(value))
        elif isinstance(field, models.DateField) and value is not None:
            out.append(str(value))
        else:
            out.append(value)
    return tuple(out)


_tables: dict[type[GovernedRow], str] = {}


def _history_table(model: type[GovernedRow]) -> str:
    if model not in _tables:  # the descriptor builds a manager class at every access
        _tables[model] = model.history.model._meta.db_table
    return _tables[model]


_cache: dict[type[GovernedRow], tuple[models.Field[Any, Any], ...]] = {}


def _facts(model: type[GovernedRow]) -> tuple[models.Field[Any, Any], ...]:
    if model not in _cache:
        names = set(model.facts_fields())
        fields = model._meta.concrete_fields
        _cache[model] = tuple(f for f in fields if f.name in names)
    return _cache[model]
