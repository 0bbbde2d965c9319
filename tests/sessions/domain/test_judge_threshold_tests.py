"""Two tests may suggest a threshold, one never does."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.evidence import Evidence
from sessions.domain import threshold_tests, thresholds
from sessions.domain.threshold_metrics import HEART_RATE, PACE, POWER
from sessions.domain.threshold_tests import Test
from tests.sessions import making
from tests.sessions.making import record


def maximal(
    value: int, day: str, device: str | None = "pm_A", metric: str = POWER, **more: Any
) -> Test:
    return Test(metric, value, date.fromisoformat(day), device, Evidence.ESTIMATED, 1, **more)


FIRST, SECOND = maximal(264, "2026-02-08"), maximal(267, "2026-03-01")


def test_an_agreeing_pair_beyond_the_current_value_gives_a_candidate() -> None:
    found = thresholds.judge([SECOND, FIRST], current=255)
    assert found.candidate in (265, 266)
    assert found.tests == (FIRST, SECOND)
    assert "264 W and 267 W" in found.why


@pytest.mark.parametrize(
    ("tests", "current", "why"),
    [
        pytest.param([], 255, "two are needed", id="none"),
        pytest.param([FIRST], 255, "two are needed", id="one"),
        pytest.param([FIRST, maximal(267, "2026-02-13")], 255, "5 days apart", id="too-close"),
        pytest.param([FIRST, maximal(267, "2026-03-01", "pm_B")], 255, "different devices", id="device"),
        pytest.param([FIRST, maximal(267, "2026-03-01", None)], 255, "not known", id="no-device"),
        pytest.param([FIRST, maximal(280, "2026-03-01")], 255, "disagree", id="apart"),
        pytest.param([FIRST, SECOND], 264, "within the typical error", id="no-news"),
        pytest.param([FIRST, SECOND], None, "no current value", id="no-current"),
        pytest.param([FIRST, maximal(267, "2026-03-01", flags=("implausible",))], 255,
                     "two are needed", id="flagged"),
    ],
)  # fmt: skip
def test_otherwise_it_says_why_not(tests: list[Test], current: int | None, why: str) -> None:
    found = thresholds.judge(tests, current=current)
    assert found.candidate is None
    assert why in found.why


def test_a_test_a_week_before_counts_even_with_one_in_between() -> None:
    between = maximal(266, "2026-02-25")
    found = thresholds.judge([FIRST, between, SECOND], current=255)
    assert found.tests == (FIRST, SECOND)
    assert found.candidate is not None


def test_a_slower_pace_may_be_suggested_too() -> None:
    tests = [maximal(280, "2026-02-08", metric=PACE), maximal(282, "2026-03-01", metric=PACE)]
    assert thresholds.judge(tests, current=270).candidate == 281


def test_heart_rate_has_an_error_in_beats() -> None:
    tests = [
        maximal(170, "2026-02-08", metric=HEART_RATE),
        maximal(173, "2026-03-01", metric=HEART_RATE),
    ]
    assert thresholds.judge(tests, current=165).candidate == 172
    assert thresholds.judge(tests, current=168).candidate is None


def a_test(position: int, **changes: Any) -> making.Record:
    facts = making.session(sport="run", session_type="threshold_test", **changes)
    return record("completed", f"2026-11-26:{position}", position, facts, "observed")


def test_it_finds_tests_among_completed_sessions() -> None:
    run = a_test(1, duration_s=1800, distance_m=6667, source="fit:watch")
    easy = record("completed", "k", 2, making.session(session_type="easy", distance_m=9000))
    unfinished = a_test(3, status="partial", distance_m=6000)
    unmeasured = a_test(4, distance_m=None)
    (found,) = threshold_tests.tests([run, easy, unfinished, unmeasured], PACE)
    assert (found.value, found.device, found.position) == (270, "fit:watch", 1)
    assert found.evidence is Evidence.DERIVED


def test_power_from_a_short_test_is_an_estimate_at_95_per_cent() -> None:
    (found,) = threshold_tests.tests([a_test(1, avg_power_w=278)], POWER)
    assert (found.value, found.evidence) == (264, Evidence.ESTIMATED)


@given(
    st.lists(st.tuples(st.integers(150, 400), st.integers(0, 60)), min_size=2, max_size=6),
    st.integers(150, 400),
)
def test_a_candidate_always_lies_between_its_two_tests(
    raw: list[tuple[int, int]], current: int
) -> None:
    tests = [maximal(value, date.fromordinal(739_000 + day).isoformat()) for value, day in raw]
    found = thresholds.judge(tests, current=current)
    if found.candidate is not None:
        low, high = sorted(test.value for test in found.tests)
        assert low <= found.candidate <= high
        assert (found.tests[1].day - found.tests[0].day).days >= 7
