from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.coach.domain.packets import SQUAT, Story, key, strength

TODAY = date(2026, 11, 26)


def moved(*reps: int, every: int = 7, rpe: int | None = 80) -> tuple[str, int]:
    """Level and direction of 100 kg squats whose last set had `reps`, oldest first."""
    story = Story(TODAY)
    story.plan(starts=date(2026, 9, 7), weeks=16)
    story.day("lower-a", [strength(load_g=100_000, low=3, high=10)], on=date(2026, 9, 6))
    for index, count in enumerate(reps):
        day = TODAY - timedelta(days=every * (len(reps) - index))
        dose = story.prescription(
            key(day), [{**strength(load_g=100_000, low=3, high=10), "reps": 5}]
        )
        story.completed(key(day), prescription=dose)
        story.sets(key(day), SQUAT, [(100_000, count, rpe)] * 3)
    found = story.situation().items[0].movement
    assert found is not None
    return found.level, found.direction


@pytest.mark.parametrize(
    ("reps", "expected"),
    [
        pytest.param((), ("L0", 0), id="nothing"),
        pytest.param((5, 5), ("L0", 0), id="too-few"),
        pytest.param((5, 5, 5, 5), ("L1", 0), id="as-before"),
        pytest.param((5, 5, 5, 5, 5, 5, 2), ("L1", -1), id="one-down-is-isolated"),
        pytest.param((5, 5, 5, 5, 5, 2, 5), ("L1", 0), id="and-back"),
        pytest.param((5, 5, 5, 5, 5, 2, 2), ("L2", -1), id="two-of-three-down"),
        pytest.param((5, 5, 5, 5, 8, 5, 8), ("L2", 1), id="two-of-three-up"),
        pytest.param((5, 5, 5, 5, 5, 4, 4), ("L1", 0), id="inside-noise"),
    ],
)
def test_one_exposure_is_never_a_trend(reps: tuple[int, ...], expected: tuple[str, int]) -> None:
    assert moved(*reps) == expected


def test_repeats_within_a_few_days_are_not_repeated() -> None:
    assert moved(5, 5, 5, 5, 5, 2, 2, every=2)[0] == "L1"


def test_without_effort_nothing_is_estimated() -> None:
    assert moved(5, 5, 5, 5, 5, 2, 2, rpe=None) == ("L0", 0)
