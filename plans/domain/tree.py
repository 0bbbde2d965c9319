"""A whole plan: blocks, days and rules under their plan, and the plan after changes. Judges nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from decisions.domain.errors import InvalidFacts
from plans.domain.block_weeks import week_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from decisions.domain.surface import Facts

PLAN = "plans.plan"
BLOCK = "plans.block"
DAY = "plans.planned_day"
RULE = "plans.rule"
SURFACES = (PLAN, BLOCK, DAY, RULE)


@dataclass(frozen=True, slots=True)
class Tree:
    """Facts by key, per surface. Holds several plans while an old one is only retired."""

    plans: dict[str, Facts] = field(default_factory=dict)
    blocks: dict[str, Facts] = field(default_factory=dict)
    days: dict[str, Facts] = field(default_factory=dict)
    rules: dict[str, Facts] = field(default_factory=dict)

    def of(self, surface: str) -> dict[str, Facts]:
        """The facts of one structural surface by key.

        Raises:
            KeyError: the surface is not structural.
        """
        return {PLAN: self.plans, BLOCK: self.blocks, DAY: self.days, RULE: self.rules}[surface]

    def under(self, plan_key: str) -> Tree:
        """The part of the tree that belongs to one plan."""
        blocks = {key: b for key, b in self.blocks.items() if b["plan"] == plan_key}
        return Tree(
            plans={key: p for key, p in self.plans.items() if key == plan_key},
            blocks=blocks,
            days={key: d for key, d in self.days.items() if d["block"] in blocks},
            rules={key: r for key, r in self.rules.items() if r["plan"] == plan_key},
        )

    def active(self) -> Tree:
        """The part under the active plan; empty without one."""
        keys = [key for key, plan in self.plans.items() if plan["status"] == "active"]
        return self.under(keys[0]) if keys else Tree()

    def block_on(self, on: date) -> str | None:
        """Key of the block that a date lies in."""
        return next((key for key, b in sorted(self.blocks.items()) if week_of(b, on)), None)


def with_changes(tree: Tree, changes: Iterable[tuple[str, str, Facts | None]]) -> Tree:
    """The tree after changes `(surface, key, facts)`; None takes the item away.

    Raises:
        InvalidFacts: a surface is not structural.
    """
    after = Tree(dict(tree.plans), dict(tree.blocks), dict(tree.days), dict(tree.rules))
    for surface, key, facts in changes:
        if surface not in SURFACES:
            raise InvalidFacts("surface", f"{surface} is not part of the plan")
        if facts is None:
            after.of(surface).pop(key, None)
        else:
            after.of(surface)[key] = facts
    return after
