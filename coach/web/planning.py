"""The active plan as pages read it: its blocks and days, and which sessions fall on which date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.web import record
from plans.domain import agenda

if TYPE_CHECKING:
    from datetime import date

    from plans.domain.schedule import Planned

Facts = dict[str, Any]


def active_blocks(facts: record.Record) -> dict[str, Facts]:
    """Blocks of plans that are not retired, by key."""
    plans = facts.facts(record.PLAN)
    return {
        key: block
        for key, block in facts.facts(record.BLOCK).items()
        if plans.get(block["plan"], {}).get("status") == "active"
    }


def planned(facts: record.Record, first: date, last: date) -> tuple[Planned, ...]:
    """Planned sessions from `first` to `last`, both included."""
    days = facts.facts(record.DAY)
    return agenda.planned_between(days, active_blocks(facts), first, last)


def upcoming(facts: record.Record, after: date, count: int = 1) -> tuple[Planned, ...]:
    """The next planned sessions after a date."""
    return agenda.next_planned(facts.facts(record.DAY), active_blocks(facts), after, count)
