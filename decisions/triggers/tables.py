"""Which tables the triggers guard, read from the models so that SQL and code cannot drift apart."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import models

from decisions import registry
from decisions.models import (
    Approval,
    Basis,
    Decision,
    Event,
    FactsField,
    GovernedRow,
    Item,
    Receipt,
    Secret,
)

ERASABLE = {
    Event: ("facts", "source", "reasoning"),
    Approval: ("intended", "reason"),
}
APPEND_ONLY: tuple[type[models.Model], ...] = (Item, Secret, Decision, Approval, Event, Receipt)
DERIVED: tuple[type[models.Model], ...] = (Basis,)


@dataclass(frozen=True, slots=True)
class AppendOnly:
    """One append-only table.

    Attributes:
        name: table name.
        fixed: columns that may never change.
        erasable: columns that may become NULL behind a redaction of the item.
        unique: column tuples of its unique keys, primary key first.
    """

    name: str
    fixed: tuple[str, ...]
    erasable: tuple[str, ...]
    unique: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Projected:
    """One table of governed rows.

    Attributes:
        name: table name.
        surface: key of the surface it projects.
        facts: (column, facts name, cast) where cast is text, integer, boolean or date.
    """

    name: str
    surface: str
    facts: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """One history table of governed rows.

    Attributes:
        name: table name.
        surface: key of the surface whose rows it remembers.
        facts: as of `Projected`.
        fixed: every column but the one that names an account.
    """

    name: str
    surface: str
    facts: tuple[tuple[str, str, str], ...]
    fixed: tuple[str, ...]


def append_only() -> tuple[AppendOnly, ...]:
    """Every append-only table of the kernel."""
    return tuple(_append_only(model) for model in APPEND_ONLY)


def projected() -> tuple[Projected, ...]:
    """Every table of governed rows, from the registry."""
    found = []
    for surface in registry.all():
        if surface.model is None:
            continue
        meta = surface.model._meta
        found.append(Projected(meta.db_table, surface.key, _facts(surface.model)))
    return tuple(found)


def histories() -> tuple[Kept, ...]:
    """Every history table, from the registry."""
    found = []
    for surface in registry.all():
        if surface.model is None:
            continue
        meta = surface.model.history.model._meta
        columns = tuple(str(f.column) for f in meta.concrete_fields)
        fixed = tuple(column for column in columns if column != "history_user_id")
        found.append(Kept(meta.db_table, surface.key, _facts(surface.model), fixed))
    return tuple(found)


def _facts(model: type[GovernedRow]) -> tuple[tuple[str, str, str], ...]:
    names = model.facts_fields()
    fields = model._meta.concrete_fields
    return tuple((str(f.column), f.name, _cast(f)) for f in fields if f.name in names)


def _append_only(model: type[models.Model]) -> AppendOnly:
    meta = model._meta
    soft = ERASABLE.get(model, ())
    columns = {f.name: str(f.column) for f in meta.concrete_fields}
    unique: list[tuple[str, ...]] = [(columns[meta.pk.name],)]
    unique += [(columns[f.name],) for f in meta.concrete_fields if f.unique and not f.primary_key]
    unique += [
        tuple(columns[name] for name in constraint.fields)
        for constraint in meta.constraints
        if isinstance(constraint, models.UniqueConstraint)
    ]
    fixed = tuple(column for name, column in columns.items() if name not in soft)
    return AppendOnly(meta.db_table, fixed, soft, tuple(unique))


def _cast(field: models.Field) -> str:  # type: ignore[type-arg]
    if isinstance(field, models.BooleanField):
        return "boolean"
    if isinstance(field, models.IntegerField):
        return "bigint"
    if isinstance(field, models.DateField):
        return "date"
    if isinstance(field, FactsField | models.TextField | models.CharField):
        return "text"
    raise TypeError(f"{field}: a {type(field).__name__} cannot be a fact")
