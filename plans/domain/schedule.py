"""Which planned sessions fall on which date. Dates only: no clock, no zone, no state.

A moved session keeps the date it was planned for in its `session_key`; moves are not the plan's
business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plans.domain.block_weeks import effective, week_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

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


def _planned(key: str, day: Facts, blocks: Mapping[str, Facts], on: date) -> Planned | None:
    block = blocks.get(day["block"])
    week = week_of(block, on) if block is not None else None
    facts = effective(day, week) if week is not None else None
    if week is None or facts is None:
        return None
    return Planned(on, session_key(on, key), key, day["block"], week, facts)


def _order(planned: Planned) -> tuple[int, str]:
    return PRIORITIES.index(planned.day["priority"]), planned.day_key
