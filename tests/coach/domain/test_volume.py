from __future__ import annotations

from datetime import date, timedelta

import pytest

from coach.domain import volume
from coach.domain.training import Outing

THURSDAY = date(2026, 11, 26)


def outing(
    ago: int,
    *,
    metres: int | None = None,
    seconds: int | None = 3_600,
    sport: str = "run",
    flagged: bool = False,
) -> Outing:
    day = THURSDAY - timedelta(days=ago)
    return Outing(day, f"{day}:{ago}", sport, "easy", seconds, metres, None, flagged, f"E{ago}")


def test_the_longest_is_that_of_the_window_and_the_sport() -> None:
    outings = [
        outing(1, metres=8_000),
        outing(30, metres=12_000, seconds=4_000),
        outing(31, metres=30_000),
        outing(2, metres=60_000, sport="ride"),
        outing(3, metres=50_000, flagged=True),
    ]
    found = volume.longest(outings, sport="run", on=THURSDAY, days=30)
    assert (found.distance_m, found.duration_s, found.handles) == (12_000, 4_000, ("E30",))


def test_no_history_is_unknown() -> None:
    found = volume.longest([], sport="run", on=THURSDAY, days=30)
    assert (found.distance_m, found.duration_s, found.handles) == (None, None, ())


@pytest.mark.parametrize(
    ("outings", "mean"),
    [
        pytest.param([outing(7 * n) for n in range(1, 5)], 3_600, id="four-weeks"),
        pytest.param([outing(7 * n) for n in range(1, 4)], None, id="a-silent-week"),
        pytest.param(
            [outing(7), outing(14), outing(21), outing(28, seconds=None)], None, id="unknown-time"
        ),
        pytest.param([outing(7 * n, sport="ride") for n in range(1, 5)], None, id="another-sport"),
    ],
)
def test_the_mean_needs_four_known_weeks(outings: list[Outing], mean: int | None) -> None:
    found = volume.week(outings, sport="run", on=THURSDAY, session_key="x")
    assert found.mean_s == mean
    assert found.room_s(130) == (None if mean is None else 4_680)


def test_this_week_counts_from_monday_and_without_the_session_itself() -> None:
    outings = [outing(3), outing(4), outing(0, seconds=600)]
    found = volume.week(outings, sport="run", on=THURSDAY, session_key=outings[2].session_key)
    assert (found.done_s, found.handles) == (3_600, ("E3",))


def test_a_week_beyond_its_limit_leaves_nothing() -> None:
    outings = [outing(7 * n) for n in range(1, 5)] + [outing(1, seconds=9_000)]
    assert volume.week(outings, sport="run", on=THURSDAY, session_key="x").room_s(130) == 0
