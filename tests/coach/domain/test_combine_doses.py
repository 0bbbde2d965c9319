from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.domain import doses, lighter
from plans.domain.items import Dose, Step

SQUAT = Dose("a", "squat", "strength", sets=3, reps=5, load_g=105_000, rpe_x10=85, rest_s=180)
RUN = Dose("r", "run_road", "endurance", duration_s=3_600, rpe_x10=60)

maybe = st.none() | st.integers(min_value=0, max_value=200_000)
strength = st.builds(
    lambda sets, reps, load, rpe, rest: Dose(
        "a", "s", "strength", sets=sets, reps=reps, load_g=load, rpe_x10=rpe, rest_s=rest
    ),
    *([maybe] * 5),
)


def fields(dose: Dose) -> tuple[int | None, ...]:
    return dose.sets, dose.reps, dose.load_g, dose.rpe_x10, dose.rest_s


@given(strength, strength)
def test_combining_never_raises_a_field_and_never_adds_up(one: Dose, other: Dose) -> None:
    both = doses.combined(one, other)
    for before, after in zip(fields(one)[:4], fields(both)[:4], strict=True):
        assert before is None or (after is not None and after <= before)
    for value, mine, theirs in zip(fields(both), fields(one), fields(other), strict=True):
        assert value in (mine, theirs)
    assert doses.combined(both, other) == both


@given(strength, strength)
def test_a_held_dose_rises_in_no_field_that_is_known(stated: Dose, verified: Dose) -> None:
    kept = doses.held(stated, verified)
    if stated.load_g is not None and verified.load_g is not None:
        assert kept.load_g is not None
        assert kept.load_g <= min(stated.load_g, verified.load_g)
    if stated.sets is not None and verified.sets is not None:
        assert kept.sets == min(stated.sets, verified.sets)


def test_more_reps_at_less_load_is_not_held() -> None:
    stated = replace(SQUAT, load_g=107_500, reps=5)
    verified = replace(SQUAT, load_g=105_000, reps=8)
    assert fields(doses.held(stated, verified))[:3] == (3, 8, 105_000)
    assert doses.held(SQUAT, replace(SQUAT, load_g=110_000, reps=6)) == SQUAT


@pytest.mark.parametrize(
    ("load_g", "increment", "expected"),
    [
        (110_000, 2_500, 97_500),
        (105_000, 2_500, 92_500),
        (100_000, 1_250, 90_000),
        (2_000, 2_500, 0),
    ],
)
def test_a_lighter_load_is_rounded_to_the_lighter_plate(
    load_g: int, increment: int, expected: int
) -> None:
    lower = lighter.lightened(
        replace(SQUAT, load_g=load_g), percent=10, increment_g=increment, sets=1
    )
    assert (lower.load_g, lower.sets) == (expected, 2)


def test_the_last_set_stays() -> None:
    assert (
        lighter.lightened(replace(SQUAT, sets=1), percent=10, increment_g=2_500, sets=1).sets == 1
    )


def test_an_unknown_load_stays_unknown() -> None:
    assert (
        lighter.lightened(replace(SQUAT, load_g=None), percent=10, increment_g=2_500).load_g is None
    )


def test_a_run_is_shortened_by_time_or_by_distance() -> None:
    assert lighter.lightened(RUN, percent=10, increment_g=1).duration_s == 3_240
    far = Dose(
        "r", "run_road", "endurance", steps=(Step("run", 1, None, 10_000, "open", None, None),)
    )
    assert lighter.lightened(far, percent=10, increment_g=1).metres == 9_000


def test_targets_become_effort_and_keep_the_lower_cap() -> None:
    fast = Step("fast", 5, 240, None, "pace_s_per_km", 245, 250)
    jog = Step("jog", 5, 120, None, "rpe", 20, 30)
    guided = lighter.guided_by_effort(replace(RUN, steps=(fast, jog)), 70)
    assert guided.steps[0].target_kind == "rpe"
    assert (guided.steps[0].high, guided.steps[1], guided.rpe_x10) == (60, jog, 60)
    assert lighter.guided_by_effort(RUN, 70) == RUN
