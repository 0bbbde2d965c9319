"""The sessions that an athlete has or had, to be found by their identity or by their days.

Pure: holds plain recordings; what a new one is to them is judged in `matching`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from sessions.files.duplicates import Recording

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Present:
    """A session that the athlete has or had.

    Attributes:
        key: session key.
        recording: what it is compared by.
        external_id: identity of the recording, None where nobody gave one.
        gone: it was taken out.
        damaged: it was read from a damaged file.
    """

    key: str
    recording: Recording
    external_id: str | None
    gone: bool = False
    damaged: bool = False


class Around:
    """Sessions that the athlete has or had, found by their identity or by their days."""

    def __init__(self, present: Iterable[Present]) -> None:
        self.keys: set[str] = set()
        self._by_id: dict[str, list[Present]] = defaultdict(list)
        self._by_day: dict[date | None, list[Present]] = defaultdict(list)
        for found in sorted(present, key=lambda p: (p.gone, p.key)):
            if not found.gone:
                self.keys.add(found.key)
            if found.external_id:
                self._by_id[found.external_id].append(found)
            self._by_day[found.recording.day].append(found)

    def same(self, external_id: str) -> list[Present]:
        """Those of the same recording, what is still there first."""
        return self._by_id.get(external_id, [])

    def near(self, day: date | None) -> list[Present]:
        """Those of a day and of the days beside it, where another zone would file them."""
        if day is None:
            return []
        days = (day, day - A_DAY, day + A_DAY)
        return [found for one in days for found in self._by_day.get(one, ())]
