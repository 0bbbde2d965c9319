from __future__ import annotations

from datetime import date

import pytest

from coach.domain.draft import Draft, SessionDraft
from coach.rules import measured, size
from decisions.domain.magnitude import Magnitude
from decisions.domain.outcomes import Outcome
from tests.coach.domain.packets import SQUAT, Story, key, strength
from tests.coach.rules.judging import dosed, downgrades, holds, own, refuses

TODAY = date(2026, 11, 26)


def story(*, load_g: int = 100_000) -> Story:
    """A squat that was done a week ago and is planned again at the same dose; no rule moves it."""
    made = Story(TODAY)
    made.plan()
    made.day("lower-a", [strength(load_g=load_g)])
    session = key(date(2026, 11, 19))
    dose = made.prescription(session, [{**strength(load_g=load_g), "reps": 5}])
    made.completed(session, prescription=dose)
    made.sets(session, SQUAT, [(load_g, 5, 80)] * 3)
    return made


@pytest.mark.parametrize(
    ("changes", "magnitude"),
    [
        pytest.param({}, Magnitude.M0, id="as-stated"),
        pytest.param({"load_g": 101_000}, Magnitude.M0, id="noise"),
        pytest.param({"load_g": 95_000}, Magnitude.T1, id="minus-5-per-cent"),
        pytest.param({"load_g": 102_500}, Magnitude.T1, id="plus-2.5-per-cent"),
        pytest.param({"load_g": 105_000}, Magnitude.T2, id="plus-5-per-cent"),
        pytest.param({"load_g": 92_500}, Magnitude.T2, id="minus-7.5-per-cent"),
        pytest.param({"load_g": 80_000}, Magnitude.T2, id="minus-20-per-cent"),
        pytest.param({"load_g": 77_500}, Magnitude.R1, id="beyond-minus-20"),
        pytest.param({"load_g": 107_500}, Magnitude.R1, id="beyond-plus-5"),
        pytest.param({"rpe_x10": 70}, Magnitude.T1, id="cap-down"),
        pytest.param({"rpe_x10": 65}, Magnitude.T2, id="cap-far-down"),
        pytest.param({"rest_s": 300}, Magnitude.T1, id="rest-longer"),
        pytest.param({"sets": 1}, Magnitude.R1, id="two-of-three-sets-gone"),
    ],
)
def test_the_size_is_computed_from_the_doses(changes: dict[str, int], magnitude: Magnitude) -> None:
    situation = story().situation()
    made = dosed(situation, **changes)
    assert measured(situation, made.session) == magnitude


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        ({}, True),
        ({"load_g": 95_000}, True),
        ({"load_g": 80_000}, True),
        ({"load_g": 77_500}, False),
        ({"load_g": 102_500}, True),
        ({"load_g": 105_000}, False),
        ({"sets": 2, "load_g": 90_000}, True),
    ],
)
def test_a_large_change_only_ever_reduces(changes: dict[str, int], allowed: bool) -> None:
    situation = story().situation()
    assert (
        holds(size.magnitude_is_inside_the_mandate, dosed(situation, **changes), situation)
        is allowed
    )


def test_a_clamp_by_an_owner_is_no_change_of_the_run() -> None:
    made = story()
    made.constraint("load_g", 60_000)
    situation = made.situation()
    assert measured(situation, own(situation).session) == Magnitude.M0
    assert holds(size.magnitude_is_inside_the_mandate, own(situation), situation)


def test_leaving_everything_out_needs_a_cause_that_code_can_see() -> None:
    situation = story().situation()
    empty = SessionDraft(items=(), minutes=0, reason="Rest today.")
    assert refuses(size.magnitude_is_inside_the_mandate, own(situation, session=empty), situation)
    made = story()
    made.daily(TODAY, "symptoms", text="fever since yesterday")
    ill = made.situation()
    assert holds(size.magnitude_is_inside_the_mandate, own(ill, session=empty), ill)


def outcome(made: Draft, word: Outcome) -> Draft:
    return made.model_copy(update={"outcome": word})


def test_no_change_writes_the_stated_dose_and_no_other() -> None:
    situation = story().situation()
    assert holds(size.dose_fits_the_outcome, own(situation), situation)
    for word in (Outcome.NO_CHANGE, Outcome.MONITOR_ONLY):
        lighter = outcome(dosed(situation, load_g=95_000), word)
        assert "another dose" in refuses(size.dose_fits_the_outcome, lighter, situation)


def test_an_adjustment_that_adjusts_nothing_is_no_change() -> None:
    situation = story().situation()
    same = outcome(own(situation), Outcome.TACTICAL_ADJUST)
    assert downgrades(size.dose_fits_the_outcome, same, situation) == "NO_CHANGE"
    lighter = outcome(dosed(situation, load_g=95_000), Outcome.TACTICAL_ADJUST)
    assert holds(size.dose_fits_the_outcome, lighter, situation)


@pytest.mark.parametrize(
    ("exercise", "magnitude"),
    [
        pytest.param("box_squat", Magnitude.T1, id="in-the-family"),
        pytest.param("bulgarian_split_squat", Magnitude.T2, id="in-the-pattern"),
        pytest.param("bench_press", Magnitude.R1, id="somewhere-else"),
        pytest.param("made_up_lift", Magnitude.R1, id="nowhere"),
    ],
)
def test_a_swap_is_as_large_as_it_is_far(exercise: str, magnitude: Magnitude) -> None:
    situation = story().situation()
    made = dosed(situation, exercise=exercise)
    assert measured(situation, made.session) == magnitude
