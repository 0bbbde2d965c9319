"""What an endurance item may say: its steps, their lengths, and targets inside what is possible.

Only checks and completes facts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts
from plans.domain import nested

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

ENDURANCE = ("id", "modality", "steps", "duration_s", "rpe_x10")
STEP = ("name", "repeat", "duration_s", "distance_m", "target_kind", "low", "high")
TARGETS = {
    "rpe": (10, 100),
    "pace_s_per_km": (60, 3600),
    "power_w": (1, 3000),
    "hr_bpm": (25, 230),
}
"""Kinds of target and what their numbers may be (RPE in tenths)."""


def endurance(facts: Facts) -> Facts:
    """Complete facts of one endurance item."""
    check.known_only(facts, ENDURANCE)
    steps: list[Facts] = []
    for index, value in enumerate(check.listing(facts, "steps", limit=60)):
        path = f"steps[{index}]"
        with nested.within(path):
            steps.append(_step(nested.entry(value, path)))
    seconds = check.integer(facts, "duration_s", low=1, high=86_400, none=True)
    if not steps and seconds is None:
        raise InvalidFacts("steps", "is empty and no duration is given: the item says nothing")
    return {
        "id": nested.slug(facts, "id"),
        "modality": nested.slug(facts, "modality"),
        "steps": steps,
        "duration_s": seconds,
        "rpe_x10": check.integer(facts, "rpe_x10", low=10, high=100, none=True),
    }


def _step(facts: Facts) -> Facts:
    check.known_only(facts, STEP)
    kind = str(check.choice(facts, "target_kind", (*TARGETS, "open")))
    low, high = (_target(facts, field, kind) for field in ("low", "high"))
    if kind != "open" and low is None and high is None:
        raise InvalidFacts("low", f"and high are both missing for a target of kind {kind}")
    if low is not None and high is not None and high < low:
        raise InvalidFacts("high", f"is below low: {high} < {low}")
    return {
        "name": check.text(facts, "name", limit=80),
        "repeat": check.integer(facts, "repeat", low=1, high=100),
        "duration_s": check.integer(facts, "duration_s", low=1, high=86_400, none=True),
        "distance_m": check.integer(facts, "distance_m", low=1, high=500_000, none=True),
        "target_kind": kind,
        "low": low,
        "high": high,
    }


def _target(facts: Facts, field: str, kind: str) -> int | None:
    if kind == "open":
        if facts.get(field) is not None:
            raise InvalidFacts(field, "must be empty where the target is open")
        return None
    low, high = TARGETS[kind]
    return check.integer(facts, field, low=low, high=high, none=True)
