"""The items one page needs, read once as of now and looked up by surface and key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from decisions.selectors.known import Known

PLAN = "plans.plan"
BLOCK = "plans.block"
DAY = "plans.planned_day"
RULE = "plans.rule"
CONSTRAINT = "plans.constraint"
GATE = "plans.gate"
PRESCRIPTION = "training_sessions.prescription"
COMPLETED = "training_sessions.completed"
SET = "training_sessions.set"
DAILY = "training_sessions.daily"
INJURY = "training_sessions.injury"
EXERCISE = "training_sessions.exercise"
DECISION = "decisions.decision"

Facts = dict[str, Any]


class Record:
    """Known items by surface, in the order of their keys; redacted ones are left out."""

    def __init__(self, items: Iterable[Known]) -> None:
        self._by_surface: dict[str, dict[str, Known]] = {}
        for item in items:
            if item.facts is not None:
                self._by_surface.setdefault(item.surface, {})[item.key] = item

    def of(self, surface: str) -> tuple[Known, ...]:
        """Every item of a surface."""
        return tuple(self._by_surface.get(surface, {}).values())

    def get(self, surface: str, key: str) -> Known | None:
        """One item, None when there is none."""
        return self._by_surface.get(surface, {}).get(key)

    def facts(self, surface: str) -> dict[str, Facts]:
        """Facts of every item of a surface by key."""
        return {item.key: facts for item, facts in self.pairs(surface)}

    def pairs(self, surface: str) -> Iterator[tuple[Known, Facts]]:
        """Items of a surface with their facts."""
        for item in self.of(surface):
            if item.facts is not None:
                yield item, item.facts
