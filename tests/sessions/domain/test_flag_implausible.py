"""What looks wrong is flagged; nothing is changed."""

from __future__ import annotations

from typing import Any

import pytest

from sessions import catalogue
from sessions.domain import actuals, daily, plausibility
from tests.sessions import making

POLICY = catalogue.evidence_policy()


def flags(
    load: int | None, expected: int | None, reps: int | None = 5, **more: Any
) -> tuple[str, ...]:
    return plausibility.set_flags(
        load_g=load, reps=reps, exercise=catalogue.exercise("bench_press"),
        expected_g=expected, policy=POLICY, **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("load", "expected", "found"),
    [
        (100_000, 100_000, ()),
        (220_462, 100_000, ("unit_suspect",)),
        (45_359, 100_000, ("unit_suspect",)),
        (205_000, 100_000, ("unit_suspect",)),
        (204_000, 100_000, ()),
        (60_000, 100_000, ()),
        (220_462, None, ()),
        (None, 100_000, ()),
        (361_000, None, ("implausible",)),
        (360_000, None, ()),
    ],
)
def test_loads(load: int | None, expected: int | None, found: tuple[str, ...]) -> None:
    assert flags(load, expected) == found


def test_more_than_sixty_repetitions() -> None:
    assert flags(20_000, None, reps=61) == ("reps_implausible",)


@pytest.mark.parametrize(
    ("now", "before", "found"),
    [(108_000, 100_000, ()), (109_000, 100_000, ("e1rm_warn",)), (121_000, 100_000, ("e1rm_quarantine",)),
     (200_000, None, ()), (None, 100_000, ())],
)  # fmt: skip
def test_jumps_of_the_estimate(now: int | None, before: int | None, found: tuple[str, ...]) -> None:
    assert plausibility.e1rm_flags(now, before, POLICY) == found


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, ()),
        ({"duration_s": 960 * 60 + 1}, ("implausible_duration",)),
        ({"avg_hr_bpm": 240}, ("implausible_heart_rate",)),
    ],
)
def test_sessions(changes: dict[str, Any], found: tuple[str, ...]) -> None:
    facts = actuals.validate_completed(making.session(**changes))
    assert plausibility.session_flags(facts) == found


@pytest.mark.parametrize(
    ("changes", "previous", "found"),
    [
        ({"kind": "sleep_s", "value": 16 * 3600 + 1}, None, ("implausible",)),
        ({"kind": "bodyweight_g", "value": 29_000}, None, ("implausible",)),
        ({"kind": "bodyweight_g", "value": 88_000}, 88_500, ()),
        ({"kind": "bodyweight_g", "value": 88_000}, 85_500, ("bodyweight_jump_warn",)),
        ({"kind": "bodyweight_g", "value": 88_000}, 80_000, ("bodyweight_jump_quarantine",)),
        ({"kind": "rmssd_ms", "value": 301}, None, ("implausible",)),
        ({"kind": "resting_hr_bpm", "value": 24}, None, ("implausible",)),
    ],
)
def test_days(changes: dict[str, Any], previous: int | None, found: tuple[str, ...]) -> None:
    facts = daily.validate(making.pain(**changes))
    assert daily.flags(facts, previous_bodyweight_g=previous) == found
