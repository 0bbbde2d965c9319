from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from coach.rules import evidence, lessening
from tests.coach.domain.packets import SQUAT, Story, key, strength
from tests.coach.rules.judging import dosed, downgrades, holds, refuses

TODAY = date(2026, 11, 26)


def story(*, reps: tuple[int, ...] = (5,) * 7, every: int = 7) -> Story:
    """Squats of 100 kg, `reps` in the last set of each session, oldest first; the newest a week ago."""
    made = Story(TODAY)
    made.plan(starts=date(2026, 9, 7), weeks=16)
    made.day("lower-a", [strength(load_g=100_000, low=3, high=10, rpe_x10=80)], on=date(2026, 9, 6))
    for index, count in enumerate(reps):
        day = TODAY - timedelta(days=every * (len(reps) - index))
        session = key(day)
        item = strength(load_g=100_000, low=3, high=10, rpe_x10=80)
        dose = made.prescription(session, [{**item, "reps": 5}])
        made.completed(session, prescription=dose)
        made.sets(session, SQUAT, [(100_000, count, 80)] * 3)
    return made


@pytest.mark.parametrize(
    ("reps", "allowed"),
    [
        pytest.param((5, 5, 5, 5, 5, 5, 5), False, id="no-change"),
        pytest.param((5, 5, 5, 5, 5, 5, 8), False, id="one-good-day"),
        pytest.param((5, 5, 5, 5, 5, 8, 8), True, id="twice-of-three"),
        pytest.param((5, 8, 8), False, id="no-baseline"),
    ],
)
def test_more_than_the_plan_needs_a_repeated_improvement(
    reps: tuple[int, ...], allowed: bool
) -> None:
    situation = story(reps=reps).situation()
    made = dosed(situation, load_g=102_500)
    assert holds(evidence.a_rise_is_earned, made, situation) is allowed


def test_an_improvement_that_hurts_earns_nothing() -> None:
    made = story(reps=(5, 5, 5, 5, 5, 8, 8))
    made.pain(TODAY - timedelta(days=7), 4)
    situation = made.situation()
    assert "unresolved" in refuses(
        evidence.a_rise_is_earned, dosed(situation, load_g=102_500, sets=3, rpe_x10=80), situation
    )


def test_the_stated_dose_needs_nothing() -> None:
    situation = story().situation()
    assert holds(evidence.a_rise_is_earned, dosed(situation), situation)
    assert holds(evidence.a_reduction_has_grounds, dosed(situation), situation)


def test_one_poor_session_is_no_ground_for_less() -> None:
    situation = story(reps=(5, 5, 5, 5, 5, 5, 3)).situation()
    lighter = dosed(situation, load_g=95_000)
    assert downgrades(evidence.a_reduction_has_grounds, lighter, situation) == "NO_CHANGE"


def test_a_repeated_decline_is() -> None:
    situation = story(reps=(8, 8, 8, 8, 8, 5, 5)).situation()
    assert holds(evidence.a_reduction_has_grounds, dosed(situation, load_g=95_000), situation)


def test_leaving_an_item_out_needs_grounds_too() -> None:
    situation = story().situation()
    made = dosed(situation)
    assert made.session is not None
    empty = made.model_copy(update={"session": made.session.model_copy(update={"items": ()})})
    assert downgrades(evidence.a_reduction_has_grounds, empty, situation) == "NO_CHANGE"


HAPPENINGS: dict[str, Callable[[Story], object]] = {
    "pain": lambda made: made.pain(TODAY - timedelta(days=7), 4),
    "wish": lambda made: made.request("something lighter, please"),
    "symptoms": lambda made: made.daily(TODAY - timedelta(days=7), "symptoms", text="a cold"),
    "old symptoms": lambda made: made.daily(TODAY - timedelta(days=8), "symptoms", text="a cold"),
    "break": lambda made: None,
    "one sign": lambda made: made.daily(TODAY, "wellness", 2),
    "two signs": lambda made: [made.daily(TODAY, kind, 2) for kind in ("wellness", "readiness")],
    "missing": lambda made: made.sets(
        key(TODAY - timedelta(days=7)), SQUAT, [(100_000, None, None)]
    ),
    "nothing": lambda made: None,
}


@pytest.mark.parametrize(
    ("happening", "ground"),
    [
        pytest.param("pain", "pain", id="pain"),
        pytest.param("wish", "less was asked for", id="wish"),
        pytest.param("symptoms", "symptoms", id="symptoms"),
        pytest.param("old symptoms", None, id="old-symptoms"),
        pytest.param("break", "a break", id="break"),
        pytest.param("one sign", None, id="one-sign-of-strain"),
        pytest.param("two signs", "several signs of strain", id="two-signs-of-strain"),
        pytest.param("missing", "data are missing or flagged", id="missing-reps"),
        pytest.param("nothing", None, id="nothing"),
    ],
)
def test_what_may_lower_a_dose_is_computed(happening: str, ground: str | None) -> None:
    made = story(every=20) if happening == "break" else story()
    HAPPENINGS[happening](made)
    situation = made.situation()
    state = situation.items[0]
    assert lessening.grounds_for_less(state, situation) == ((ground,) if ground else ())
    lighter = dosed(situation, load_g=(state.allowed.load_g or 0) - 5_000 if state.allowed else 0)
    if ground is None:
        assert downgrades(evidence.a_reduction_has_grounds, lighter, situation) == "NO_CHANGE"
    else:
        assert holds(evidence.a_reduction_has_grounds, lighter, situation)


@pytest.mark.parametrize(("slept", "signs"), [(5, 2), (6, 1)])
def test_a_short_night_is_measured_against_the_athletes_own(slept: int, signs: int) -> None:
    made = story()
    for back in range(2, 12):
        made.daily(TODAY - timedelta(days=back), "sleep_s", 8 * 3_600)
    made.daily(TODAY, "sleep_s", slept * 3_600)
    made.daily(TODAY, "wellness", 2)
    situation = made.situation()
    found = "several signs of strain" in lessening.grounds_for_less(situation.items[0], situation)
    assert found is (signs >= 2)
