"""What a re-issue of a prescription changes, in one line: made by code from the two versions."""

from __future__ import annotations

from typing import Any

from coach.domain import wording
from plans.domain.items import normalise
from plans.domain.words import spoken

Facts = dict[str, Any]

_BORNE = ("sets", "reps", "load_g", "rpe_x10", "rest_s", "steps", "duration_s")


def differs(before: Facts, after: Facts, cited: tuple[set[int], set[int]]) -> bool:
    """Whether a new version says anything else than the one in force.

    Args:
        cited: positions of the decisions that the two versions follow.
    """
    return bool(
        _doses(before) != _doses(after)
        or before["branches"] != after["branches"]
        or before["reason"] != after["reason"]
        or before["kept"] != after["kept"]
        or before["minutes"] != after["minutes"]
        or cited[0] != cited[1]
    )


def said(before: Facts, after: Facts) -> str:
    """One line: which doses changed, else what else did, and why."""
    old = {item["id"]: item for item in before["items"]}
    new = {item["id"]: item for item in after["items"]}
    parts = [
        f"{_name(item)} {_worded(old.get(key))} → {_worded(item)}"
        for key, item in new.items()
        if _dose(old.get(key)) != _dose(item)
    ]
    parts += [f"{_name(item)} left out" for key, item in old.items() if key not in new]
    if not parts:
        branches = before["branches"] != after["branches"]
        parts = ["same dose, other branches" if branches else "same dose, newer grounds"]
    return f"{'; '.join(parts)}: {after['reason']}"[:1000]


def _doses(facts: Facts) -> list[Any]:
    return [_dose(item) for item in facts["items"]]


def _dose(item: Facts | None) -> Any:
    if item is None:
        return None
    return (item["id"], [item.get(name) for name in _BORNE], sorted(item["held_by"]))


def _name(item: Facts) -> str:
    return spoken(item.get("exercise") or item["modality"])


def _worded(item: Facts | None) -> str:
    return "nothing" if item is None else wording.dose(normalise(item))
