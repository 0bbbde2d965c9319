"""Facts and doses for the tests of this app: small valid ones, changed by keyword."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from plans.domain.dose import Performed
from plans.domain.items import Dose, Step

Facts = dict[str, Any]

MONDAY = date(2026, 3, 2)


def plan(**changes: Any) -> Facts:
    return {
        "title": "Return to squat",
        "goal": "Squat 140 kg without pain",
        "sport": "strength",
        "starts_on": "2026-03-02",
        "status": "active",
        **changes,
    }


def block(**changes: Any) -> Facts:
    return {
        "plan": "return",
        "name": "First steps",
        "phase": "return",
        "order": 1,
        "starts_on": "2026-03-02",
        "weeks": 4,
        "goal": None,
        **changes,
    }


def lift(**changes: Any) -> Facts:
    return {
        "id": "squat",
        "exercise": "back_squat_high_bar",
        "sets": 3,
        "reps_low": 5,
        "reps_high": 8,
        "load_g": 100_000,
        "rpe_x10": 80,
        "rest_s": 180,
        **changes,
    }


def step(**changes: Any) -> Facts:
    return {
        "name": "work",
        "repeat": 1,
        "duration_s": 1800,
        "distance_m": None,
        "target_kind": "rpe",
        "low": 30,
        "high": 40,
        **changes,
    }


def run(**changes: Any) -> Facts:
    return {
        "id": "run",
        "modality": "run_road",
        "steps": [step()],
        "duration_s": None,
        "rpe_x10": None,
        **changes,
    }


def day(**changes: Any) -> Facts:
    return {
        "block": "return/01",
        "title": "Squat day",
        "sport": "strength",
        "session_type": None,
        "weekday": 0,
        "priority": "key",
        "minutes": 60,
        "items": [lift()],
        "weeks": [],
        **changes,
    }


def rule(**changes: Any) -> Facts:
    return {
        "plan": "return",
        "kind": "double_progression",
        "applies_to": ["back_squat_high_bar"],
        "params": {"increment_g": 2500},
        "text": "2.5 kg more when every set reaches 8 reps at RPE 8 or less",
        **changes,
    }


def constraint(**changes: Any) -> Facts:
    return {
        "title": "Squat load cap",
        "field": "load_g",
        "exercise": "back_squat_high_bar",
        "region": None,
        "operator": "<=",
        "value": 115_000,
        "unit": "g",
        "reason": "knee pain in February",
        "starts_on": "2026-03-02",
        "expires_on": "2026-03-20",
        "renewals": 0,
        "status": "active",
        "owner": "coach",
        **changes,
    }


def gate(**changes: Any) -> Facts:
    return {
        "title": "Knee pain",
        "signal": "pain",
        "region": "knee",
        "guards": ["back_squat_high_bar"],
        "criterion": {
            "kind": "consecutive_exposures",
            "count": 3,
            "during_max": 2,
            "next_morning_max": 2,
        },
        "valid_h": 72,
        "progress": {"met": 0, "of": 3, "slots": []},
        "state": "open",
        "opened_on": "2026-03-02",
        "closed_on": None,
        "closed_because": None,
        "owner": "coach",
        **changes,
    }


def human_gate(**changes: Any) -> Facts:
    criterion = {"kind": "human", "text": "clears when the physiotherapist has looked at it"}
    return gate(
        **{
            "title": "Physio review",
            "signal": "review",
            "region": None,
            "criterion": criterion,
            "progress": {"met": 0, "of": 1, "slots": []},
            **changes,
        }
    )


def squat(**changes: Any) -> Dose:
    values: Facts = {
        "item": "squat",
        "subject": "back_squat_high_bar",
        "kind": "strength",
        "sets": 3,
        "reps": 5,
        "reps_low": 5,
        "reps_high": 8,
        "load_g": 100_000,
        "rpe_x10": 80,
        "rest_s": 180,
        **changes,
    }
    return Dose(**values)


def a_step(**changes: Any) -> Step:
    return Step(**step(**changes))


def a_run(*steps: Step, **changes: Any) -> Dose:
    values: Facts = {"item": "run", "subject": "run_road", "kind": "endurance", **changes}
    return Dose(steps=steps or (a_step(),), **values)


def done(
    number: int = 1, *, reps: Any = (8, 8, 8), rpe: Any = (70, 70, 75), **changes: Any
) -> Performed:
    """The exposure number `number`, three days apart, at the planned load."""
    values: Facts = {
        "load_g": 100_000,
        "prescribed_sets": 3,
        "prescribed_load_g": 100_000,
        "comparable": True,
        **changes,
    }
    on = MONDAY + timedelta(days=3 * number)
    return Performed(date=on, reps=tuple(reps), rpe_x10=tuple(rpe), **values)
