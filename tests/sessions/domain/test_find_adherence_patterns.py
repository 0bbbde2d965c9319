"""Planned against done."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.domain import adherence, adherence_week
from sessions.domain.missed import Occasion, Pattern

MONDAY = date(2026, 9, 7)
PLANNED = [60, 45, 90, 0, 75, 120, 0]
DONE = [60, 30, 0, 40, 80, 200, 0]


def test_the_check_values_of_a_week_hold() -> None:
    week = adherence_week.week(PLANNED, DONE)
    assert (week.sessions_done, week.sessions_planned) == (4, 5)
    assert week.volume_permille == 731
    colours = [adherence_week.colour(p, d) for p, d in zip(PLANNED, DONE, strict=True)]
    assert colours == ["green", "yellow", "red", "unplanned", "green", "red", "rest"]


def test_a_week_without_a_plan_has_no_adherence() -> None:
    assert adherence_week.week([0, 0], [30, 0]).volume_permille is None


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 600)), min_size=1, max_size=7))
def test_an_overshoot_never_hides_a_miss(days: list[tuple[int, int]]) -> None:
    planned, done = [p for p, _ in days], [d for _, d in days]
    found = adherence_week.week(planned, done).volume_permille
    assert found is None or found <= 1000
    if any(p and d < p for p, d in days):
        assert found is not None
        assert found < 1000 or sum(planned) > 1000


def weekly(weekday: int, weeks: int, kind: str | None = "intervals") -> list[Occasion]:
    days = [MONDAY + timedelta(days=weekday, weeks=week) for week in range(weeks)]
    return [Occasion(f"{day.isoformat()}:p/01/x", day, kind) for day in days]


def find(
    planned: list[Occasion], missed: int, *, excused: int = 0, logged: bool = True
) -> dict[str, Pattern]:
    """The first `missed` occasions have no actual; the first `excused` of them with a good reason."""
    done = {o.session_key: "completed" for o in planned[missed:]}
    found = adherence.patterns(
        planned,
        statuses=done,
        excused=[o.session_key for o in planned[:excused]],
        logged_on=[o.day for o in planned] if logged else [],
        today=planned[-1].day + timedelta(days=1),
    )
    return {pattern.what: pattern for pattern in found}


@pytest.mark.parametrize(
    ("weeks", "missed", "persists"),
    [(6, 4, True), (6, 3, False), (5, 5, False), (10, 6, True), (10, 5, False)],
)
def test_a_pattern_needs_six_weeks_and_three_misses_in_five(
    weeks: int, missed: int, persists: bool
) -> None:
    found = find(weekly(2, weeks), missed)
    assert (found["Wednesday"].persists, found["intervals"].persists) == (persists, persists)
    assert (found["Wednesday"].weeks, found["Wednesday"].missed) == (weeks, missed)
    assert len(found["Wednesday"].session_keys) == missed


def test_an_excused_miss_is_counted_apart() -> None:
    found = find(weekly(2, 8), 6, excused=3)["Wednesday"]
    assert (found.weeks, found.missed, found.excused, found.persists) == (5, 3, 3, False)


def test_silent_weeks_are_unknown_and_not_missed() -> None:
    assert find(weekly(2, 8), 8, logged=False) == {}


def test_a_skipped_session_is_a_miss_and_a_partial_one_is_not() -> None:
    planned = weekly(0, 6)
    statuses = {o.session_key: ("skipped" if n % 2 else "partial") for n, o in enumerate(planned)}
    found = adherence.patterns(
        planned, statuses=statuses, logged_on=[o.day for o in planned], today=date(2027, 1, 1)
    )
    assert {pattern.missed for pattern in found} == {3}


def test_today_and_later_cannot_be_missed_yet() -> None:
    planned = weekly(0, 7)
    found = adherence.patterns(
        planned, statuses={}, logged_on=[o.day for o in planned], today=planned[6].day
    )
    assert {pattern.weeks for pattern in found} == {6}
