"""The picture of an endurance session."""

from __future__ import annotations

from typing import Any

import pytest

from coach.web import steps_chart
from tests.coach.web import story


def chart(*steps: dict[str, Any]) -> steps_chart.Chart | None:
    return steps_chart.chart({"steps": list(steps)}, "Road run")


def test_repeated_neighbours_take_turns() -> None:
    made = chart(story.step("fast", 3, 60, None), story.step("easy", 3, 30, None))
    assert made is not None
    assert [bar.work for bar in made.bars] == [True, False, True, False, True, False]


def test_a_distance_lasts_as_long_as_its_pace_says() -> None:
    fast = story.step("fast", 1, None, 1000, target_kind="pace_s_per_km", low=240, high=240)
    made = chart(fast, story.step("easy", 1, 240, None))
    assert made is not None
    assert [bar.width for bar in made.bars] == ["49.50%", "49.50%"]


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([story.step("easy", 1, 600, None)], id="one-step-is-no-picture"),
        pytest.param(
            [story.step("easy", 1, 600, None), story.step("hills", 1, None, 2000)],
            id="unknown-length-is-not-drawn",
        ),
        pytest.param([], id="no-steps"),
    ],
)
def test_without_lengths_there_is_no_picture(steps: list[dict[str, Any]]) -> None:
    assert chart(*steps) is None


def test_a_single_step_that_asks_for_clearly_more_is_the_work() -> None:
    easy = story.step("warm-up", 1, 900, None, target_kind="rpe", low=30, high=40)
    hard = story.step("all out", 1, 1800, None, target_kind="rpe", low=90, high=100)
    made = chart(easy, hard)
    assert made is not None
    assert [bar.work for bar in made.bars] == [False, True]
    steady = story.step("steady", 1, 1800, None, target_kind="rpe", low=40, high=50)
    assert steps_chart.works([easy, steady]) == (False, False)


def test_single_steps_without_a_harder_one_are_not_the_work() -> None:
    assert steps_chart.works(
        [story.step("easy", 1, 60, None), story.step("long", 1, 60, None)]
    ) == (
        False,
        False,
    )
