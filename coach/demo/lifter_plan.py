"""The lifter's plan: four blocks of squat, press, hinge and row, four days a week."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

PLAN = "strength"
WEEKS = (7, 7, 5, 10)
NAMES = ("Base", "Build", "Push", "Build 2")
PHASES = ("base", "accumulation", "intensification", "accumulation")
DELOADS = ((7,), (7,), (5,), (5, 10))
"""Weeks of each block that are planned lighter."""

_LOADS = {  # grams at the start of each block
    "squat": (90_000, 95_000, 100_000, 102_500),
    "rdl": (80_000, 85_000, 87_500, 90_000),
    "bench": (62_500, 67_500, 70_000, 72_500),
    "press": (50_000, 55_000, 50_000, 50_000),
    "row": (60_000, 62_500, 65_000, 65_000),
    "split": (28_000, 30_000, 32_000, 34_000),
    "calf": (70_000, 75_000, 80_000, 82_500),
    "pull": (50_000, 52_500, 55_000, 57_500),
}
_LIFTS = {  # slug, sets, lowest and highest reps, RPE limit, rest
    "squat": ("back_squat_high_bar", 3, 4, 6, 85, 180),
    "rdl": ("romanian_deadlift", 3, 6, 8, 80, 150),
    "bench": ("bench_press", 3, 5, 7, 85, 180),
    "press": ("overhead_press", 3, 5, 7, 85, 150),
    "row": ("barbell_row", 3, 6, 8, 85, 120),
    "split": ("bulgarian_split_squat", 3, 8, 10, 85, 90),
    "calf": ("standing_calf_raise", 3, 10, 12, 85, 60),
    "pull": ("lat_pulldown", 3, 8, 10, 85, 90),
}
_DAYS = {  # name, lifts, days after the anchor, priority, minutes
    "lower-a": ("Lower A", ("squat", "rdl", "split", "calf"), 0, "key", 60),
    "upper-b": ("Upper B", ("press", "row", "pull"), 2, "support", 50),
    "lower-b": ("Lower B", ("squat", "split"), 4, "support", 45),
    "upper-a": ("Upper A", ("bench", "row", "pull"), 5, "key", 55),
}
INCREMENTS = {"split": 2_000}


def changes(first: date, anchor: int) -> list[tuple[str, str, dict[str, Any]]]:
    """Surface, key and facts of the whole plan.

    Args:
        first: first day of the plan.
        anchor: weekday of Lower A.
    """
    found = [("plans.plan", PLAN, _plan(first))]
    starts = first
    for number, weeks in enumerate(WEEKS):
        block = f"{PLAN}/{number + 1:02d}"
        found.append(("plans.block", block, _block(number, starts, weeks)))
        for slug, day in _DAYS.items():
            found.append(("plans.planned_day", f"{block}/{slug}", _day(block, number, day, anchor)))
        starts += timedelta(days=7 * weeks)
    found += [("plans.rule", f"{PLAN}/{slug}", facts) for slug, facts in _rules().items()]
    return found


def _plan(first: date) -> dict[str, Any]:
    return {
        "title": "Strength, four days",
        "goal": "Squat 120 kg for 5 by spring, without knee trouble",
        "sport": "strength",
        "starts_on": first.isoformat(),
        "status": "active",
    }


def _block(number: int, starts: date, weeks: int) -> dict[str, Any]:
    return {
        "plan": PLAN,
        "name": NAMES[number],
        "phase": PHASES[number],
        "order": number + 1,
        "starts_on": starts.isoformat(),
        "weeks": weeks,
        "goal": None,
    }


def _day(block: str, number: int, day: tuple[Any, ...], anchor: int) -> dict[str, Any]:
    title, lifts, after, priority, minutes = day
    items = [_item(name, number) for name in lifts]
    return {
        "block": block,
        "title": title,
        "sport": "strength",
        "session_type": None,
        "weekday": (anchor + after) % 7,
        "priority": priority,
        "minutes": minutes,
        "items": items,
        "weeks": [
            {"week": week, "skip": False, "items": [_lighter(i) for i in items]}
            for week in DELOADS[number]
        ],
    }


def _item(name: str, number: int) -> dict[str, Any]:
    slug, sets, low, high, rpe, rest = _LIFTS[name]
    return {
        "id": name,
        "exercise": slug,
        "sets": sets,
        "reps_low": low,
        "reps_high": high,
        "load_g": _LOADS[name][number],
        "rpe_x10": rpe,
        "rest_s": rest,
    }


def _lighter(item: dict[str, Any]) -> dict[str, Any]:
    load = item["load_g"] * 9 // 10 // 2_500 * 2_500
    return {**item, "sets": 2, "load_g": load, "rpe_x10": 70}


def _rules() -> dict[str, dict[str, Any]]:
    rules = {
        name: {
            "plan": PLAN,
            "kind": "double_progression",
            "applies_to": [_LIFTS[name][0]],
            "params": {"increment_g": INCREMENTS.get(name, 2_500)},
            "text": "Reps to the top of the range first, then one step of load.",
        }
        for name in _LIFTS
    }
    rules["no-make-up"] = {
        "plan": PLAN,
        "kind": "long_lived",
        "applies_to": [],
        "params": {},
        "text": "A missed session is not made up by adding volume elsewhere.",
    }
    return rules
