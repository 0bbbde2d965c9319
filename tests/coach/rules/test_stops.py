from __future__ import annotations

from datetime import date, timedelta

import pytest

from coach.domain.draft import Step
from coach.rules import freshness, stops
from decisions.domain.gate import Holds
from tests.coach.domain.packets import Story, key, run, showcase
from tests.coach.rules.judging import dosed, holds, own, refuses, ruling, verdict

TODAY = date(2026, 11, 26)


def runner(*, seconds: bool = False) -> Story:
    """A run due today after a longest of 10 km, or of one hour, within 30 days."""
    made = Story(TODAY)
    made.plan(phase="base")
    item = run(duration_s=3_000) if seconds else run(steps=[{"distance_m": 9_000}])
    made.day("lower-a", [item], sport="run", session_type="easy", minutes=None)
    made.completed(
        "2026-11-02:r", sport="run", session_type="easy", distance_m=10_000, duration_s=3_600
    )
    made.completed(
        "2026-10-20:r", sport="run", session_type="easy", distance_m=30_000, duration_s=9_000
    )
    return made


@pytest.mark.parametrize(
    ("metres", "allowed", "warned"),
    [
        (10_000, True, False),
        (11_000, True, False),
        (11_100, True, True),
        (13_000, True, True),
        (13_010, False, False),
        (25_000, False, False),
    ],
)
def test_no_run_is_a_spike(metres: int, allowed: bool, warned: bool) -> None:
    situation = runner().situation()
    made = dosed(situation, steps=(Step(name="run", distance_m=metres),))
    found = verdict(stops.no_run_is_a_spike, made, situation)
    assert isinstance(found, Holds) is allowed
    assert bool(isinstance(found, Holds) and found.note) is warned


@pytest.mark.parametrize(("seconds", "allowed"), [(4_680, True), (4_690, False)])
def test_a_run_by_time_is_measured_by_time(seconds: int, allowed: bool) -> None:
    situation = runner(seconds=True).situation()
    made = dosed(situation, duration_s=seconds)
    assert holds(stops.no_run_is_a_spike, made, situation) is allowed


def test_a_flagged_run_is_no_measure() -> None:
    story = runner()
    story.completed("2026-11-20:r", sport="run", distance_m=40_000, flags=["implausible_duration"])
    situation = story.situation()
    made = dosed(situation, steps=(Step(name="run", distance_m=20_000),))
    assert refuses(stops.no_run_is_a_spike, made, situation)


def test_without_history_nothing_is_a_spike() -> None:
    story = runner()
    story.items = [i for i in story.items if i.surface.startswith("plans.")]
    situation = story.situation()
    made = dosed(situation, steps=(Step(name="run", distance_m=20_000),))
    assert holds(stops.no_run_is_a_spike, made, situation)


def weekly(*, week: int = 1_800, gap: bool = False) -> Story:
    """Four weeks of one hour each, and some minutes already run this week."""
    made = Story(TODAY)
    made.plan(phase="base")
    made.day("lower-a", [run(duration_s=1_800)], sport="run", session_type="easy", minutes=None)
    for back in (1, 2, 3, 4):
        if gap and back == 3:
            continue
        day = TODAY - timedelta(days=7 * back)
        made.completed(f"{day}:r", sport="run", session_type="easy", duration_s=3_600)
    made.completed(
        f"{TODAY - timedelta(days=1)}:r", sport="run", session_type="easy", duration_s=week
    )
    return made


@pytest.mark.parametrize(("seconds", "allowed"), [(2_880, True), (2_890, False)])
def test_no_week_is_a_spike(seconds: int, allowed: bool) -> None:
    situation = weekly().situation()
    assert (
        holds(stops.no_week_is_a_spike, dosed(situation, duration_s=seconds), situation) is allowed
    )


def test_a_week_of_silence_is_unknown_and_no_limit() -> None:
    situation = weekly(gap=True).situation()
    assert holds(stops.no_week_is_a_spike, dosed(situation, duration_s=20_000), situation)


@pytest.mark.parametrize(
    ("status", "allowed"),
    [("started", False), ("completed", False), ("partial", False), ("skipped", True)],
)
def test_a_begun_session_is_frozen(status: str, allowed: bool) -> None:
    story = showcase()
    made = own(story.situation())
    story.completed(key(TODAY), status=status)
    situation = story.situation()
    assert holds(stops.a_begun_session_is_frozen, made, situation) is allowed
    assert ruling(made, situation).refused is not allowed


def test_a_session_of_the_past_is_not_prescribed() -> None:
    story = showcase()
    made = own(story.situation())
    for today, allowed in ((TODAY, True), (TODAY + timedelta(days=1), False)):
        story.today = today
        situation = story.situation(subject=key(TODAY))
        assert holds(freshness.the_subject_lies_ahead, made, situation) is allowed


def test_a_session_whose_plan_is_not_in_the_context_is_not_dosed() -> None:
    story = showcase()
    made = own(story.situation())
    assert holds(freshness.the_subject_is_known, made, story.situation())
    story.items = [i for i in story.items if i.surface != "plans.planned_day"]
    situation = story.situation()
    assert "planned day" in refuses(freshness.the_subject_is_known, made, situation)
