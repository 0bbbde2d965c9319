from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from sessions.files import offsets, zones

EVENING = datetime(2022, 10, 14, 22, 10, 46, tzinfo=UTC)


def test_it_takes_the_zone_that_the_person_names() -> None:
    found = zones.place(EVENING, offset_s=7200, longitude=28, given="Asia/Tokyo", profile="UTC")

    assert found == zones.Place("Asia/Tokyo", date(2022, 10, 15), "user_reported")


def test_it_names_the_profile_where_the_offset_of_the_file_agrees_with_it() -> None:
    found = zones.place(EVENING, offset_s=7200, longitude=8, given=None, profile="Europe/Berlin")

    assert found == zones.Place("Europe/Berlin", date(2022, 10, 15), "observed")


def test_it_follows_a_plausible_offset_away_from_home() -> None:
    found = zones.place(
        EVENING, offset_s=-14400, longitude=-74, given=None, profile="Europe/Berlin"
    )

    assert found == zones.Place("Etc/GMT+4", date(2022, 10, 14), "observed")


@pytest.mark.parametrize(
    ("offset", "zone"), [(19_800, "Asia/Kolkata"), (20_700, "Asia/Kathmandu"), (0, "Etc/GMT")]
)
def test_it_finds_a_name_for_odd_offsets(offset: Any, zone: Any) -> None:
    found = zones.place(EVENING, offset_s=offset, longitude=None, given=None, profile="Asia/Tokyo")

    assert (found.zone, found.evidence) == (zone, "observed")


@pytest.mark.parametrize(
    ("offset", "longitude"),
    [
        pytest.param(-876_098_089, None, id="display-in-1989"),
        pytest.param(7_500, None, id="no-quarter-hour"),
        pytest.param(15 * 3600, None, id="too-far"),
        pytest.param(-8 * 3600, 13, id="against-the-position"),
        pytest.param(None, None, id="none"),
    ],
)
def test_it_falls_back_to_the_profile_and_says_derived(offset: Any, longitude: Any) -> None:
    found = zones.place(
        EVENING, offset_s=offset, longitude=longitude, given=None, profile="Europe/Berlin"
    )

    assert found == zones.Place("Europe/Berlin", date(2022, 10, 15), "derived")


@pytest.mark.parametrize("offset", [7200, 7203, 7196])
def test_it_allows_two_clocks_a_few_seconds(offset: Any) -> None:
    assert offsets.believable(offset, None) == 7200


def test_it_follows_the_position_when_the_profile_cannot_be_right() -> None:
    found = zones.place(EVENING, offset_s=None, longitude=-122, given=None, profile="Europe/Berlin")

    assert (found.local_date, found.evidence, found.doubt) == (date(2022, 10, 14), "derived", None)


def test_it_asks_when_the_position_leaves_two_days() -> None:
    midnight = datetime(2022, 10, 14, 7, 50, tzinfo=UTC)

    found = zones.place(midnight, offset_s=None, longitude=-122, given=None, profile="Asia/Tokyo")

    assert "UTC-8" in (found.doubt or "")


@pytest.mark.parametrize(
    ("zone", "instant", "day"),
    [
        ("Pacific/Auckland", datetime(2026, 1, 1, 10, 30, tzinfo=UTC), date(2026, 1, 1)),
        ("Pacific/Auckland", datetime(2026, 1, 1, 11, 30, tzinfo=UTC), date(2026, 1, 2)),
        ("Pacific/Honolulu", datetime(2026, 1, 2, 9, 30, tzinfo=UTC), date(2026, 1, 1)),
        ("Pacific/Honolulu", datetime(2026, 1, 2, 10, 30, tzinfo=UTC), date(2026, 1, 2)),
    ],
)
def test_it_files_late_sessions_under_the_day_of_the_athlete(
    zone: Any, instant: Any, day: Any
) -> None:
    found = zones.place(instant, offset_s=None, longitude=None, given=None, profile=zone)

    assert found.local_date == day
