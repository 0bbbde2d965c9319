"""What an approval would reach: prescriptions that are judged again, and what stays untouched."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.review.lineage import COMPLETED, PRESCRIPTION

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from coach.review.log import Log

WEEK = 7


@dataclass(frozen=True, slots=True)
class Effects:
    """Dates (ISO) of prescriptions by what happens to them, and the first day that changes."""

    judged_again: tuple[str, ...]
    started: tuple[str, ...]
    first_day: date | None


def effects(log: Log, facts: Mapping[str, Any]) -> Effects:
    """What the targets of a proposal reach."""
    keys = {str(one["key"]) for one in facts["targets"]}
    issued = [
        one.facts
        for one in log.of(PRESCRIPTION)
        if one.facts is not None and _reached(str(one.facts["day"] or ""), keys)
    ]
    ahead = [one for one in issued if one["date"] >= log.today]
    keyed = {str(one["session_key"]) for one in ahead}
    begun = {key for key in keyed if (COMPLETED, key) in log.items}
    return Effects(
        judged_again=tuple(
            sorted(str(one["date"]) for one in ahead if one["session_key"] not in begun)
        ),
        started=tuple(sorted(str(one["date"]) for one in ahead if one["session_key"] in begun)),
        first_day=first_day(facts["targets"], date.fromisoformat(log.today)),
    )


def first_day(targets: Iterable[Mapping[str, Any]], today: date) -> date | None:
    """The first day on which a changed planned day can fall; None without such a day."""
    found = []
    for one in targets:
        facts = one.get("after") or one.get("before") or {}
        if one["surface"] == "plans.planned_day" and isinstance(facts.get("weekday"), int):
            found.append(today + timedelta(days=(facts["weekday"] - today.weekday()) % WEEK))
    return min(found, default=None)


def _reached(day: str, keys: set[str]) -> bool:
    """A planned day is reached through itself, its block, its plan or a rule of its plan."""
    if not day:
        return False
    plan, block = day.split("/")[0], "/".join(day.split("/")[:2])
    rules = {key for key in keys if key.count("/") == 1 and not key.split("/")[1].isdigit()}
    return (
        day in keys
        or block in keys
        or plan in keys
        or any(key.split("/")[0] == plan for key in rules)
    )
