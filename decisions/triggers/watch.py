"""Notices before a write when a trigger is missing or altered, at the price of one cheap look."""

from __future__ import annotations

from django.db import connection

from decisions.domain.errors import KernelUnsafe
from decisions.triggers import compare, upkeep

STATE = {
    "sqlite": (
        "SELECT schema_version * 10000 + (SELECT count(*) FROM sqlite_master "
        "WHERE type = 'trigger' AND name LIKE 'kernel%%') FROM pragma_schema_version"
    ),
    "postgresql": (
        "SELECT sum(hashtext(concat(tgname, oid))) FROM pg_trigger "
        "WHERE tgname LIKE 'kernel%%' AND tgenabled = 'A'"
    ),
}
"""A number that cannot stay the same when a trigger comes, goes, is made anew, or is put out of action."""

_complete: dict[str, int] = {}


def require(state: int | None) -> None:
    """Refuse to go on while a trigger is missing or says something else.

    Args:
        state: what STATE gave inside the writing transaction.

    Raises:
        KernelUnsafe: naming triggers that are not what they should be.
    """
    database = f"{connection.vendor} {connection.settings_dict['NAME']}"
    if state is not None and _complete.get(database) == state:
        return
    wrong = upkeep.missing() | compare.altered()
    if wrong:
        named = ", ".join(sorted(wrong)[:3])
        raise KernelUnsafe(
            f"a trigger of the kernel is missing or altered ({named}); run manage.py doctor"
        )
    if state is not None:
        _complete[database] = state
