"""Which planned sessions fall on which date. Dates only: no clock, no zone, no state.

A week of a block counts from `starts_on`, whatever weekday that is. A moved session keeps the
date it was planned for in its `session_key`; moves are not the plan's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Facts = dict[str, Any]

PRIORITIES = ("key", "support", "optional")


@dataclass(frozen=True, slots=True)
class Planned:
    """One planned session on its date.

    Attributes:
        session_key: `<date>:<day key>`, the identity of the session.
        week: week of the block, from 1.
        day: facts of the planned day; its `items` are those of this week.
    """

    date: date
    session_key: str
    day_key: str
    block_key: str
    week: int
    day: Facts


def session_key(on: date, day_key: str) -> str:
    """Identity of the planned session of a day on the date it was planned for."""
    return f"{on.isoformat()}:{day_key}"


def ends_on(block: Facts) -> date:
    """Last date of a block."""
    return date.fromisoformat(block["starts_on"]) + timedelta(days=7 * block["weeks"] - 1)


def week_of(block: Facts, on: date) -> int | None:
    """Week of the block that a date lies in, from 1; None outside the block."""
    days = (on - date.fromisoformat(block["starts_on"])).days
    return days // 7 + 1 if 0 <= days < 7 * block["weeks"] else None


def effective(day: Facts, week: int) -> Facts | None:
    """The day as it stands in one week of its block; None where that week leaves it out."""
    for override in day.get("weeks") or ():
        if override["week"] != week:
            continue
        if override["skip"]:
            return None
        if override.get("items") is not None:
            return {**day, "items": override["items"]}
    return dict(day)


def planned_on(
    days: Mapping[str, Facts], blocks: Mapping[str, Facts], on: date
) -> tuple[Planned, ...]:
    """The planned sessions of one date, key sessions first.

    Args:
        days: facts of planned days by their key.
        blocks: facts of blocks by their key; a day of a block that is not there is left out.
        on: the date.
    """
    found = [
        planned
        for key, day in days.items()
        if day["weekday"] == on.weekday() and (planned := _planned(key, day, blocks, on))
    ]
    return tuple(sorted(found, key=_order))


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


def _planned(key: str, day: Facts, blocks: Mapping[str, Facts], on: date) -> Planned | None:
    block = blocks.get(day["block"])
    week = week_of(block, on) if block is not None else None
    facts = effective(day, week) if week is not None else None
    if week is None or facts is None:
        return None
    return Planned(on, session_key(on, key), key, day["block"], week, facts)


def _order(planned: Planned) -> tuple[int, str]:
    return PRIORITIES.index(planned.day["priority"]), planned.day_key


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
