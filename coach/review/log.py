"""What the log knows of one athlete, read once for one page: now, and at the positions it cites."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from decisions import clock
from decisions.domain.errors import NotFound
from decisions.selectors import known as reader

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from decisions.models import Athlete
    from decisions.selectors.known import Known

Address = tuple[str, str]


class Log:
    """One athlete's log as of a moment, or as of now.

    Args:
        athlete: whose log.
        at: an aware moment, None for now.
    """

    def __init__(self, athlete: Athlete, at: datetime | None = None) -> None:
        self.athlete = athlete
        self.stream = athlete.stream
        self.at = at

    @cached_property
    def up_to(self) -> int:
        """The last position that counts."""
        if self.at is None:
            return reader.head(self.stream)
        return reader.position_at(self.stream, self.at)

    @cached_property
    def items(self) -> dict[Address, Known]:
        """Everything known, by surface and key."""
        limit = None if self.at is None else self.up_to
        return {(one.surface, one.key): one for one in reader.known(self.stream, up_to=limit)}

    def of(self, surface: str) -> list[Known]:
        """Everything known of one surface that was not erased, in order of key."""
        return [
            one
            for (name, _), one in self.items.items()
            if name == surface and one.facts is not None
        ]

    def get(self, surface: str, key: str) -> Known:
        """One item.

        Raises:
            NotFound: there is none, or it was erased.
        """
        found = self.items.get((surface, key))
        if found is None or found.facts is None:
            raise NotFound(f"no {surface} {key}")
        return found

    def at_positions(self, positions: Iterable[int]) -> list[Known]:
        """The events at the given positions that lie within this log."""
        return reader.at_positions(self.stream, [one for one in positions if one <= self.up_to])

    def between(self, after: int, up_to: int | None = None) -> list[Known]:
        """Events after one position and up to another, tombstones included."""
        return reader.events(self.stream, after=after, up_to=self.up_to if up_to is None else up_to)

    @cached_property
    def today(self) -> str:
        """The athlete's date, ISO text."""
        return clock.today(self.athlete.zone).isoformat()
