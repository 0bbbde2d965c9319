"""Planned sessions over a stretch of dates: the next ones after a date, and those of a span.

Which of them fall on one date is said by `schedule`.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from plans.domain.block_weeks import ends_on
from plans.domain.schedule import Facts, Planned, planned_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def next_planned(
    days: Mapping[str, Facts], blocks: Mapping[str, Facts], after_date: date, n: int = 1
) -> tuple[Planned, ...]:
    """The first `n` planned sessions after a date, in order; fewer where the plan ends."""
    found: list[Planned] = []
    for on in _dates_after(blocks, after_date):
        if len(found) >= n:
            break
        found.extend(planned_on(days, blocks, on))
    return tuple(found[:n])


def planned_between(
    days: Mapping[str, Facts], blocks: Mapping[str, Facts], first: date, last: date
) -> tuple[Planned, ...]:
    """The planned sessions from `first` to `last`, both included."""
    span = range((last - first).days + 1)
    return tuple(
        planned
        for offset in span
        for planned in planned_on(days, blocks, first + timedelta(days=offset))
    )


def _dates_after(blocks: Mapping[str, Facts], after: date) -> Iterator[date]:
    if not blocks:
        return
    last = max(ends_on(block) for block in blocks.values())
    first = max(
        after + timedelta(days=1),
        min(date.fromisoformat(block["starts_on"]) for block in blocks.values()),
    )
    for offset in range((last - first).days + 1):
        yield first + timedelta(days=offset)
