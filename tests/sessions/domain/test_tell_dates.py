"""The athlete's date, not the server's."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.errors import InvalidFacts
from sessions.domain import moments

EARLY, LATE = datetime.fromisoformat("2020-01-01"), datetime.fromisoformat("2035-01-01")
FAR = [("Pacific/Tongatapu", 13), ("Pacific/Honolulu", -10)]


@pytest.mark.parametrize(("zone", "offset"), FAR)
@pytest.mark.parametrize(("clock", "day"), [((23, 30), 26), ((0, 30), 26)])
def test_half_an_hour_before_and_after_midnight_is_that_persons_date(
    zone: str, offset: int, clock: tuple[int, int], day: int
) -> None:
    local = datetime(2026, 11, day, *clock, tzinfo=ZoneInfo(zone))
    instant = local.astimezone(UTC)
    assert instant.utcoffset() == timedelta(0)
    assert local.utcoffset() == timedelta(hours=offset)
    assert moments.local_date(instant, zone) == date(2026, 11, 26)


@given(st.datetimes(EARLY, LATE), st.sampled_from([z for z, _ in FAR]))
def test_a_moment_lies_before_the_end_of_its_own_date_and_no_earlier_one(
    naive: datetime, zone: str
) -> None:
    instant = naive.replace(tzinfo=UTC)
    day = moments.local_date(instant, zone)
    assert moments.end_of(day - timedelta(days=1), zone) <= instant < moments.end_of(day, zone)


def test_facts_hold_moments_in_utc_with_whole_seconds() -> None:
    local = datetime(2026, 11, 26, 0, 30, 15, 900_000, tzinfo=ZoneInfo("Pacific/Tongatapu"))
    assert moments.utc_text(local) == "2026-11-25T11:30:15Z"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "Europe"])
def test_it_refuses_what_is_not_a_zone(zone: str) -> None:
    with pytest.raises(InvalidFacts) as caught:
        moments.zone_of(zone)
    assert caught.value.field == "zone"


def test_it_refuses_a_moment_without_a_zone() -> None:
    with pytest.raises(InvalidFacts):
        moments.utc_text(datetime(2026, 11, 26, 18, 0))  # noqa: DTZ001 - that is the point


@pytest.mark.parametrize("day", [date.min, date.max])
def test_an_edge_of_the_calendar_is_refused_by_name(day: date) -> None:
    at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    with pytest.raises(InvalidFacts, match="date: must lie between"):
        moments.end_of(day, "Europe/Berlin")
    with pytest.raises(InvalidFacts, match="at: must lie between"):
        moments.utc_text(at)
    with pytest.raises(InvalidFacts, match="at: must lie between"):
        moments.local_date(at, "Europe/Berlin")
