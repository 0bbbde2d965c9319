"""The only place that reads the time. Tests and the demo move it with `at`."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from collections.abc import Iterator

_moved: ContextVar[datetime | None] = ContextVar("moved", default=None)


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return _moved.get() or datetime.now(UTC)  # noqa: TID251 - this is the one door


def today(zone: str) -> date:
    """The date on a wall calendar in an IANA zone."""
    return now().astimezone(ZoneInfo(zone)).date()


@contextmanager
def at(instant: datetime) -> Iterator[None]:
    """Let the time be `instant` (aware) inside the block.

    Raises:
        ValueError: the instant has no zone.
    """
    if instant.tzinfo is None:
        raise ValueError("instant: needs a zone")
    token = _moved.set(instant.astimezone(UTC))
    try:
        yield
    finally:
        _moved.reset(token)
