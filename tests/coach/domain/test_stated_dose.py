from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from coach.domain.item_state import ItemState
from tests.coach.domain.packets import MONDAY, SQUAT, Story, key, run, strength

TODAY = date(2026, 11, 26)
THURSDAYS = (date(2026, 11, 5), date(2026, 11, 12), date(2026, 11, 19))


def story(loads: tuple[int, ...] = (100_000, 102_500, 105_000), **item: Any) -> Story:
    """Three Thursdays, each done at the dose that the plan stated, which rose by its own rule."""
    made = Story(TODAY)
    made.plan()
    made.day("lower-a", [strength(load_g=100_000, **item)])
    made.progression(SQUAT)
    for day, load in zip(THURSDAYS, loads, strict=False):
        train(made, day, load)
    return made


def train(
    made: Story, day: date, load: int, *, reps: int = 5, rpe: int = 80, slug: str = "lower-a"
) -> None:
    dose = made.prescription(key(day, slug), [{**strength(load_g=load), "reps": 5}])
    made.completed(key(day, slug), prescription=dose)
    made.sets(key(day, slug), SQUAT, [(load, reps, rpe)] * 3)


def squat(made: Story, subject: str = "") -> ItemState:
    state = made.situation(subject=subject).item("squat")
    assert state is not None
    return state


def without(made: Story, *days: date) -> Story:
    """The same story with sessions left out, as a packet of a small budget has it."""
    gone = {key(day) for day in days}
    made.items = [
        i for i in made.items if i.key not in gone and i.facts.get("session_key") not in gone
    ]
    return made


def test_the_plan_steps_up_from_where_it_stands() -> None:
    assert squat(story()).stated.load_g == 107_500


@pytest.mark.parametrize(
    "gone",
    [
        pytest.param(THURSDAYS[:1], id="the-first"),
        pytest.param(THURSDAYS[:2], id="the-first-two"),
        pytest.param(THURSDAYS[1:2], id="one-between"),
    ],
)
def test_sessions_that_do_not_fit_into_the_packet_change_nothing(gone: tuple[date, ...]) -> None:
    assert squat(without(story(), *gone)).stated.load_g == 107_500


def test_a_planned_day_that_was_edited_states_its_dose_anew() -> None:
    made = story()
    made.items = [i for i in made.items if i.surface != "plans.planned_day"]
    made.day("lower-a", [strength(load_g=95_000)], on=date(2026, 11, 20))
    assert squat(made).stated.load_g == 95_000


def test_after_an_edit_the_rule_goes_on_from_the_new_dose() -> None:
    made = story(loads=(100_000, 102_500))
    made.items = [i for i in made.items if i.surface != "plans.planned_day"]
    made.day("lower-a", [strength(load_g=90_000)], on=date(2026, 11, 13))
    train(made, THURSDAYS[2], 90_000)
    assert squat(made).stated.load_g == 92_500


def test_a_planned_lighter_week_leaves_the_trajectory_alone() -> None:
    made = Story(TODAY)
    made.plan()
    week = {"week": 3, "skip": False, "items": [strength(sets=2, load_g=90_000, rpe_x10=70)]}
    made.day("lower-a", [strength(load_g=100_000)], weeks=[week])
    made.progression(SQUAT)
    for day, load in zip(THURSDAYS, (100_000, 102_500, 90_000), strict=True):
        train(made, day, load)
    assert squat(made).stated.load_g == 105_000
    assert squat(made, key(THURSDAYS[2])).stated.load_g == 90_000
    made.gate(human=True, region=None)
    assert squat(made).reference.load_g == 102_500


def test_another_day_with_the_same_exercise_has_its_own_trajectory() -> None:
    made = story()
    made.day("lower-b", [strength(load_g=80_000)], weekday=0)
    train(made, date(2026, 11, 23), 80_000, slug="lower-b")
    assert squat(made).stated.load_g == 107_500
    assert squat(made, key(date(2026, 11, 30), "lower-b")).stated.load_g == 82_500


def test_the_first_session_of_a_block_is_the_blocks_own_dose() -> None:
    made = Story(TODAY)
    made.plan(starts=date(2026, 11, 23))
    made.day("lower-a", [strength(load_g=110_000)], on=date(2026, 11, 1))
    made.progression(SQUAT)
    train(made, THURSDAYS[2], 105_000)
    state = squat(made)
    assert (state.stated.load_g, state.walked) == (110_000, ())


def test_behind_an_open_gate_a_new_block_does_not_start_heavier() -> None:
    made = Story(TODAY)
    made.plan(starts=date(2026, 11, 23))
    made.day("lower-a", [strength(load_g=110_000)], on=date(2026, 11, 1))
    made.day("lower-b", [strength(load_g=90_000)], weekday=0, on=date(2026, 11, 1))
    made.progression(SQUAT)
    made.gate(human=True, region=None)
    train(made, THURSDAYS[2], 105_000)
    state = squat(made)
    assert (state.stated.load_g, state.reference.load_g) == (110_000, 105_000)


def test_a_rule_that_holds_never_steps() -> None:
    made = story()
    made.items = [i for i in made.items if i.surface != "plans.rule"]
    hold = {"plan": "p", "kind": "hold", "applies_to": [SQUAT], "params": {}, "text": "Hold."}
    made.add("plans.rule", "p/hold", hold, on=MONDAY)
    state = squat(made)
    assert (state.stated.load_g, state.stated.step) == (105_000, "hold")


def test_a_session_done_below_the_stated_load_earns_no_step() -> None:
    made = story(loads=(100_000,))
    dose = made.prescription(key(THURSDAYS[1]), [{**strength(load_g=102_500), "reps": 5}])
    made.completed(key(THURSDAYS[1]), prescription=dose)
    made.sets(key(THURSDAYS[1]), SQUAT, [(97_500, 5, 60)] * 3)
    assert squat(made).stated.load_g == 102_500


def test_the_increment_is_the_rules_then_the_catalogues() -> None:
    assert squat(story()).increment_g == 2_500
    made = Story(TODAY)
    made.plan()
    made.day("lower-a", [strength("press", "overhead_press", load_g=40_000)])
    state = made.situation().item("press")
    assert state is not None
    assert state.increment_g == 1_250


def test_regions_and_names_come_from_the_catalogue() -> None:
    state = squat(story())
    assert state.regions == ("knee", "hip", "lower_back")
    assert state.name == "back squat (high bar)"


def test_an_exercise_of_the_athletes_own_is_known_by_its_facts() -> None:
    made = Story(TODAY)
    made.plan()
    made.day("lower-a", [strength("belt", "belt_squat", load_g=60_000)])
    facts = {"slug": "belt_squat", "name": "Belt squat", "region": ["knee"], "increment_g": 5_000}
    made.add("training_sessions.exercise", "belt_squat", facts, on=MONDAY)
    state = made.situation().item("belt")
    assert state is not None
    assert (state.name, state.regions, state.increment_g) == ("belt squat", ("knee",), 5_000)


def test_an_exercise_that_nobody_knows_has_unknown_regions() -> None:
    made = Story(TODAY)
    made.plan()
    made.day("lower-a", [strength("odd", "odd_lift", load_g=60_000)])
    state = made.situation().item("odd")
    assert state is not None
    assert state.regions is None


def test_a_moved_session_is_judged_by_the_date_it_takes_place() -> None:
    made = story()
    moved = made.prescription(key(TODAY), [{**strength(load_g=107_500), "reps": 5}])
    made.items[-1] = type(moved)(
        **{
            **{f: getattr(moved, f) for f in moved.__slots__},
            "facts": {**moved.facts, "date": "2026-11-27"},
        }
    )
    made.constraint("load_g", 90_000, starts=TODAY + timedelta(days=1), days=1)
    state = squat(made)
    assert state.on == TODAY + timedelta(days=1)
    assert state.allowed is not None
    assert state.allowed.load_g == 90_000


def test_a_run_is_named_by_where_it_goes() -> None:
    made = Story(TODAY)
    made.plan()
    made.day("lower-a", [run(duration_s=1_800)], sport="run")
    state = made.situation().item("run")
    assert state is not None
    assert (state.name, state.sport) == ("road run", "run")
