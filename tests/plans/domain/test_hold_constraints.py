from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts
from plans.domain import constraints
from plans.models import Constraint
from tests.plans import making

SQUAT = "back_squat_high_bar"
TODAY = date(2026, 3, 10)


def bounds(exercise=SQUAT, regions=("knee",), on=TODAY, **named):
    return constraints.bounds_for(named, on, exercise, regions)


def test_it_gives_exactly_the_columns_of_its_row():
    complete = constraints.constraint(making.constraint())

    assert set(complete) == set(Constraint.facts_fields())
    assert constraints.constraint(complete) == complete
    assert canonical(complete)


def test_a_new_constraint_is_active_and_was_never_renewed():
    facts = making.constraint()
    del facts["renewals"], facts["status"], facts["exercise"]

    complete = constraints.constraint(facts)

    assert (complete["renewals"], complete["status"], complete["exercise"]) == (0, "active", None)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"field": "mood"}, "field"),
        ({"operator": "<"}, "operator"),
        ({"unit": "kg"}, "unit"),
        ({"unit": None}, "unit"),
        ({"value": None}, "value"),
        ({"value": -1}, "value"),
        ({"value": 1_500_001}, "value"),
        ({"value": 115.0}, "value"),
        ({"reason": ""}, "reason"),
        ({"expires_on": None}, "expires_on"),
        ({"expires_on": "2026-03-01"}, "expires_on"),
        ({"expires_on": "9999-12-31"}, "expires_on"),
        ({"starts_on": "1969-12-31"}, "starts_on"),
        ({"status": "expired"}, "status"),
        ({"owner": "chat"}, "owner"),
        ({"exercise": "Back Squat"}, "exercise"),
        ({"until": "2026-04-01"}, "until"),
        ({"field": "session", "unit": "sessions", "value": 1}, "value"),
        ({"field": "session", "unit": "sessions", "value": 0, "operator": ">="}, "operator"),
    ],
)
def test_it_refuses_and_names_the_field(changes, field):
    with pytest.raises(InvalidFacts) as error:
        constraints.constraint(making.constraint(**changes))
    assert error.value.field == field


@pytest.mark.parametrize(
    ("on", "holds", "lapsed"),
    [
        (date(2026, 3, 1), False, False),
        (date(2026, 3, 2), True, False),
        (date(2026, 3, 20), True, False),
        (date(2026, 3, 21), False, True),
    ],
)
def test_it_holds_from_its_first_to_its_last_date(on, holds, lapsed):
    assert constraints.active(making.constraint(), on) is holds
    assert constraints.lapsed(making.constraint(), on) is lapsed


def test_a_lifted_constraint_neither_holds_nor_lapses():
    lifted = making.constraint(status="lifted")

    assert not constraints.active(lifted, date(2026, 3, 10))
    assert not constraints.lapsed(lifted, date(2026, 4, 10))


@pytest.mark.parametrize(
    ("scope", "exercise", "regions", "covered"),
    [
        pytest.param({"exercise": SQUAT}, SQUAT, ["knee"], True, id="the-exercise"),
        pytest.param({"exercise": SQUAT}, "leg_press", ["knee"], False, id="another-exercise"),
        pytest.param(
            {"exercise": SQUAT, "region": "knee"}, SQUAT, [], True, id="exercise-beats-region"
        ),
        pytest.param({"region": "knee"}, "leg_press", ["knee", "hip"], True, id="the-region"),
        pytest.param({"region": "knee"}, "bench_press", ["shoulder"], False, id="another-region"),
        pytest.param({"region": "knee"}, "plank", [], False, id="loads-no-region"),
        pytest.param({"region": "knee"}, "own_exercise", None, True, id="regions-not-known"),
        pytest.param({}, "bench_press", ["shoulder"], True, id="everything"),
    ],
)
def test_what_a_constraint_covers(scope, exercise, regions, covered):
    facts = making.constraint(**{"exercise": None, "region": None, **scope})

    assert constraints.covers(facts, exercise, regions) is covered


def test_several_bounds_on_a_field_combine_to_the_most_conservative_and_name_all():
    found = bounds(
        a=making.constraint(),
        b=making.constraint(value=110_000, exercise=None, region="knee"),
        c=making.constraint(value=120_000, exercise=None),
        d=making.constraint(value=90_000, exercise="front_squat"),
        e=making.constraint(value=80_000, status="lifted"),
        f=making.constraint(value=70_000, expires_on="2026-03-09"),
    )

    assert found == {"load_g": constraints.Bound("load_g", None, 110_000, ("a", "b", "c"))}


def test_bounds_of_other_fields_stand_beside_each_other():
    found = bounds(
        load=making.constraint(),
        rest=making.constraint(field="rest_s", operator=">=", value=180, unit="s"),
        more=making.constraint(field="rest_s", operator=">=", value=240, unit="s"),
    )

    assert found["load_g"].high == 115_000
    assert (found["rest_s"].low, found["rest_s"].high) == (240, None)


def test_an_exact_value_bounds_both_sides():
    found = bounds(a=making.constraint(field="sets", operator="==", value=2, unit="sets"))

    assert (found["sets"].low, found["sets"].high) == (2, 2)
    assert not found["sets"].contradicts


def test_bounds_that_no_value_can_satisfy_say_so():
    found = bounds(
        a=making.constraint(field="rest_s", operator=">=", value=180, unit="s"),
        b=making.constraint(field="rest_s", operator="<=", value=120, unit="s"),
    )

    assert found["rest_s"].contradicts


@pytest.mark.parametrize(
    ("changes", "only_limits"),
    [
        ({}, True),
        ({"operator": ">="}, False),
        ({"operator": "=="}, False),
        ({"field": "rest_s", "operator": ">=", "unit": "s"}, True),
        ({"field": "rest_s", "operator": "<=", "unit": "s"}, False),
        ({"field": "session", "operator": "==", "value": 0, "unit": "sessions"}, True),
    ],
)
def test_which_constraints_can_only_make_training_easier(changes, only_limits):
    assert constraints.limits(making.constraint(**changes)) is only_limits


@pytest.mark.parametrize(
    ("before", "after", "narrower"),
    [
        ({}, {"value": 110_000}, True),
        ({}, {"value": 115_000}, True),
        ({}, {"value": 115_001}, False),
        ({"operator": ">="}, {"value": 120_000}, True),
        ({"operator": ">="}, {"value": 114_999}, False),
        ({"operator": "=="}, {"value": 110_000}, False),
        ({}, {"status": "lifted"}, False),
        ({}, {"expires_on": "2026-03-19"}, False),
        ({}, {"exercise": "front_squat"}, False),
        ({}, {"starts_on": "2026-03-03"}, False),
    ],
)
def test_which_change_only_tightens(before, after, narrower):
    old = making.constraint(**before)

    assert constraints.narrower(old, {**old, **after}) is narrower


values = st.lists(
    st.tuples(st.sampled_from(["<=", ">="]), st.integers(0, 200_000)), min_size=1, max_size=6
)


@given(values, st.randoms())
def test_the_order_of_constraints_does_not_matter(found, random):
    named = {
        f"c{n}": making.constraint(operator=op, value=value) for n, (op, value) in enumerate(found)
    }
    shuffled = list(named.items())
    random.shuffle(shuffled)

    assert bounds(**named) == bounds(**dict(shuffled))


@given(values, st.tuples(st.sampled_from(["<=", ">="]), st.integers(0, 200_000)))
def test_one_more_constraint_never_widens_a_bound(found, another):
    def named(pairs):
        return {
            f"c{n}": making.constraint(operator=op, value=value)
            for n, (op, value) in enumerate(pairs)
        }

    few, more = bounds(**named(found))["load_g"], bounds(**named([*found, another]))["load_g"]

    assert few.low is None or (more.low is not None and more.low >= few.low)
    assert few.high is None or (more.high is not None and more.high <= few.high)
