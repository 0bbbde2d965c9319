"""The bounds of dates and moments."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from decisions.domain import dates
from decisions.domain.errors import InvalidFacts

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
EDGES = (
    datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
    datetime(1, 1, 1, tzinfo=ZoneInfo("Asia/Tokyo")),
    datetime(1899, 12, 31, 23, 59, 59, tzinfo=UTC),
    datetime(2100, 1, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, tzinfo=timezone(timedelta(hours=-14))),
    datetime(9999, 12, 31, 23, 59, 59, tzinfo=ZoneInfo("America/New_York")),
)


@pytest.mark.parametrize("value", [date.min, date(1899, 12, 31), date(2100, 1, 1), date.max])
def test_a_date_of_another_age_is_refused_by_name(value: date) -> None:
    with pytest.raises(InvalidFacts, match="on: must lie between 1900-01-01 and 2099-12-31"):
        dates.day("on", value)


@pytest.mark.parametrize("value", [dates.EARLIEST, dates.LATEST])
def test_both_ends_belong_to_the_bounds(value: date) -> None:
    assert dates.day("on", value) == value


@pytest.mark.parametrize("value", EDGES)
def test_a_moment_at_the_edge_of_the_calendar_is_refused_and_never_overflows(
    value: datetime,
) -> None:
    with pytest.raises(InvalidFacts, match="at: must lie between"):
        dates.moment("at", value)


def test_a_moment_is_given_in_utc_and_needs_a_zone() -> None:
    berlin = datetime(2026, 3, 10, 10, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    assert (dates.moment("at", berlin), dates.moment("at", berlin).tzinfo) == (NOW, UTC)
    with pytest.raises(InvalidFacts, match="at: needs a time zone"):
        dates.moment("at", NOW.replace(tzinfo=None))


def test_what_happened_lies_on_today_at_the_latest() -> None:
    today = date(2026, 3, 10)
    assert dates.past_day("on", today, today=today) == today
    with pytest.raises(InvalidFacts, match="on: lies in the future"):
        dates.past_day("on", today + timedelta(days=1), today=today)


def test_a_clock_may_run_ten_minutes_ahead_and_no_further() -> None:
    assert dates.past_moment("at", NOW + dates.EARLY, now=NOW) == NOW + dates.EARLY
    with pytest.raises(InvalidFacts, match="at: lies in the future"):
        dates.past_moment("at", NOW + dates.EARLY + timedelta(seconds=1), now=NOW)
