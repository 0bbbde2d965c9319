from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.magnitude import Magnitude
from plans.domain import tree as whole
from plans.domain.structural import measure
from plans.domain.tree import Tree, with_changes
from plans.selectors.policy import change_policy
from tests.plans import making

POLICY = change_policy()
M0, R1, B1, P1 = (Magnitude[name] for name in ("M0", "R1", "B1", "P1"))

BEFORE = Tree(
    plans={"return": making.plan()},
    blocks={"return/01": making.block()},
    days={
        "return/01/a": making.day(items=[making.lift(sets=5)]),
        "return/01/b": making.day(weekday=2, items=[making.lift(sets=5)]),
        "return/01/c": making.day(weekday=4, items=[], minutes=80, sport="run"),
    },
    rules={"return/squat": making.rule()},
)


def measured(*changes):
    return measure(BEFORE, with_changes(BEFORE, changes), POLICY)


def day(key="return/01/a", **changes):
    return (whole.DAY, key, {**BEFORE.days[key], **changes})


def sets(number):
    return day(items=[making.lift(sets=number)])


THRESHOLD = making.rule(
    kind="threshold",
    applies_to=["run_road"],
    params={"metric": "ftp_w", "value": 250, "tested_on": "2026-02-20", "source": "test"},
)


def test_an_equal_tree_is_no_change():
    assert measured() == measure(BEFORE, BEFORE, POLICY)
    assert measured().magnitude == M0


@pytest.mark.parametrize(
    ("change", "level"),
    [
        pytest.param((whole.PLAN, "return", making.plan(goal="150 kg")), P1, id="goal"),
        pytest.param((whole.PLAN, "return", making.plan(status="retired")), P1, id="retired"),
        pytest.param((whole.PLAN, "return", making.plan(title="Back")), R1, id="title"),
        pytest.param((whole.BLOCK, "return/01", making.block(phase="deload")), B1, id="phase"),
        pytest.param((whole.BLOCK, "return/01", making.block(weeks=5)), B1, id="length"),
        pytest.param((whole.BLOCK, "return/01", making.block(order=2)), P1, id="order"),
        pytest.param((whole.BLOCK, "return/01", making.block(name="Start")), R1, id="name"),
        pytest.param((whole.BLOCK, "return/01", None), B1, id="block-gone"),
        pytest.param((whole.RULE, "return/squat", None), P1, id="rule-gone"),
        pytest.param(
            (whole.RULE, "return/squat", making.rule(params={"increment_g": 5000})),
            B1,
            id="progression",
        ),
        pytest.param((whole.RULE, "return/ftp", THRESHOLD), R1, id="threshold"),
        pytest.param(
            (
                whole.RULE,
                "return/knee",
                making.rule(kind="long_lived", params={}, applies_to=[]),
            ),
            R1,
            id="lasting-rule",
        ),
        pytest.param(day(title="Heavy"), R1, id="day-title"),
        pytest.param(day(weekday=1), R1, id="weekday"),
    ],
)
def test_the_size_of_one_change(change, level):
    assert measured(change).magnitude == level


@pytest.mark.parametrize(
    ("number", "level"),
    [
        pytest.param(8, P1, id="plus-30-percent-is-more-than-a-quarter-of-the-block"),
        pytest.param(7, R1, id="plus-20-percent"),
        pytest.param(3, R1, id="minus-20-percent"),
        pytest.param(2, P1, id="minus-30-percent-is-more-than-a-quarter-of-the-block"),
    ],
)
def test_weekly_sets_of_ten(number, level):
    assert measured(sets(number)).magnitude == level


def in_week(number, count):
    items = [making.lift(sets=count)]
    return day(weeks=[{"week": number, "skip": False, "items": items}])


@pytest.mark.parametrize(
    ("count", "level"),
    [
        pytest.param(2, R1, id="minus-30-percent"),
        pytest.param(1, B1, id="below-minus-30-percent"),
        pytest.param(8, R1, id="plus-30-percent"),
        pytest.param(9, B1, id="above-30-percent"),
    ],
)
def test_both_sides_of_the_sets_of_one_week(count, level):
    assert measured(in_week(4, count)).magnitude == level


@pytest.mark.parametrize(
    ("minutes", "level"),
    [
        pytest.param(120, R1, id="plus-20-percent"),
        pytest.param(121, B1, id="above-20-percent"),
        pytest.param(30, R1, id="minus-25-percent"),
        pytest.param(29, P1, id="below-minus-25-percent"),
    ],
)
def test_both_sides_of_the_minutes_of_a_week(minutes, level):
    assert measured(day("return/01/c", minutes=minutes)).magnitude == level


def test_one_session_more_is_recurring_and_two_are_a_block_change():
    easy = making.day(items=[], minutes=5, sport="run")
    one = (whole.DAY, "return/01/d", {**easy, "weekday": 5})
    two = (whole.DAY, "return/01/e", {**easy, "weekday": 6})

    assert measured(one).magnitude == R1
    assert measured(one, two).magnitude == B1


def test_small_edits_are_measured_together():
    fewer = day("return/01/b", items=[making.lift(sets=3)])

    assert measured(sets(4)).magnitude == R1
    assert measured(sets(3), fewer).magnitude == P1


def test_one_lasting_swap_is_recurring_and_two_are_a_block_change():
    def swapped(key):
        return day(key, items=[making.lift(sets=5, exercise="box_squat")])

    credit = {"back_squat_high_bar": {"quadriceps": 10}, "box_squat": {"quadriceps": 10}}
    one = with_changes(BEFORE, [swapped("return/01/a")])
    two = with_changes(one, [swapped("return/01/b")])

    assert measure(BEFORE, one, POLICY, credit.__getitem__).magnitude == R1
    assert measure(BEFORE, two, POLICY, credit.__getitem__).magnitude == B1


def test_it_says_what_made_it_that_large():
    found = measured((whole.PLAN, "return", making.plan(goal="150 kg")))

    assert found.because == ("plan return: goal changed",)


@given(st.integers(1, 10), st.integers(1, 10))
def test_measuring_never_fails_and_more_changes_are_never_smaller(one, other):
    alone = measured(sets(one)).magnitude
    both = measured(sets(one), (whole.RULE, "return/squat", None)).magnitude

    assert alone in (M0, R1, B1, P1)
    assert both >= alone
    assert measured(sets(other)).magnitude in (M0, R1, B1, P1)
