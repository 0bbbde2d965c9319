"""Notices before a write when a trigger is missing, at the price of one cheap look."""

from __future__ import annotations

from django.db import connection

from decisions.domain.errors import KernelUnsafe
from decisions.triggers import upkeep

STATE = {
    "sqlite": "SELECT schema_version FROM pragma_schema_version",
    "postgresql": (
        "SELECT sum(hashtext(tgname::text)) FROM pg_trigger "
        "WHERE tgname LIKE 'kernel%%' AND tgenabled = 'A'"
    ),
}
"""A number that cannot stay the same when a trigger comes, goes, or is put out of action."""

_complete: dict[str, int] = {}


def require(state: int | None) -> None:
    """Refuse to go on while a trigger is missing.

    Args:
        state: what STATE gave inside the writing transaction.

    Raises:
        KernelUnsafe: naming triggers that are not there.
    """
    database = f"{connection.vendor} {connection.settings_dict['NAME']}"
    if state is not None and _complete.get(database) == state:
        return
    gone = upkeep.missing()
    if gone:
        named = ", ".join(sorted(gone)[:3])
        raise KernelUnsafe(f"a trigger of the kernel is missing ({named}); run manage.py doctor")
    if state is not None:
        _complete[database] = state
