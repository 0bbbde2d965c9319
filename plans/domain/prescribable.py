"""What an item of a planned day may say: strength sets, or endurance steps with their targets.

Only checks and completes facts; the words for them are in `item_words` and `target_words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts
from plans.domain import nested
from plans.domain.endurance_items import endurance

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

STRENGTH = ("id", "exercise", "sets", "reps_low", "reps_high", "load_g", "rpe_x10", "rest_s")


def items(facts: Facts, field: str) -> list[Facts]:
    """Complete facts of the items in a list; their ids differ.

    Raises:
        InvalidFacts: names the path, such as `items[0].sets`.
    """
    found: list[Facts] = []
    for index, value in enumerate(check.listing(facts, field, limit=40)):
        path = f"{field}[{index}]"
        with nested.within(path):
            item = _item(nested.entry(value, path))
            if any(item["id"] == other["id"] for other in found):
                raise InvalidFacts("id", f"{item['id']} is there twice")
        found.append(item)
    return found


def _item(facts: Facts) -> Facts:
    if ("exercise" in facts) == ("modality" in facts):
        raise InvalidFacts("exercise", "or a modality must be given, not both")
    return _strength(facts) if "exercise" in facts else endurance(facts)


def _strength(facts: Facts) -> Facts:
    check.known_only(facts, STRENGTH)
    low = check.integer(facts, "reps_low", low=1, high=100)
    high = check.integer(facts, "reps_high", low=1, high=100)
    if low is not None and high is not None and high < low:
        raise InvalidFacts("reps_high", f"is below reps_low: {high} < {low}")
    return {
        "id": nested.slug(facts, "id"),
        "exercise": nested.slug(facts, "exercise"),
        "sets": check.integer(facts, "sets", low=1, high=20),
        "reps_low": low,
        "reps_high": high,
        "load_g": check.integer(facts, "load_g", low=0, high=1_500_000, none=True),
        "rpe_x10": check.integer(facts, "rpe_x10", low=10, high=100, none=True),
        "rest_s": check.integer(facts, "rest_s", low=0, high=3600, none=True),
    }
