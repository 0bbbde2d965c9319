from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.domain import agenda, block_weeks, schedule
from tests.plans import making
from tests.plans.making import MONDAY

BLOCKS = {"return/01": making.block()}
DAYS = {
    "return/01/squat": making.day(),
    "return/01/bench": making.day(weekday=3, priority="support", title="Bench day"),
}


@pytest.mark.parametrize(
    ("on", "week"),
    [
        (date(2026, 3, 1), None),
        (date(2026, 3, 2), 1),
        (date(2026, 3, 8), 1),
        (date(2026, 3, 9), 2),
        (date(2026, 3, 29), 4),
        (date(2026, 3, 30), None),
    ],
)
def test_weeks_are_counted_from_the_first_day_of_the_block(on, week):
    assert block_weeks.week_of(making.block(), on) == week


def test_a_block_ends_on_its_last_day():
    assert block_weeks.ends_on(making.block()) == date(2026, 3, 29)


def test_a_block_that_starts_on_a_thursday_still_has_whole_weeks():
    block = making.block(starts_on="2026-03-05", weeks=1)

    (found,) = agenda.planned_between(
        {"return/01/squat": making.day()},
        {"return/01": block},
        date(2026, 3, 1),
        date(2026, 3, 20),
    )

    assert (found.date, found.week) == (date(2026, 3, 9), 1)


def test_a_session_is_named_after_its_date_and_day():
    (found,) = schedule.planned_on(DAYS, BLOCKS, MONDAY)

    assert found.session_key == "2026-03-02:return/01/squat"
    assert (found.day_key, found.block_key, found.week) == ("return/01/squat", "return/01", 1)
    assert found.day["items"] == [making.lift()]


def test_nothing_is_planned_on_another_weekday_or_outside_the_block():
    assert schedule.planned_on(DAYS, BLOCKS, MONDAY + timedelta(days=1)) == ()
    assert schedule.planned_on(DAYS, BLOCKS, MONDAY + timedelta(weeks=4)) == ()
    assert schedule.planned_on(DAYS, BLOCKS, MONDAY - timedelta(weeks=1)) == ()


def test_a_day_of_a_block_that_is_not_given_is_not_planned():
    assert schedule.planned_on(DAYS, {}, MONDAY) == ()


def test_key_sessions_come_before_others_of_the_same_date():
    days = {
        "return/01/a": making.day(priority="optional"),
        "return/01/b": making.day(priority="support"),
        "return/01/c": making.day(priority="key"),
    }

    found = schedule.planned_on(days, BLOCKS, MONDAY)

    assert [p.day_key[-1] for p in found] == ["c", "b", "a"]


def test_a_week_may_leave_a_session_out():
    days = {"return/01/squat": making.day(weeks=[{"week": 2, "skip": True, "items": None}])}

    found = agenda.planned_between(days, BLOCKS, MONDAY, MONDAY + timedelta(weeks=4))

    assert [p.week for p in found] == [1, 3, 4]


def test_a_week_may_have_items_of_its_own():
    lighter = [making.lift(sets=2, load_g=90_000)]
    days = {"return/01/squat": making.day(weeks=[{"week": 4, "skip": False, "items": lighter}])}

    found = agenda.planned_between(days, BLOCKS, MONDAY, MONDAY + timedelta(weeks=4))

    assert [p.day["items"] == lighter for p in found] == [False, False, False, True]
    assert days["return/01/squat"]["items"] == [making.lift()]


def test_the_next_sessions_are_strictly_later():
    found = agenda.next_planned(DAYS, BLOCKS, MONDAY, 3)

    assert [p.date for p in found] == [date(2026, 3, 5), date(2026, 3, 9), date(2026, 3, 12)]


def test_there_are_fewer_next_sessions_where_the_plan_ends():
    assert len(agenda.next_planned(DAYS, BLOCKS, date(2026, 3, 23), 5)) == 1
    assert agenda.next_planned(DAYS, BLOCKS, date(2026, 3, 29), 5) == ()
    assert agenda.next_planned(DAYS, {}, MONDAY, 5) == ()


def test_the_next_session_may_lie_in_a_block_that_starts_later():
    blocks = {**BLOCKS, "return/02": making.block(order=2, starts_on="2026-04-13")}
    days = {**DAYS, "return/02/squat": making.day(block="return/02")}

    (found,) = agenda.next_planned(days, blocks, date(2026, 3, 29), 1)

    assert (found.date, found.block_key) == (date(2026, 4, 13), "return/02")


@given(
    start=st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    weeks=st.integers(1, 26),
    weekday=st.integers(0, 6),
)
def test_every_week_of_a_block_has_each_day_once(start, weeks, weekday):
    block = making.block(starts_on=start.isoformat(), weeks=weeks)
    days = {"return/01/squat": making.day(weekday=weekday)}

    found = agenda.planned_between(
        days, {"return/01": block}, start - timedelta(days=10), start + timedelta(days=200)
    )

    assert [p.week for p in found] == list(range(1, weeks + 1))
    assert {p.date.weekday() for p in found} == {weekday}
    assert len({p.session_key for p in found}) == weeks
    assert all(start <= p.date <= block_weeks.ends_on(block) for p in found)


@given(after=st.dates(date(2026, 2, 20), date(2026, 4, 10)), count=st.integers(0, 10))
def test_the_next_sessions_are_the_first_of_all_later_ones(after, count):
    later = agenda.planned_between(
        DAYS, BLOCKS, after + timedelta(days=1), after + timedelta(days=60)
    )

    assert agenda.next_planned(DAYS, BLOCKS, after, count) == later[:count]
