from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.magnitude import Magnitude
from plans.domain.diff import diff
from plans.domain.items import SessionDose
from plans.domain.magnitude import Setting, magnitude, measure
from plans.selectors.policy import change_policy
from tests.plans.making import a_run, a_step, squat

POLICY = change_policy()
M0, M1, T1, T2, R1 = (Magnitude[name] for name in ("M0", "M1", "T1", "T2", "R1"))
BENCH = squat(item="bench", subject="bench_press", sets=4)
ROW = squat(item="row", subject="barbell_row", sets=4)


def session(*items, **changes):
    return SessionDose(items=items, minutes=60, sport="strength", **changes)


def measured(before, after, setting=None, **increments):
    return measure(diff(before, after, POLICY, increments), POLICY, setting)


def lifted(setting=None, before=None, **changes):
    """The size of a change of the squat in a session with 11 sets."""
    start = before or squat()
    one = session(start, BENCH, ROW)
    return measured(one, session(replace(start, **changes), BENCH, ROW), setting)


def test_no_difference_is_no_change():
    assert measured(session(squat()), session(squat())) == measure((), POLICY)
    assert measure((), POLICY).magnitude == M0


def test_reminders_and_gates_alone_are_monitoring():
    assert measure((), POLICY, Setting(monitoring=True)).magnitude == M1


BOUNDS = [
    # load at 100 kg: -5..+2.5 %, or -2..+1 increments of 2.5 kg
    pytest.param({"load_g": 95_000}, T1, True, id="load-minus-5-percent"),
    pytest.param({"load_g": 94_999}, T2, True, id="load-below-minus-5-percent"),
    pytest.param({"load_g": 80_000}, T2, True, id="load-minus-20-percent"),
    pytest.param({"load_g": 79_999}, R1, True, id="load-below-minus-20-percent"),
    pytest.param({"load_g": 102_500}, T1, False, id="load-plus-2.5-percent"),
    pytest.param({"load_g": 102_501}, T2, False, id="load-above-2.5-percent"),
    pytest.param({"load_g": 105_000}, T2, False, id="load-plus-5-percent"),
    pytest.param({"load_g": 105_001}, R1, False, id="load-above-5-percent"),
    pytest.param({"load_g": None}, R1, False, id="load-no-longer-stated"),
    # sets: +-1 of 11 is 9.1 %, 2 fewer are 18 %
    pytest.param({"sets": 2}, T1, True, id="one-set-fewer"),
    pytest.param({"sets": 1}, T2, True, id="two-sets-fewer"),
    pytest.param({"sets": 4}, T2, False, id="one-set-more"),
    pytest.param({"sets": 5}, R1, False, id="two-sets-more"),
    # reps inside 5-8
    pytest.param({"reps": 6}, T1, False, id="one-rep-more"),
    pytest.param({"reps": 7}, R1, False, id="two-reps-more"),
    pytest.param({"reps": 4}, T2, True, id="reps-below-the-range"),
    pytest.param({"reps_high": 9}, R1, False, id="a-wider-range"),
    pytest.param({"reps_high": 6}, T2, True, id="a-narrower-range"),
    # RPE cap: down at most 1.5, never up
    pytest.param({"rpe_x10": 65}, T1, True, id="rpe-minus-1.5"),
    pytest.param({"rpe_x10": 64}, T2, True, id="rpe-below-minus-1.5"),
    pytest.param({"rpe_x10": 81}, R1, False, id="rpe-up"),
    pytest.param({"rpe_x10": None}, R1, False, id="rpe-cap-dropped"),
    # rest: -30..+120 s
    pytest.param({"rest_s": 150}, T1, False, id="rest-minus-30"),
    pytest.param({"rest_s": 149}, R1, False, id="rest-below-minus-30"),
    pytest.param({"rest_s": 300}, T1, True, id="rest-plus-120"),
    pytest.param({"rest_s": 301}, T2, True, id="rest-above-120"),
    pytest.param({"rest_s": None}, R1, False, id="rest-dropped"),
]


@pytest.mark.parametrize(("changes", "level", "reductive"), BOUNDS)
def test_both_sides_of_every_bound_of_a_lift(changes, level, reductive):
    found = lifted(**changes)

    assert (found.magnitude, found.reductive) == (level, reductive)


def test_reps_may_fall_by_two_inside_the_range():
    start = squat(reps=8)

    assert lifted(before=start, reps=6).magnitude == T1
    assert lifted(before=start, reps=5).magnitude == T2


@pytest.mark.parametrize(
    ("load_g", "level"),
    [
        pytest.param(52_500, T1, id="one-increment-is-5-percent"),
        pytest.param(45_000, T1, id="two-increments-down-are-10-percent"),
        pytest.param(44_999, T2, id="more-than-two-increments-down"),
        pytest.param(52_501, R1, id="more-than-5-percent-up"),
    ],
)
def test_small_loads_move_by_whole_increments(load_g, level):
    assert lifted(before=squat(load_g=50_000), load_g=load_g).magnitude == level


def test_one_increment_up_is_capped_at_5_percent():
    start = squat(load_g=40_000)

    assert lifted(before=start, load_g=42_500).magnitude == R1


def test_a_first_rest_or_cap_is_a_small_change():
    assert lifted(before=squat(rest_s=None), rest_s=600).magnitude == T1
    assert lifted(before=squat(rpe_x10=None), rpe_x10=60).magnitude == T1


def test_a_set_may_be_added_where_the_plan_allows_it():
    allowed = Setting(autoregulated_sets=True)

    assert lifted(allowed, sets=4).magnitude == T1
    assert lifted(allowed, sets=5).magnitude == R1


def test_a_short_session_reaches_the_bound_of_its_total_first():
    alone = measured(session(squat()), session(squat(sets=2)))

    assert (alone.magnitude, alone.reductive) == (T2, True)
    assert measured(session(squat()), session(squat(sets=1))).magnitude == R1


def running(*steps, setting=None, before=None):
    return measured(
        SessionDose(items=(before or a_run(),)), SessionDose(items=(a_run(*steps),)), setting
    )


@pytest.mark.parametrize(
    ("seconds", "level"),
    [
        pytest.param(3060, T1, id="minus-15-percent"),
        pytest.param(3059, T2, id="below-minus-15-percent"),
        pytest.param(1440, T2, id="minus-60-percent"),
        pytest.param(1439, R1, id="below-minus-60-percent"),
        pytest.param(3780, T1, id="plus-5-percent"),
        pytest.param(3781, T2, id="above-5-percent"),
        pytest.param(3960, T2, id="plus-10-percent"),
        pytest.param(3961, R1, id="above-10-percent"),
    ],
)
def test_both_sides_of_every_bound_of_a_duration(seconds, level):
    found = running(a_step(duration_s=seconds), before=a_run(a_step(duration_s=3600)))

    assert found.magnitude == level
    assert found.reductive is (seconds < 3600)
    assert found.automatic is (level == T1 or (level == T2 and seconds < 3600))


@pytest.mark.parametrize(
    ("watts", "level"),
    [
        pytest.param(190, T1, id="minus-5-percent"),
        pytest.param(189, T2, id="below-minus-5-percent"),
        pytest.param(100, T2, id="down-to-recovery"),
        pytest.param(202, T1, id="plus-1-percent"),
        pytest.param(203, R1, id="above-1-percent"),
    ],
)
def test_both_sides_of_every_bound_of_an_intensity(watts, level):
    before = a_run(a_step(target_kind="power_w", low=100, high=200))

    assert running(a_step(target_kind="power_w", low=100, high=watts), before=before).magnitude == (
        level
    )


@pytest.mark.parametrize(("repeat", "level"), [(7, T1), (6, T2), (9, R1)])
def test_intervals_may_go_one_at_a_time(repeat, level):
    steps = [a_step(duration_s=60, repeat=8), a_step(name="easy", duration_s=3600)]

    found = running(replace(steps[0], repeat=repeat), steps[1], before=a_run(*steps))

    assert found.magnitude == level


def test_time_moved_from_an_easy_step_into_a_hard_one_is_seen():
    steps = [a_step(duration_s=600, high=90), a_step(name="easy", duration_s=1800)]
    moved = [replace(steps[0], duration_s=1200), replace(steps[1], duration_s=1200)]

    found = running(*moved, before=a_run(*steps))

    assert (found.magnitude, found.reductive) == (R1, False)


FAMILY = {"box_squat": "family", "leg_press": "pattern"}


@pytest.mark.parametrize(
    ("exercise", "level"), [("box_squat", T1), ("leg_press", T2), ("bench_press", R1)]
)
def test_a_swap_is_as_large_as_the_step_between_the_exercises(exercise, level):
    setting = Setting(swap=lambda _, after: FAMILY.get(after, "other"))

    assert lifted(setting, subject=exercise).magnitude == level


def test_a_swap_between_unknown_exercises_is_structural():
    assert lifted(subject="box_squat").magnitude == R1


@pytest.mark.parametrize(("dropped", "level"), [(1, T2), (2, T2), (3, R1)])
def test_at_most_two_exercises_are_dropped(dropped, level):
    many = [squat(item=f"x{n}", subject=f"exercise{n}", sets=1) for n in range(10)]

    found = measured(session(*many), session(*many[dropped:]))

    assert (found.magnitude, found.reductive) == (level, True)


def test_a_new_exercise_is_structural_and_harder():
    found = measured(session(squat()), session(squat(), BENCH))

    assert (found.magnitude, found.reductive) == (R1, False)


@pytest.mark.parametrize(
    ("to", "spacing_h", "level"),
    [
        ("2026-03-03", 40, T1),
        ("2026-03-01", 40, T1),
        ("2026-03-03", 39, R1),
        ("2026-03-03", None, R1),
        ("2026-03-04", 72, R1),
    ],
)
def test_a_session_moves_one_day_where_the_spacing_holds(to, spacing_h, level):
    before = session(squat(), date="2026-03-02")

    found = measured(before, replace(before, date=to), Setting(spacing_h=spacing_h))

    assert found.magnitude == level


@pytest.mark.parametrize("cause", change_policy()["tactical_bounded"]["free_causes"])
def test_a_cancelled_session_needs_a_cause(cause):
    before, after = session(squat(), BENCH), session()

    assert measured(before, after).magnitude == R1
    assert measured(before, after, Setting(cause=cause)).magnitude == T2
    assert measured(before, after, Setting(cause=cause)).automatic


def test_a_cause_never_makes_room_for_more():
    ill = Setting(cause="illness")

    assert lifted(ill, load_g=60_000).magnitude == T2
    assert lifted(ill, load_g=110_000).magnitude == R1
    assert lifted(ill, rpe_x10=90).magnitude == R1


def test_an_unknown_cause_is_none():
    assert lifted(Setting(cause="in a hurry"), load_g=60_000).magnitude == R1


def test_rest_instead_of_training_is_bounded():
    before = session(squat(), session_type="strength")
    after = SessionDose(items=(), minutes=60, sport="strength", session_type="rest")

    found = measured(before, after)

    assert (found.magnitude, found.automatic) == (T2, True)


@pytest.mark.parametrize(
    ("setting", "level"),
    [
        pytest.param(Setting(expires_days=7), T1, id="seven-days"),
        pytest.param(Setting(expires_days=8), R1, id="eight-days"),
        pytest.param(Setting(expires_days=None), R1, id="no-end"),
        pytest.param(Setting(exposures=2), R1, id="two-exposures"),
        pytest.param(Setting(exposures=2, cause="travel"), T1, id="two-exposures-on-a-journey"),
        pytest.param(Setting(exposures=2, cause="travel", expires_days=8), R1, id="long-journey"),
    ],
)
def test_a_change_that_lasts_is_structural(setting, level):
    assert lifted(setting, load_g=97_500).magnitude == level


def test_the_plans_own_step_up_is_not_counted_as_a_rise():
    fired = Setting(rule_fired=frozenset({"squat"}))

    assert lifted(fired, load_g=105_000).automatic
    assert not lifted(fired, load_g=105_001).automatic
    assert not lifted(load_g=105_000).automatic


def test_a_fired_rule_of_one_exercise_does_not_excuse_another():
    fired = Setting(rule_fired=frozenset({"bench"}))

    assert not lifted(fired, load_g=105_000).reductive


def test_the_largest_change_counts():
    found = lifted(load_g=97_500, rest_s=240, sets=1)

    assert found.magnitude == T2
    assert "session.sets is T2" in found.because


def test_magnitude_is_the_short_form():
    changes = diff(session(squat()), session(squat(load_g=97_500)), POLICY)

    assert magnitude(changes, POLICY) == T1


@given(st.integers(0, 200_000), st.integers(0, 200_000))
def test_a_larger_step_in_the_same_direction_is_never_a_smaller_change(one, other):
    near, far = sorted((one, other), key=lambda load: abs(load - 100_000))
    if (near - 100_000) * (far - 100_000) >= 0:
        assert lifted(load_g=near).magnitude <= lifted(load_g=far).magnitude


@given(st.integers(1, 200_000), st.integers(1, 6), st.integers(0, 600))
def test_a_change_that_raises_anything_beyond_small_bounds_is_never_automatic(load, sets, rest):
    found = lifted(load_g=load, sets=sets, rest_s=rest)

    if load > 105_000 or sets > 3 or rest < 150:
        assert not found.automatic


@given(st.integers(1, 200_000), st.integers(1, 6))
def test_adding_a_change_never_makes_the_whole_smaller(load, sets):
    both = lifted(load_g=load, sets=sets)

    assert both.magnitude >= lifted(load_g=load).magnitude
    assert both.magnitude >= lifted(sets=sets).magnitude
