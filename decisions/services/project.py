"""Projects events to rows, live and in a rebuild alike. `values` is pure; writers are thin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

from decisions.domain.canonical import encode
from decisions.models import FactsField, GovernedRow
from decisions.models.statements import CHUNK, inserting, run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from decisions.models.statements import Statement


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


def inserting_rows(model: type[GovernedRow], rows: Sequence[Sequence[Any]]) -> list[Statement]:
    """Statements that insert rows as given by `values`."""
    return inserting(_table(model), columns(model), rows)


def updating_row(model: type[GovernedRow], row: Sequence[Any]) -> Statement:
    """The statement that brings one existing row to what `values` gives."""
    assignments = ", ".join(f'"{name}" = %s' for name in columns(model)[1:])
    sql = f"UPDATE {_table(model)} SET {assignments} WHERE item_id = %s"
    return (sql, [*row[1:], row[0]])


def deleting_row(model: type[GovernedRow], item: int) -> Statement:
    """The statement that deletes the row of a retracted item."""
    return (f"DELETE FROM {_table(model)} WHERE item_id = %s", [item])


def recording_history(
    model: type[GovernedRow],
    rows: Iterable[Sequence[Any]],
    *,
    kind: str,
    at: str,
    user: int | None,
    reason: str,
) -> list[Statement]:
    """Statements for history rows, each naming its event (part of the row). Never the memory."""
    names = [*columns(model), "history_date", "history_type", "history_user_id"]
    names.append("history_change_reason")
    told = [(*row, at, kind, user, reason[:100] or None) for row in rows]
    return inserting(_history_table(model), names, told)


def reading_rows(model: type[GovernedRow], items: Sequence[int]) -> list[Statement]:
    """Statements that read rows as they are in the database; `normal` brings them to form."""
    names = ", ".join(f'"{name}"' for name in columns(model))
    found: list[Statement] = []
    for start in range(0, len(items), CHUNK):
        chunk = items[start : start + CHUNK]
        holes = ", ".join(["%s"] * len(chunk))
        found.append((f"SELECT {names} FROM {_table(model)} WHERE item_id IN ({holes})", chunk))
    return found


def read_rows(model: type[GovernedRow], items: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """Rows as they are in the database, by item, in the form that `values` gives."""
    return {row[0]: normal(model, row) for rows in run(reading_rows(model, items)) for row in rows}


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


def _table(model: type[GovernedRow]) -> str:
    return str(model._meta.db_table)


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
