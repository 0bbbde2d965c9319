"""Rebuilds rows from the log, repairing under live triggers; `check` compares and never writes.

Never folds: each event is a complete after-state, so only the newest of each item is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction

from decisions import registry
from decisions.domain import canonical
from decisions.models.statements import inserting, run
from decisions.services import project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from decisions.domain.surface import Surface
    from decisions.models import GovernedRow


@dataclass(slots=True)
class Difference:
    """How the rows of one surface differ from the log.

    Attributes:
        surface: its key.
        items: how many the log has.
        missing: rows that should be there, by item.
        surplus: items whose row should not be there.
        different: rows that say something else, by item.
    """

    surface: str
    items: int = 0
    missing: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    surplus: list[int] = field(default_factory=list)
    different: dict[int, tuple[Any, ...]] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        """Whether rows and log agree."""
        return not (self.missing or self.surplus or self.different)


def check() -> list[Difference]:
    """Compare every surface with the log."""
    return [_difference(s, s.model) for s in registry.all() if s.model is not None]


def repair() -> list[Difference]:
    """Bring every row to what the log says, in one transaction; gives what had to be done."""
    with transaction.atomic():
        found = check()
        for difference in found:
            model = registry.get(difference.surface).model
            assert model is not None
            run(
                [
                    *(project.deleting_row(model, item) for item in difference.surplus),
                    # Before the missing ones: a wrong row may hold the event of one of them.
                    *(project.updating_row(model, row) for row in difference.different.values()),
                    *project.inserting_rows(model, list(difference.missing.values())),
                ]
            )
        _rebuild_basis()
    return found


def basis_agrees() -> bool:
    """Whether the index of what rests on what says what the events say."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT stream_id, rests_on, position FROM decisions_basis")
        stored = set(cursor.fetchall())
    return stored == set(_basis())


def _difference(surface: Surface, model: type[GovernedRow]) -> Difference:
    found = Difference(surface.key)
    rows = _all_rows(model)
    for item, row in _meant(surface.key, model):
        found.items += 1
        there = rows.pop(item, None)
        if there is None:
            found.missing[item] = row
        elif there != row:
            found.different[item] = row
    found.surplus = list(rows)
    return found


def _meant(surface: str, model: type[GovernedRow]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    newest = (
        "CROSS JOIN LATERAL (SELECT * FROM decisions_event n WHERE n.item_id = i.id "
        "ORDER BY n.position DESC LIMIT 1) e"
        if connection.vendor == "postgresql"
        else "JOIN decisions_event e ON e.id = (SELECT n.id FROM decisions_event n "
        "WHERE n.item_id = i.id ORDER BY n.position DESC LIMIT 1)"
    )
    sql = (
        f"SELECT i.id, i.stream_id, e.id, i.key, e.facts FROM decisions_item i {newest} "
        "WHERE i.surface = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [surface])
        for item, stream, event, key, text in cursor.fetchall():
            if text is None or text == canonical.NULL:
                continue
            facts = canonical.parse(text)
            yield (
                item,
                project.values(model, item=item, stream=stream, event=event, key=key, facts=facts),
            )


def _all_rows(model: type[GovernedRow]) -> dict[int, tuple[Any, ...]]:
    names = ", ".join(f'"{name}"' for name in project.columns(model))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM {model._meta.db_table}")
        return {row[0]: project.normal(model, row) for row in cursor.fetchall()}


def _basis() -> Iterator[tuple[int, int, int]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT stream_id, basis, position FROM decisions_event WHERE basis <> ''")
        for stream, basis, position in cursor.fetchall():
            for on in basis.split(","):
                yield stream, int(on), position


def _rebuild_basis() -> None:
    if basis_agrees():
        return
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM decisions_basis")
    run(inserting("decisions_basis", ("stream_id", "rests_on", "position"), list(_basis())))
