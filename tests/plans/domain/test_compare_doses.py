from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.domain.diff import Change, diff, move_days, rising
from plans.domain.items import SessionDose, normalise, session_dose
from plans.selectors.policy import change_policy
from tests.plans import making
from tests.plans.making import a_run, a_step, squat

POLICY = change_policy()


def compared(before, after, **increments):
    return diff(
        SessionDose(items=tuple(before)), SessionDose(items=tuple(after)), POLICY, increments
    )


def only(before, after, **increments):
    (change,) = compared([before], [after], **increments)
    return change


def test_equal_doses_have_no_difference():
    assert compared([squat(), a_run()], [squat(), a_run()]) == ()


def test_a_planned_day_and_its_prescription_are_the_same_dose():
    planned = session_dose(making.day())
    prescribed = session_dose(
        {"items": [normalise(making.lift()).facts()], "minutes": 60, "sport": "strength"}
    )

    assert diff(planned, prescribed, POLICY) == ()


def test_notes_and_order_are_no_difference():
    bench = squat(item="bench", subject="bench_press")
    noted = {**making.lift(), "why": "as planned", "cites": [3], "held_by": []}

    assert compared([squat(), bench], [bench, normalise(noted)]) == ()


@pytest.mark.parametrize(
    ("delta", "differs"),
    [(1249, False), (-1249, False), (1250, True), (-1250, True), (2500, True)],
)
def test_half_an_increment_is_the_smallest_change_of_load(delta, differs):
    found = compared([squat()], [squat(load_g=100_000 + delta)])

    assert bool(found) is differs


def test_the_exercise_has_an_increment_of_its_own():
    before, after = squat(), squat(load_g=101_000)

    assert compared([before], [after], back_squat_high_bar=2_000)
    assert not compared([before], [after], back_squat_high_bar=5_000)


def test_a_change_of_load_tells_percent_and_increments():
    change = only(squat(), squat(load_g=105_000))

    assert (change.path, change.field, change.item) == ("items[squat].load_g", "load_g", "squat")
    assert (change.before, change.after) == (100_000, 105_000)
    assert (change.percent, change.increments) == (Fraction(5), Fraction(2))
    assert change.percent_x10 == 50


@pytest.mark.parametrize(
    ("seconds", "differs"), [(1919, False), (1681, False), (1920, True), (1680, True)]
)
def test_two_minutes_are_the_smallest_change_of_duration(seconds, differs):
    found = compared([a_run()], [a_run(a_step(duration_s=seconds))])

    assert bool(found) is differs


@pytest.mark.parametrize(
    ("minutes", "differs"), [(61, False), (59, False), (62, True), (58, True), (None, True)]
)
def test_two_minutes_are_the_smallest_change_of_a_session(minutes, differs):
    before = SessionDose(items=(squat(),), minutes=60)

    assert bool(diff(before, replace(before, minutes=minutes), POLICY)) is differs


HARDER = [
    pytest.param(squat(), squat(load_g=102_500), id="load-up"),
    pytest.param(squat(), squat(load_g=None), id="load-no-longer-stated"),
    pytest.param(squat(load_g=None), squat(), id="load-where-none-was-stated"),
    pytest.param(squat(), squat(reps=6), id="reps-up"),
    pytest.param(squat(), squat(reps_high=9), id="range-up"),
    pytest.param(squat(), squat(rpe_x10=85), id="rpe-up"),
    pytest.param(squat(), squat(rpe_x10=None), id="rpe-cap-dropped"),
    pytest.param(squat(), squat(rest_s=150), id="rest-shorter"),
    pytest.param(squat(), squat(rest_s=None), id="rest-dropped"),
    pytest.param(a_run(), a_run(a_step(high=45)), id="step-rpe-up"),
    pytest.param(a_run(), a_run(a_step(), a_step()), id="step-added"),
    pytest.param(a_run(), a_run(a_step(duration_s=None)), id="time-unknown"),
    pytest.param(
        a_run(a_step(target_kind="pace_s_per_km", low=300, high=310)),
        a_run(a_step(target_kind="pace_s_per_km", low=290, high=310)),
        id="pace-faster",
    ),
    pytest.param(
        a_run(a_step(target_kind="power_w", low=200, high=210)),
        a_run(a_step(target_kind="power_w", low=200, high=220)),
        id="power-up",
    ),
    pytest.param(
        a_run(), a_run(a_step(target_kind="hr_bpm", low=120, high=150)), id="other-target"
    ),
    pytest.param(a_run(a_step(repeat=4)), a_run(a_step(repeat=5)), id="interval-added"),
    pytest.param(squat(), a_run(a_step(), item="squat"), id="another-kind-of-item"),
]


@pytest.mark.parametrize(("before", "after"), HARDER)
def test_what_makes_training_harder_rises(before, after):
    assert rising(compared([before], [after]))


EASIER = [
    pytest.param(squat(), squat(load_g=97_500), id="load-down"),
    pytest.param(squat(), squat(sets=2), id="sets-down"),
    pytest.param(squat(), squat(reps=4), id="reps-down"),
    pytest.param(squat(), squat(rpe_x10=70), id="rpe-down"),
    pytest.param(squat(rpe_x10=None), squat(), id="rpe-cap-stated"),
    pytest.param(squat(), squat(rest_s=240), id="rest-longer"),
    pytest.param(squat(rest_s=None), squat(), id="rest-stated"),
    pytest.param(a_run(), a_run(a_step(duration_s=1200)), id="shorter"),
    pytest.param(a_run(), a_run(a_step(high=35)), id="step-rpe-down"),
    pytest.param(a_run(a_step(repeat=5)), a_run(a_step(repeat=4)), id="interval-dropped"),
    pytest.param(
        a_run(a_step(target_kind="pace_s_per_km", low=300, high=310)),
        a_run(a_step(target_kind="pace_s_per_km", low=305, high=310)),
        id="pace-slower",
    ),
    pytest.param(
        a_run(a_step(target_kind="power_w", low=200, high=210)),
        a_run(a_step(target_kind="rpe", low=30, high=40)),
        id="power-to-easy-rpe",
    ),
]


@pytest.mark.parametrize(("before", "after"), EASIER)
def test_what_makes_training_easier_falls_and_nothing_rises(before, after):
    found = compared([before], [after])

    assert found
    assert not rising(found)
    assert all(change.falls for change in found)


def test_a_faster_pace_is_a_positive_percentage():
    change = only(
        a_run(a_step(target_kind="pace_s_per_km", low=300, high=None)),
        a_run(a_step(target_kind="pace_s_per_km", low=297, high=None)),
    )

    assert change.field == "intensity"
    assert change.percent_x10 == 11


def test_more_sets_count_for_the_exercise_and_for_the_session():
    found = compared(
        [squat(), squat(item="row", sets=3)], [squat(sets=4), squat(item="row", sets=3)]
    )

    assert [(c.path, c.before, c.after) for c in found] == [
        ("items[squat].sets", 3, 4),
        ("session.sets", 6, 7),
    ]
    assert found[1].percent_x10 == 167


def test_a_swap_is_named_with_both_exercises():
    change = only(squat(), squat(subject="box_squat"))

    assert (change.field, change.before, change.after) == (
        "exercise",
        "back_squat_high_bar",
        "box_squat",
    )
    assert not change.rises


def test_a_swap_does_not_hide_a_heavier_load():
    found = compared([squat()], [squat(subject="leg_press", load_g=180_000)])

    assert [change.field for change in rising(found)] == ["load_g"]


def test_reps_outside_the_planned_range_are_another_kind_of_change():
    assert only(squat(), squat(reps=8)).field == "reps"
    assert only(squat(), squat(reps=9)).field == "reps_range"
    assert only(squat(), squat(reps=4)).field == "reps_range"


def test_an_item_that_comes_rises_and_one_that_goes_falls():
    row = squat(item="row", subject="barbell_row")

    gone = [c for c in compared([squat(), row], [squat()]) if c.field == "item"]
    come = [c for c in compared([squat()], [squat(), row]) if c.field == "item"]

    assert [(c.before, c.after, c.falls) for c in gone] == [("barbell_row", None, True)]
    assert [(c.before, c.after, c.rises) for c in come] == [(None, "barbell_row", True)]


def test_a_session_without_items_is_cancelled():
    found = compared([squat()], [])

    assert found[0] == Change("session", None, "session", "planned", None, falls=True)


def test_a_moved_session_tells_by_how_many_days():
    before = SessionDose(items=(squat(),), date="2026-03-02")

    (change,) = diff(before, replace(before, date="2026-03-01"), POLICY)

    assert move_days(change) == -1


def test_a_date_that_is_not_stated_is_no_move():
    before = SessionDose(items=(squat(),), date="2026-03-02")

    assert diff(before, replace(before, date=None), POLICY) == ()


INTERVALS = SessionDose(
    items=(a_run(a_step(repeat=5, duration_s=240, low=80, high=90)),),
    minutes=60,
    session_type="intervals",
    sport="run",
)


def replaced(*steps, **changes):
    after = SessionDose(items=(a_run(*steps),), minutes=40, session_type="easy", sport="run")
    return diff(INTERVALS, replace(after, **changes), POLICY)


def test_intervals_that_give_way_to_an_easy_run_are_one_easier_change():
    found = replaced(a_step(duration_s=2400, low=30, high=40))

    assert [(c.field, c.falls, c.rises) for c in found] == [
        ("replaced", True, False),
        ("duration_s", True, False),
    ]


def test_rest_instead_of_a_session_is_easier():
    assert not rising(replaced(session_type="rest", items=()))


@pytest.mark.parametrize(
    ("steps", "changes"),
    [
        pytest.param([a_step(high=45)], {}, id="harder-than-recovery"),
        pytest.param([a_step(duration_s=3720)], {}, id="longer"),
        pytest.param([a_step(duration_s=None)], {}, id="time-unknown"),
        pytest.param([a_step(target_kind="power_w", low=100, high=150)], {}, id="effort-unknown"),
        pytest.param([a_step()], {"session_type": "tempo"}, id="not-an-easy-type"),
        pytest.param([a_step()], {"items": (squat(),)}, id="lifting-instead"),
    ],
)
def test_a_replacement_that_is_not_surely_easier_is_compared_in_full(steps, changes):
    found = replaced(*steps, **changes)

    assert "replaced" not in {change.field for change in found}


doses = st.builds(
    squat,
    sets=st.integers(1, 6),
    reps=st.integers(3, 10),
    load_g=st.none() | st.integers(0, 200_000),
    rpe_x10=st.none() | st.integers(50, 100),
    rest_s=st.none() | st.integers(0, 400),
)
runs = st.builds(
    lambda seconds, repeat, low, high: a_run(
        a_step(duration_s=seconds, repeat=repeat, low=min(low, high), high=max(low, high))
    ),
    st.none() | st.integers(60, 7200),
    st.integers(1, 6),
    st.integers(20, 100),
    st.integers(20, 100),
)
either = doses | runs


@given(either)
def test_nothing_differs_from_itself(dose):
    assert compared([dose], [dose]) == ()


@given(either, either)
def test_a_change_back_reverses_every_direction_between_known_values(one, other):
    there = {c.path: c for c in compared([one], [other])}
    back = {c.path: c for c in compared([other], [one])}

    assert there.keys() == back.keys()
    for path, change in there.items():
        if isinstance(change.before, int) and isinstance(change.after, int):
            assert (change.rises, change.falls) == (back[path].falls, back[path].rises)


@given(either, either)
def test_every_change_goes_one_way(one, other):
    for change in compared([one], [other]):
        assert not (change.rises and change.falls)
        assert change.before != change.after


@given(st.integers(1, 400_000), st.integers(1, 400_000))
def test_percent_is_exact(before, after):
    for change in compared([squat(load_g=before)], [squat(load_g=after)]):
        assert change.percent is not None
        assert before * (1 + change.percent / 100) == after
