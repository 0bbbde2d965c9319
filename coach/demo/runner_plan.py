"""The runner's plan: four runs a week towards ten kilometres, with threshold tests in some weeks."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

PLAN = "ten-k"
WEEKS = (7, 7, 7, 8)
NAMES = ("Base", "Base 2", "Build", "Build 2")
PHASES = ("base", "base", "build", "build")
TEST_WEEKS = {1: (5, 6), 2: (5, 6), 3: (6, 7), 4: (3, 4, 5)}
THRESHOLD = 300
"""Threshold pace at the start, s/km, from a race that the runner reports."""

EASY_MIN = (40, 45, 50, 50)
LONG_MIN = (70, 80, 90, 95)
REPEATS = (4, 5, 5, 6)


def changes(first: date, anchor: int) -> list[tuple[str, str, dict[str, Any]]]:
    """Surface, key and facts of the whole plan.

    Args:
        first: first day of the plan.
        anchor: weekday of the intervals.
    """
    found = [("plans.plan", PLAN, _plan(first))]
    starts = first
    for number, weeks in enumerate(WEEKS):
        block = f"{PLAN}/{number + 1:02d}"
        found.append(("plans.block", block, _block(number, starts, weeks)))
        for slug, facts in _days(block, number, anchor, weeks).items():
            found.append(("plans.planned_day", f"{block}/{slug}", facts))
        starts += timedelta(days=7 * weeks)
    found.append(("plans.rule", f"{PLAN}/threshold", threshold(THRESHOLD, first, "a 10 km race")))
    return found


def threshold(value: int, on: date, source: str) -> dict[str, Any]:
    """The threshold pace as a rule of the plan."""
    return {
        "plan": PLAN,
        "kind": "threshold",
        "applies_to": ["run_road"],
        "params": {
            "metric": "threshold_pace_s_per_km",
            "value": value,
            "tested_on": on.isoformat(),
            "source": source,
        },
        "text": "Threshold pace: changes only after two tests and a person's yes.",
    }


def _plan(first: date) -> dict[str, Any]:
    return {
        "title": "10 km, four runs",
        "goal": "Run 10 km in 46 minutes in spring",
        "sport": "endurance",
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


def _days(block: str, number: int, anchor: int, weeks: int) -> dict[str, dict[str, Any]]:
    tests = TEST_WEEKS[number + 1]
    tested = [{"week": week, "skip": True, "items": None} for week in tests]
    other = [
        {"week": week, "skip": True, "items": None}
        for week in range(1, weeks + 1)
        if week not in tests
    ]
    easy = _steps("easy", [("easy", 1, EASY_MIN[number] * 60, 40)])
    long = _steps("long", [("long", 1, LONG_MIN[number] * 60, 50)])
    work = _steps(
        "intervals",
        [
            ("warm-up", 1, 900, 40),
            ("fast", REPEATS[number], 240, 80),
            ("easy", REPEATS[number], 120, 30),
            ("cool-down", 1, 600, 30),
        ],
    )
    trial = _steps("test", [("warm-up", 1, 900, 40), ("all out", 1, 1800, 100)])
    return {
        "intervals": _day(block, "Intervals", "intervals", anchor, "key", work, tested),
        "test": _day(block, "Threshold test", "threshold_test", anchor, "key", trial, other),
        "easy": _day(block, "Easy run", "easy", anchor + 1, "support", easy, []),
        "shake": _day(block, "Easy run 2", "easy", anchor + 3, "optional", easy, []),
        "long": _day(block, "Long run", "long", anchor + 5, "key", long, []),
    }


def _day(
    block: str,
    title: str,
    kind: str,
    weekday: int,
    priority: str,
    item: dict[str, Any],
    weeks: list[dict[str, Any]],
) -> dict[str, Any]:
    return {
        "block": block,
        "title": title,
        "sport": "run",
        "session_type": kind,
        "weekday": weekday % 7,
        "priority": priority,
        "minutes": item["duration_s"] // 60,
        "items": [item],
        "weeks": weeks,
    }


def _steps(name: str, steps: list[tuple[str, int, int, int]]) -> dict[str, Any]:
    return {
        "id": name,
        "modality": "run_road",
        "steps": [
            {
                "name": step,
                "repeat": repeat,
                "duration_s": seconds,
                "distance_m": None,
                "target_kind": "rpe",
                "low": max(10, rpe - 10),
                "high": rpe,
            }
            for step, repeat, seconds, rpe in steps
        ],
        "duration_s": sum(repeat * seconds for _, repeat, seconds, _ in steps),
        "rpe_x10": max(rpe for *_, rpe in steps),
    }
