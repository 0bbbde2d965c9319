from __future__ import annotations

from datetime import date, timedelta

import pytest

from coach.data import coach_policy
from coach.domain import pain, policy
from coach.domain.pain import PainState, Reading
from plans.selectors.policy import change_policy

TODAY = date(2026, 11, 26)
LOADED = date(2026, 11, 24)
NUMBERS = policy.read({"coach": coach_policy()["values"], "change": change_policy()}).coach


def reading(
    day: date, value: int, moment: str = "during", *, region: str = "left_knee", note: str = ""
) -> Reading:
    return Reading(day, region, moment, value, note, f"E{value}")


def state(
    *said: Reading, loaded: tuple[date, ...] = (LOADED,), gate: bool = False, words: str = ""
) -> PainState:
    return pain.state(
        "left_knee",
        said,
        loaded_on=loaded,
        today=TODAY,
        gate_open=gate,
        words=[(words, "E90")] if words else [],
        policy=NUMBERS,
    )


@pytest.mark.parametrize(
    ("value", "level"),
    [(0, "green"), (2, "green"), (3, "amber"), (5, "amber"), (6, "red"), (10, "red")],
)
def test_a_number_has_its_colour(value: int, level: str) -> None:
    found = state(reading(LOADED, value))
    assert (found.level, found.worst) == (level, value)


def test_the_worst_moment_counts() -> None:
    found = state(reading(LOADED, 1), reading(LOADED + timedelta(days=1), 4, "next_morning"))
    assert (found.level, found.worst) == ("amber", 4)


def test_what_was_said_before_the_last_session_is_past() -> None:
    assert state(reading(LOADED - timedelta(days=2), 7), reading(LOADED, 1)).level == "green"


def test_what_is_older_than_a_week_says_nothing() -> None:
    old = TODAY - timedelta(days=8)
    found = state(reading(old, 7), loaded=(old,))
    assert (found.level, found.worst) == ("unknown", None)


def test_nothing_said_is_unknown_and_never_green() -> None:
    assert state().level == "unknown"


def test_nothing_said_while_a_gate_is_open_is_amber() -> None:
    found = state(gate=True)
    assert (found.level, found.worst) == ("amber", None)
    assert len(found.missing) == 2


def test_a_watched_region_that_was_not_loaded_yet_is_unknown() -> None:
    assert state(gate=True, loaded=()).level == "unknown"


@pytest.mark.parametrize(
    ("morning", "level"), [(1, "green"), (2, "amber"), (4, "amber"), (6, "red")]
)
def test_a_morning_well_above_the_usual_is_no_longer_green(morning: int, level: str) -> None:
    before = LOADED - timedelta(days=6)
    found = state(
        reading(before, 0, "next_morning"),
        reading(LOADED, 0),
        reading(LOADED + timedelta(days=1), morning, "next_morning"),
    )
    assert found.level == level


@pytest.mark.parametrize(
    ("values", "level"),
    [((0, 1, 2), "amber"), ((0, 0, 2), "green"), ((2, 1, 2), "green"), ((1, 3, 5), "red")],
)
def test_rising_twice_in_a_row_is_one_level_up(values: tuple[int, ...], level: str) -> None:
    days = [LOADED - timedelta(days=7 * back) for back in (2, 1, 0)]
    said = [reading(day, value) for day, value in zip(days, values, strict=True)]
    assert state(*said, loaded=tuple(days)).level == level


@pytest.mark.parametrize(
    "note", ["sharp when I stood up", "it locked once", "woke me", "a bit swollen", "it gave way"]
)
def test_some_words_are_red_whatever_the_number(note: str) -> None:
    assert state(reading(LOADED, 1, note=note)).level == "red"
    assert state(reading(LOADED, 1), words=note).level == "red"


@pytest.mark.parametrize("note", ["no swelling", "not sharp", "dull, as ever", ""])
def test_denied_or_ordinary_words_are_not(note: str) -> None:
    assert state(reading(LOADED, 1, note=note)).level == "green"


def test_a_report_without_a_side_speaks_about_both() -> None:
    assert state(reading(LOADED, 4, region="knee")).level == "amber"
    assert state(reading(LOADED, 4, region="right_knee")).level == "unknown"


def test_it_asks_only_for_what_is_watched() -> None:
    assert state(reading(LOADED, 1)).missing == ()
    (missing,) = state(reading(LOADED, 1), gate=True).missing
    assert "morning of 2026-11-25 was not reported" in missing


def test_a_morning_that_lies_ahead_is_not_due() -> None:
    (missing,) = state(reading(TODAY, 1), loaded=(TODAY,), gate=True).missing
    assert "is not due yet" in missing
