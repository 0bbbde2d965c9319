"""Canonical keys: stable, sorted by date, and bounded."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.errors import InvalidFacts
from sessions.domain import daily, keys
from tests.sessions import making

DAYS = st.dates(date(1990, 1, 1), date(2100, 12, 31))


def test_a_planned_session_keeps_its_original_date() -> None:
    key = keys.planned_session(date(2026, 11, 26), "return/01/lower-a")
    assert key == making.KEY
    assert keys.original_date(key) == date(2026, 11, 26)


def test_a_next_morning_report_is_filed_under_that_morning() -> None:
    facts = daily.validate(making.pain(date="2026-11-27", moment="next_morning"))
    assert daily.key(facts) == "2026-11-27/pain/left_knee/next_morning"


def test_what_has_no_region_or_moment_says_so_in_its_key() -> None:
    assert keys.daily(date(2026, 11, 26), "sleep_s", None, None) == "2026-11-26/sleep_s/-/-"


def test_two_episodes_of_the_same_spot_are_two_items() -> None:
    march = keys.injury(date(2026, 3, 1), "left_knee")
    assert march != keys.injury(date(2026, 9, 1), "left_knee")


@given(DAYS, DAYS)
def test_keys_sort_by_date(one: date, other: date) -> None:
    kinds = [keys.unplanned_session(day, "x") for day in (one, other)]
    assert (kinds[0] < kinds[1]) == (one < other)


@given(DAYS, st.integers(0, 400))
def test_a_span_of_days_holds_exactly_its_days(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    low, high = keys.day_range(first, last)
    for day in (first, last):
        assert low <= keys.unplanned_session(day, "z") < high
    assert not low <= keys.unplanned_session(first - timedelta(days=1), "z") < high
    assert not low <= keys.unplanned_session(last + timedelta(days=1), "a") < high


def test_the_sets_of_a_session_are_a_range_and_no_other_sessions_are_in_it() -> None:
    low, high = keys.sets_range("2026-11-26:run")
    assert low <= keys.of_set("2026-11-26:run", "s1") < high
    assert not low <= keys.of_set("2026-11-26:run-2", "s1") < high
    assert not low <= keys.of_set("2026-11-26:ru", "s1") < high


@pytest.mark.parametrize(
    "bad", ["", "x", "2026-11-26", "2026-11-26:", "2026-13-01:x", "26-11-2026:x", "2026-11-26:a#b",
            "20261126xx:y", "2026-11-26:a\nb"],
)  # fmt: skip
def test_it_refuses_what_is_not_a_session_key(bad: str) -> None:
    with pytest.raises(InvalidFacts) as caught:
        keys.checked_session(bad)
    assert caught.value.field == "session_key"


@pytest.mark.parametrize("bad", ["", "a b", "a/b", "a#b", "-a", "é", "x" * 65])
def test_it_refuses_a_client_id_that_could_break_a_key(bad: str) -> None:
    with pytest.raises(InvalidFacts) as caught:
        keys.of_set(making.KEY, bad)
    assert caught.value.field == "client_id"


def test_it_refuses_a_key_that_the_directory_cannot_hold() -> None:
    with pytest.raises(InvalidFacts, match="longer than 200"):
        keys.planned_session(date(2026, 11, 26), "x" * 200)
