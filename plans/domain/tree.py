"""A whole plan: blocks, days and rules under their plan, and whether they fit together."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from decisions.domain.errors import InvalidFacts
from plans.domain.nested import SLUG
from plans.domain.schedule import ends_on, week_of

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


def require_whole(tree: Tree) -> None:
    """Refuse a tree whose parts do not fit together.

    Raises:
        InvalidFacts: names the surface, key and field, such as `plans.block base/02.starts_on`.
    """
    active = [key for key, plan in tree.plans.items() if plan["status"] == "active"]
    if len(active) > 1:
        _refuse(PLAN, active[1], "status", f"{active[0]} is active already: retire it first")
    for key in tree.plans:
        if not SLUG.fullmatch(key):
            _refuse(PLAN, key, "key", "must be a plain name such as return-to-squat")
    for key, block in tree.blocks.items():
        _require_block(tree, key, block)
    for key, day in tree.days.items():
        _require_day(tree, key, day)
    for key, rule in tree.rules.items():
        _require_parent(RULE, key, "plan", rule["plan"], tree.plans)
    _require_apart(tree)


def _require_block(tree: Tree, key: str, block: Facts) -> None:
    _require_parent(BLOCK, key, "plan", block["plan"], tree.plans)
    if block["starts_on"] < tree.plans[block["plan"]]["starts_on"]:
        _refuse(BLOCK, key, "starts_on", "lies before the plan starts")


def _require_day(tree: Tree, key: str, day: Facts) -> None:
    _require_parent(DAY, key, "block", day["block"], tree.blocks)
    length = tree.blocks[day["block"]]["weeks"]
    for override in day["weeks"]:
        if override["week"] > length:
            _refuse(DAY, key, "weeks", f"names week {override['week']} of {length}")


def _require_parent(
    surface: str, key: str, name: str, parent: str, parents: dict[str, Facts]
) -> None:
    if parent not in parents:
        _refuse(surface, key, name, f"{parent} does not exist")
    rest = key.removeprefix(f"{parent}/")
    if rest == key or not SLUG.fullmatch(rest):
        _refuse(surface, key, "key", f"must be {parent}/ and a plain name")


def _require_apart(tree: Tree) -> None:
    """Blocks of one plan follow each other; two at a time would plan two sessions in one."""
    spans = sorted(
        (block["plan"], block["starts_on"], ends_on(block).isoformat(), key)
        for key, block in tree.blocks.items()
    )
    for one, other in pairwise(spans):
        if one[0] == other[0] and other[1] <= one[2]:
            _refuse(BLOCK, other[3], "starts_on", f"{other[1]} lies inside {one[3]}")


def _refuse(surface: str, key: str, name: str, message: str) -> None:
    raise InvalidFacts(f"{surface} {key}.{name}", message)
