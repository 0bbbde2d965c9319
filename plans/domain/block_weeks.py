"""The weeks of a block: which one a date lies in, when the block ends, and a day as it stands in one.

A week counts from `starts_on`, whatever weekday that is. Dates only: no clock, no zone.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plans.domain.schedule import Facts


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
