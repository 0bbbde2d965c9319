"""The writes that are compared: a plain insert, an append alone, and guarded writes of every kind."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from django.db import connection, models, transaction

from bench import filling
from bench.timing import side_by_side
from decisions.domain.mandates import MANDATES
from decisions.domain.occasions import Occasion, Target
from decisions.models.statements import run
from decisions.selectors import known
from decisions.services import append, effects, guard, locked, prepare
from sessions.models import PerformedSet

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.timing import Times
    from decisions.models import Stream

_numbers = itertools.count(1)


def measure(stream: Stream, items: int, runs: int) -> dict[str, Times]:
    """Time every kind of write on a log that is long already."""
    update = _Update(stream, items)
    kinds: dict[str, Callable[[], object]] = {
        "orm_insert": _plain_insert(),
        "guarded_new": lambda: _write(stream, f"2030-01-01:new#{next(_numbers):06d}", items),
        "guarded_update": update.write,
        "guarded_structural": lambda: _edit(stream),
        "redelivery": lambda: _write(stream, "2030-01-01:again#000001", items, "again"),
        "append": lambda: _append(stream, items),
    }
    return side_by_side(kinds, runs, warm=10, before=update.look)


def _plain_insert() -> Callable[[], object]:
    """The same record in a table that nothing guards, saved by the ORM."""
    history = PerformedSet.history.model._meta
    meta = type("Meta", (), {"app_label": history.app_label, "db_table": "bench_plain"})
    columns = {field.name: field.clone() for field in history.concrete_fields}
    plain: Any = type("Plain", (models.Model,), {**columns, "__module__": __name__, "Meta": meta})
    with connection.schema_editor() as editor:
        editor.create_model(plain)
    row = PerformedSet.objects.all()[0]
    values = {"key": row.key, **{name: getattr(row, name) for name in row.facts_fields()}}

    def insert() -> object:
        return plain.objects.create(
            **values,
            item_id=row.item_id,
            stream_id=row.stream_id,
            event_id=row.event_id,
            history_date=filling.START,
            history_type="+",
        )

    return insert


def _write(stream: Stream, key: str, items: int, name: str = "") -> guard.Written:
    target = Target(
        surface=filling.SURFACE,
        key=key,
        intended=filling.performed(0, items, 1),
        reviewed=guard.ABSENT,
    )
    return guard.write(filling.occasion(stream, name or f"new {next(_numbers)}"), [target])


class _Update:
    """One item, changed again and again; what is there is looked up before the clock starts."""

    def __init__(self, stream: Stream, items: int) -> None:
        self.stream, self.items = stream, items
        self.key = filling.key(5, items)
        self.reviewed = ""

    def look(self) -> None:
        self.reviewed = known.now(self.stream, filling.SURFACE, self.key).fingerprint

    def write(self) -> None:
        number = next(_numbers)
        target = Target(
            surface=filling.SURFACE,
            key=self.key,
            intended=filling.performed(5, self.items, number),
            reviewed=self.reviewed,
        )
        guard.write(filling.occasion(self.stream, f"update {number}"), [target])


def _edit(stream: Stream) -> guard.Written:
    number = next(_numbers)
    facts = {
        "title": "Base",
        "goal": f"goal {number}",
        "sport": "strength",
        "starts_on": "2026-01-05",
        "status": "active",
    }
    target = Target(
        surface="plans.plan", key=f"plan-{number}", intended=facts, reviewed=guard.ABSENT
    )
    intent = Occasion(
        stream=stream.pk,
        mandate=MANDATES["coach"],
        subject="bench",
        occasion=f"edit {number}",
        actor="user:1",
        kind="edit",
    )
    return guard.edit(intent, [target], reason="bench")


def _append(stream: Stream, items: int) -> Any:
    """Lock, head, event and the stream's head: no row, no history, no receipt, no read-back."""
    number = next(_numbers)
    target = Target(
        surface=filling.SURFACE,
        key=filling.key(6, items),
        intended=filling.performed(6, items, number),
        reviewed="",
    )
    intent = filling.occasion(stream, f"append {number}")
    prepared = prepare.prepare(intent, [target])
    name = intent.identity
    with transaction.atomic():
        taken = locked.take(stream.pk, name, prepared)
        (((decision,),),) = run(effects.deciding(intent, name, prepared, taken.found))
        place = locked.place(prepared[0], taken.found[prepared[0].name], None)
        return append.append(intent, taken.head, decision, name, [place])
