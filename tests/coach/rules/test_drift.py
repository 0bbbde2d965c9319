from __future__ import annotations

from datetime import date, timedelta

import pytest

from coach.rules import drift
from decisions.domain.gate import Holds
from tests.coach.domain.packets import SQUAT, Story, key, strength
from tests.coach.rules.judging import dosed, downgrades, holds, verdict

TODAY = date(2026, 11, 26)


def story(*given: int, weeks_ago: int = 1) -> Story:
    """Earlier prescriptions of a squat planned at 100 kg, newest last."""
    made = Story(TODAY)
    made.plan(starts=date(2026, 9, 7), weeks=16)
    made.day("lower-a", [strength(load_g=100_000)], on=date(2026, 9, 6))
    for index, load in enumerate(given):
        day = TODAY - timedelta(days=7 * (len(given) - index + weeks_ago - 1))
        item = strength(load_g=load)
        planned = {k: v for k, v in strength(load_g=100_000).items() if k not in ("id", "exercise")}
        dose = made.prescription(key(day), [{**item, "reps": 5, "planned": planned}])
        made.completed(key(day), prescription=dose)
        made.sets(key(day), SQUAT, [(load, 5, 80)] * 3)
    return made


@pytest.mark.parametrize(
    ("given", "now", "allowed"),
    [
        pytest.param((), 102_500, True, id="the-first"),
        pytest.param((102_500, 102_500), 102_500, False, id="net-7.5-per-cent"),
        pytest.param((101_250, 101_250), 102_500, True, id="below-the-net-limit"),
        pytest.param((101_250, 101_250, 101_250), 101_250, False, id="the-fourth-in-one-direction"),
        pytest.param((95_000, 95_000, 95_000), 102_500, True, id="the-other-direction"),
        pytest.param((102_500, 102_500), 100_000, True, id="back-to-the-plan"),
    ],
)
def test_small_steps_do_not_add_up_unseen(given: tuple[int, ...], now: int, allowed: bool) -> None:
    situation = story(*given).situation()
    made = dosed(situation, load_g=now)
    if allowed:
        assert holds(drift.drift_stays_inside_its_budget, made, situation)
    else:
        found = downgrades(drift.drift_stays_inside_its_budget, made, situation)
        assert found == "ESCALATE_TO_STRATEGIC"


def test_what_is_older_than_the_window_is_forgotten() -> None:
    situation = story(102_500, 102_500, weeks_ago=5).situation()
    assert holds(drift.drift_stays_inside_its_budget, dosed(situation, load_g=102_500), situation)


def test_a_reduction_for_safety_is_reported_and_never_held_up() -> None:
    made = story(95_000, 95_000, 95_000)
    lighter = dosed(made.situation(), load_g=92_500)
    situation = made.situation()
    assert (
        downgrades(drift.drift_stays_inside_its_budget, lighter, situation)
        == "ESCALATE_TO_STRATEGIC"
    )
    made.pain(TODAY - timedelta(days=7), 4)
    situation = made.situation()
    found = verdict(drift.drift_stays_inside_its_budget, lighter, situation)
    assert isinstance(found, Holds)
    assert "4 changes" in found.note
