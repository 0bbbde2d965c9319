from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sessions.files.duplicates import Recording, why_same

START = datetime(2019, 2, 16, 5, 5, 52, tzinfo=UTC)
RUN = Recording("run", START.date(), START, 1441, 4923)


def moved(seconds: float, **changes: Any) -> Recording:
    return replace(RUN, start=START + timedelta(seconds=seconds), **changes)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(moved(0), id="itself"),
        pytest.param(moved(-170), id="another-device-three-minutes-earlier"),
        pytest.param(moved(60, distance_m=None), id="no-distance"),
        pytest.param(moved(7199, duration_s=1441, distance_m=4921), id="local-time-written-as-utc"),
        pytest.param(moved(-19_800), id="half-hour-zone"),
        pytest.param(moved(240, duration_s=1200), id="one-inside-the-other"),
        pytest.param(replace(RUN, start=None), id="same-day-without-a-time"),
        pytest.param(moved(-480, duration_s=None), id="begun-by-hand-and-not-ended"),
    ],
)
def test_it_says_why_two_recordings_may_be_one_session(other: Any) -> None:
    assert why_same(RUN, other)
    assert why_same(other, RUN)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(RUN, sport="strength"), id="another-sport"),
        pytest.param(moved(7200, duration_s=1800), id="two-hours-later-and-longer"),
        pytest.param(moved(7200, distance_m=4500), id="two-hours-later-and-shorter-way"),
        pytest.param(moved(7200, distance_m=None), id="two-hours-later-way-unknown"),
        pytest.param(moved(7230), id="no-whole-offset"),
        pytest.param(moved(15 * 3600), id="further-than-any-zone"),
        pytest.param(moved(1500), id="right-after-it"),
        pytest.param(moved(3000), id="later-that-day"),
        pytest.param(moved(-1200, duration_s=None), id="begun-long-before-and-not-ended"),
    ],
)
def test_it_keeps_two_sessions_two(other: Any) -> None:
    assert why_same(RUN, other) is None
    assert why_same(other, RUN) is None
