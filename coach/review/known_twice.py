"""One fact at two moments of a log: what is needed of it, and what may have come between.

Plain values; what came between is found in `then_now`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from datetime import date, datetime


class Fact(Protocol):
    """What is needed of one known item; `decisions.selectors.known.Known` has it."""

    @property
    def surface(self) -> str:
        """Its surface."""

    @property
    def key(self) -> str:
        """Its key."""

    @property
    def position(self) -> int:
        """Where in the log."""

    @property
    def facts(self) -> dict[str, Any] | None:
        """The after-state, None where it was redacted or retracted."""

    @property
    def fact_type(self) -> str:
        """One of the log's fact types."""

    @property
    def recorded_at(self) -> datetime:
        """When it became known."""

    @property
    def local_date(self) -> date | None:
        """The athlete's date on which it happened."""


@dataclass(frozen=True, slots=True)
class Later:
    """Something that became known after the moment.

    Attributes:
        kind: `corrected`, `retracted`, `late`, `after`, `changed` or `erased`.
        position: where in the log.
        days: for `late`, how many days after it happened it was recorded.
        changes: text of what differs, path by path.
    """

    kind: str
    position: int
    days: int = 0
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """One fact at both moments; `later` is None when nothing came between."""

    surface: str
    key: str
    happened: date | None
    then: Fact | None
    now: Fact | None
    later: Later | None

    @property
    def differs(self) -> bool:
        """Whether it changed what was known about something that had happened by then."""
        return self.later is not None and self.later.kind != "after"
