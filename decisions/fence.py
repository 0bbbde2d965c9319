"""A condition that must still hold under the lock: who lost the right to write is stopped there.

A worker puts its lease here. The check runs in the writing transaction, after the stream is locked,
so that whoever took the work over and whoever lost it cannot both record.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from decisions.domain.errors import Superseded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_held: ContextVar[Callable[[], bool] | None] = ContextVar("fence", default=None)


@contextmanager
def holding(check: Callable[[], bool]) -> Iterator[None]:
    """Inside the block a guarded write goes on only while `check` says yes."""
    token = _held.set(check)
    try:
        yield
    finally:
        _held.reset(token)


def require() -> None:
    """Stop a write whose right to write is gone.

    Raises:
        Superseded: the caller's transaction must be rolled back.
    """
    check = _held.get()
    if check is not None and not check():
        raise Superseded("somebody else has taken this over")
