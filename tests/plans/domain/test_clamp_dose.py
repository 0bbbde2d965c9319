from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.domain.bounds import clamp, reading, violations
from plans.domain.constraints import Bound
from plans.domain.items import normalise
from tests.plans import making
from tests.plans.making import MONDAY, a_run, a_step, squat


def at_most(name, high):
    return {name: Bound(name, None, high, ("c",))}


def at_least(name, low):
    return {name: Bound(name, low, None, ("c",))}


@pytest.mark.parametrize(
    ("name", "inside", "outside"),
    [
        ("load_g", 100_000, 99_999),
        ("sets", 3, 2),
        ("reps", 8, 7),
        ("rpe_x10", 80, 79),
    ],
)
def test_both_sides_of_an_upper_bound(name, inside, outside):
    assert clamp(squat(), at_most(name, inside)).clamped == ()

    (moved,) = clamp(squat(), at_most(name, outside)).clamped
    assert (moved.field, moved.before, moved.after, moved.keys) == (name, inside, outside, ("c",))


def test_both_sides_of_a_lower_bound():
    assert clamp(squat(), at_least("rest_s", 180)).clamped == ()

    found = clamp(squat(), at_least("rest_s", 181))
    assert found.dose is not None
    assert found.dose.rest_s == 181


def test_reps_and_their_range_come_down_together():
    found = clamp(squat(reps=7), at_most("reps", 6)).dose

    assert found is not None
    assert (found.reps_low, found.reps, found.reps_high) == (5, 6, 6)


def test_every_field_is_clamped_and_recorded():
    bounds = {**at_most("load_g", 90_000), **at_most("rpe_x10", 70), **at_least("rest_s", 240)}

    found = clamp(squat(), bounds)

    assert [c.field for c in found.clamped] == ["load_g", "rpe_x10", "rest_s"]
    assert found.dose == squat(load_g=90_000, rpe_x10=70, rest_s=240)


def test_an_rpe_or_rest_that_was_not_stated_is_set_to_the_bound():
    bounds = {**at_most("rpe_x10", 70), **at_least("rest_s", 240)}

    found = clamp(squat(rpe_x10=None, rest_s=None), bounds)

    assert found.dose == squat(rpe_x10=70, rest_s=240)
    assert [c.before for c in found.clamped] == [None, None]


def test_an_unknown_load_is_not_filled_in():
    found = clamp(squat(load_g=None), at_most("load_g", 90_000))

    assert found.dose == squat(load_g=None)
    assert found.clamped == ()


@pytest.mark.parametrize(
    ("bounds", "rest_s", "sets"),
    [
        pytest.param({"rest_s": Bound("rest_s", 240, 120, ("a", "b"))}, 240, 3, id="longer-rest"),
        pytest.param({"sets": Bound("sets", 4, 2, ("a", "b"))}, 180, 2, id="fewer-sets"),
    ],
)
def test_contradicting_bounds_end_on_the_careful_side(bounds, rest_s, sets):
    found = clamp(squat(), bounds).dose

    assert found is not None
    assert (found.rest_s, found.sets) == (rest_s, sets)


@pytest.mark.parametrize("name", ["session", "sets", "reps"])
def test_a_bound_of_nothing_rules_the_exercise_out(name):
    found = clamp(squat(), at_most(name, 0))

    assert found.dose is None
    assert [(c.field, c.after) for c in found.clamped] == [("session", 0)]


def test_bounds_of_endurance_do_not_touch_a_lift():
    assert clamp(squat(), {**at_most("duration_s", 60), **at_most("distance_m", 1)}).clamped == ()


INTERVALS = (
    a_step(name="warm-up", duration_s=600, high=40),
    a_step(name="work", repeat=5, duration_s=180, low=80, high=90),
    a_step(name="easy", duration_s=900, high=40),
)


@pytest.mark.parametrize(
    ("high", "steps"),
    [
        pytest.param(2400, [(1, 600), (5, 180), (1, 900)], id="just-enough"),
        pytest.param(2399, [(1, 599), (4, 180), (1, 899)], id="a-second-too-long"),
        pytest.param(1200, [(1, 300), (2, 180), (1, 450)], id="half"),
        pytest.param(240, [(1, 60), (1, 90)], id="no-interval-is-left"),
    ],
)
def test_a_duration_is_cut_from_every_step_in_whole_intervals(high, steps):
    found = clamp(a_run(*INTERVALS), at_most("duration_s", high)).dose

    assert found is not None
    assert found.least_seconds <= high
    assert [(s.repeat, s.duration_s) for s in found.steps] == steps


def test_a_stated_duration_is_cut_too():
    found = clamp(a_run(*INTERVALS, duration_s=3600), at_most("duration_s", 1800)).dose

    assert found is not None
    assert (found.duration_s, found.least_seconds) == (1800, 1800)


def test_where_a_step_has_no_time_the_whole_gets_a_limit():
    by_distance = a_step(duration_s=None, distance_m=5000)

    found = clamp(a_run(by_distance), at_most("duration_s", 1500)).dose

    assert found is not None
    assert found.duration_s == 1500


def test_a_distance_is_cut_from_its_steps():
    steps = [a_step(duration_s=None, distance_m=400, repeat=10), a_step(distance_m=2000)]

    found = clamp(a_run(*steps), at_most("distance_m", 5000)).dose

    assert found is not None
    assert [(s.repeat, s.distance_m) for s in found.steps] == [(8, 400), (1, 1666)]


def test_an_rpe_cap_reaches_into_the_steps():
    found = clamp(a_run(*INTERVALS), at_most("rpe_x10", 60)).dose

    assert found is not None
    assert [(s.low, s.high) for s in found.steps] == [(30, 40), (60, 60), (30, 40)]
    assert found.rpe_x10 is None


def test_an_effort_that_no_step_states_gets_the_cap_itself():
    found = clamp(
        a_run(*INTERVALS, a_step(target_kind="open", low=None, high=None)), at_most("rpe_x10", 60)
    )

    assert found.dose is not None
    assert found.dose.rpe_x10 == 60


def test_a_pace_is_not_an_rpe():
    paced = a_step(target_kind="pace_s_per_km", low=240, high=250)

    assert clamp(a_run(paced), at_most("rpe_x10", 60)).dose == a_run(paced, rpe_x10=60)


def test_a_minimum_duration_raises_what_is_known():
    assert clamp(a_run(), at_least("duration_s", 2000)).dose == a_run(duration_s=2000)
    unknown = a_run(a_step(duration_s=None))
    assert clamp(unknown, at_least("duration_s", 2000)).dose == unknown


REGIONS = {"back_squat_high_bar": ["knee"], "bench_press": ["shoulder"]}


def broken(*items, **named):
    return violations(items, named, MONDAY, REGIONS.get)


def test_a_session_inside_its_constraints_breaks_none():
    assert broken(making.lift(), a=making.constraint()) == ()


@pytest.mark.parametrize(("load_g", "breaks"), [(115_000, 0), (115_001, 1)])
def test_both_sides_of_a_constraint(load_g, breaks):
    assert len(broken(making.lift(load_g=load_g), a=making.constraint())) == breaks


def test_a_violation_names_item_value_bound_and_constraint():
    (found,) = broken(making.lift(load_g=120_000), a=making.constraint())

    assert (found.item, found.subject, found.field) == ("squat", "back_squat_high_bar", "load_g")
    assert (found.value, found.low, found.high, found.keys) == (120_000, None, 115_000, ("a",))


def test_the_top_of_the_rep_range_counts():
    limit = making.constraint(field="reps", value=6, unit="reps")

    (found,) = broken({**making.lift(), "reps": 5}, a=limit)

    assert found.value == 8


def test_an_unknown_value_is_never_taken_to_lie_inside():
    (found,) = broken(making.lift(load_g=None), a=making.constraint())

    assert (found.field, found.value) == ("load_g", None)


def test_a_run_by_distance_may_not_claim_to_keep_a_time_limit():
    limit = making.constraint(exercise=None, field="duration_s", value=1800, unit="s")
    by_distance = making.run(steps=[making.step(duration_s=None, distance_m=5000)])

    (found,) = broken(by_distance, a=limit)

    assert (found.field, found.value) == ("duration_s", None)


def test_a_ruled_out_session_is_a_violation():
    limit = making.constraint(
        exercise=None, region="knee", field="session", value=0, unit="sessions"
    )
    bench = making.lift(id="bench", exercise="bench_press")

    assert [v.item for v in broken(making.lift(), bench, a=limit)] == ["squat"]


def test_a_constraint_of_a_region_holds_where_regions_are_not_known():
    limit = making.constraint(exercise=None, region="knee", value=90_000)

    assert len(broken(making.lift(exercise="own_exercise"), a=limit)) == 1


def test_constraints_of_another_date_break_nothing():
    assert broken(making.lift(load_g=120_000), a=making.constraint(starts_on="2026-03-03")) == ()


def test_a_dose_is_judged_like_its_facts():
    facts = making.lift(load_g=120_000)

    assert broken(normalise(facts), a=making.constraint()) == broken(facts, a=making.constraint())


numbers = st.none() | st.integers(0, 300)
lifts = st.builds(
    squat,
    sets=st.integers(1, 10),
    reps=st.integers(1, 20),
    load_g=st.none() | st.integers(0, 300_000),
    rpe_x10=st.none() | st.integers(10, 100),
    rest_s=st.none() | st.integers(0, 600),
)
steps = st.builds(
    lambda seconds, metres, repeat, low, high: a_step(
        duration_s=seconds,
        distance_m=metres,
        repeat=repeat,
        low=min(low, high),
        high=max(low, high),
    ),
    st.none() | st.integers(1, 7200),
    st.none() | st.integers(1, 20_000),
    st.integers(1, 10),
    st.integers(10, 100),
    st.integers(10, 100),
)
runs = st.builds(
    lambda found, seconds, rpe: a_run(*found, duration_s=seconds, rpe_x10=rpe),
    st.lists(steps, min_size=1, max_size=4),
    st.none() | st.integers(1, 20_000),
    st.none() | st.integers(10, 100),
)
FIELDS = ("load_g", "sets", "reps", "rpe_x10", "duration_s", "distance_m")
upper = st.dictionaries(st.sampled_from(FIELDS), st.integers(1, 200_000), max_size=6)


def applies(name, dose):
    return name == "rpe_x10" or (name in ("load_g", "sets", "reps")) == (dose.kind == "strength")


@given(lifts | runs, upper, st.none() | st.integers(0, 600))
def test_a_clamped_dose_lies_inside_every_bound(dose, highs, rest):
    bounds = {name: Bound(name, None, high, (name,)) for name, high in highs.items()}
    if rest is not None:
        bounds["rest_s"] = Bound("rest_s", rest, None, ("rest_s",))

    found = clamp(dose, bounds).dose

    if found is None:
        assert dose.kind == "endurance"
        return
    for name, high in highs.items():
        value = reading(found, name)
        assert not applies(name, dose) or value is None or value <= high
    if rest is not None and dose.kind == "strength":
        assert found.rest_s is not None
        assert found.rest_s >= rest


@given(lifts | runs, upper)
def test_clamping_twice_is_clamping_once(dose, highs):
    bounds = {name: Bound(name, None, high, (name,)) for name, high in highs.items()}
    once = clamp(dose, bounds).dose

    if once is not None:
        assert clamp(once, bounds).dose == once
        assert clamp(once, bounds).clamped == ()


@given(lifts | runs, upper)
def test_an_upper_bound_never_raises_a_stated_value(dose, highs):
    bounds = {name: Bound(name, None, high, (name,)) for name, high in highs.items()}
    found = clamp(dose, bounds).dose

    for name in FIELDS:
        if found is None:
            break
        before, after = reading(dose, name), reading(found, name)
        first_cap = (name == "rpe_x10" and dose.rpe_x10 is None) or (
            name == "duration_s" and dose.seconds is None
        )
        if before is not None and after is not None and not first_cap:
            assert after <= before


@given(lifts, upper)
def test_what_was_clamped_is_exactly_what_differs(dose, highs):
    bounds = {name: Bound(name, None, high, (name,)) for name, high in highs.items()}
    found = clamp(dose, bounds)

    assert found.dose is not None
    differing = {n: (reading(dose, n), reading(found.dose, n)) for n in FIELDS}
    assert {c.field: (c.before, c.after) for c in found.clamped} == {
        name: pair for name, pair in differing.items() if pair[0] != pair[1]
    }


@given(runs, upper)
def test_a_run_that_is_left_alone_is_recorded_as_such(dose, highs):
    bounds = {name: Bound(name, None, high, (name,)) for name, high in highs.items()}
    found = clamp(dose, bounds)

    if not found.clamped:
        assert found.dose == dose
