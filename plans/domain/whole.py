"""Whether the parts of a plan fit together: parents, names, weeks, and blocks that follow each other.

Only refuses, naming surface, key and field; it never mends a tree.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from decisions.domain.errors import InvalidFacts
from plans.domain.block_weeks import ends_on
from plans.domain.nested import SLUG
from plans.domain.tree import BLOCK, DAY, PLAN, RULE, Tree

if TYPE_CHECKING:
    from decisions.domain.surface import Facts


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
