"""Takes one guard out of a process, to show that the tests would notice its absence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID


def apply(names: Sequence[str], gate: Any) -> None:
    """Take guards out of this process, before it connects.

    Args:
        names: keys of the table below.
        gate: barrier of the jobs that run together.
    """
    for name in names:
        _OUT[name](gate)


def _receipt(gate: Any) -> None:
    """No look for an earlier answer, neither before the lock nor after it."""
    from decisions.services import locked

    taking = locked.take

    def take(stream: int, identity: UUID, prepared: Any) -> locked.Taken:
        taken = taking(stream, identity, prepared)
        taken.decided = False
        return taken

    locked.decided = lambda identity: False
    locked.take = take


def _lock(gate: Any) -> None:
    """Nobody waits for anybody: all have read the head before any of them writes."""
    from django.db import connection

    from decisions.services import locked

    connection.settings_dict["OPTIONS"].pop("transaction_mode", None)
    taking = locked.take

    def take(stream: int, identity: UUID, prepared: Any) -> locked.Taken:
        taken = taking(stream, identity, prepared)
        gate.wait(30)
        return taken

    locked._lock = lambda stream: ("SELECT id FROM decisions_stream WHERE id = %s", [stream])
    locked.take = take


def _triggers(gate: Any) -> None:
    """The database enforces nothing, and nobody notices."""
    from decisions.triggers import watch

    watch.require = lambda state: None


def _approval(gate: Any) -> None:
    """The guard does not ask for an approval, as after a careless change."""
    from decisions.services import guard

    guard._require_approval = lambda prepared, approval: None


def _rows_get_lost(gate: Any) -> None:
    """A fault, not a guard: changes of rows go nowhere, as with a broken disk or a wrong filter."""
    from decisions.services import project

    updating = project.updating_row

    def lost(model: Any, row: Any) -> Any:
        sql, parameters = updating(model, row)
        return sql, [*parameters[:-1], -1]

    project.updating_row = lost


def _read_back(gate: Any) -> None:
    """What was written is not read before "done" is said."""
    from decisions.services import readback

    readback.check = lambda *given: None


_OUT: dict[str, Callable[[Any], None]] = {
    "receipt": _receipt,
    "lock": _lock,
    "triggers": _triggers,
    "approval": _approval,
    "rows get lost": _rows_get_lost,
    "read-back": _read_back,
}
