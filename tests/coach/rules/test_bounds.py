from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from coach.domain.draft import SessionDraft, Step
from coach.rules import bounds, rises
from tests.coach.domain.packets import SQUAT, Story, key, run, showcase, strength
from tests.coach.rules.judging import dosed, holds, own, refuses, ruling

TODAY = date(2026, 11, 26)


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        pytest.param({}, True, id="the-held-dose"),
        pytest.param({"load_g": 104_000}, True, id="inside-noise"),
        pytest.param({"load_g": 106_000}, True, id="noise-above"),
        pytest.param({"load_g": 106_250}, False, id="half-an-increment-more"),
        pytest.param({"load_g": 107_500}, False, id="the-plans-step"),
        pytest.param({"sets": 4}, False, id="a-set-more"),
        pytest.param({"sets": 2}, True, id="a-set-less"),
        pytest.param({"reps": 6}, False, id="a-rep-more"),
        pytest.param({"rpe_x10": 90}, False, id="a-higher-cap"),
        pytest.param({"rpe_x10": None}, False, id="no-cap"),
        pytest.param({"rest_s": 150}, False, id="less-rest"),
        pytest.param({"rest_s": 210}, True, id="more-rest"),
        pytest.param({"load_g": None}, False, id="an-unknown-load"),
    ],
)
def test_nothing_rises_behind_a_gate(changes: dict[str, Any], allowed: bool) -> None:
    situation = showcase().situation()
    made = dosed(situation, **changes)
    assert holds(rises.nothing_rises_behind_a_gate, made, situation) is allowed


def test_the_gate_bounds_whether_or_not_the_decision_is_in_the_packet() -> None:
    for with_decision in (True, False):
        situation = showcase(with_decision=with_decision).situation()
        made = dosed(situation, load_g=107_500)
        because = refuses(rises.nothing_rises_behind_a_gate, made, situation)
        assert "Left knee pain" in because
        assert ruling(made, situation).refused


def test_a_closed_gate_bounds_nothing() -> None:
    story = showcase()
    story.items = [i for i in story.items if i.surface != "plans.gate"]
    story.gate(state="closed")
    situation = story.situation()
    assert holds(rises.nothing_rises_behind_a_gate, dosed(situation, load_g=107_500), situation)


@pytest.mark.parametrize(
    ("cap", "allowed"), [(105_000, True), (104_999, False), (110_000, True), (90_000, False)]
)
def test_no_constraint_is_violated(cap: int, allowed: bool) -> None:
    story = showcase()
    story.constraint("load_g", cap)
    situation = story.situation()
    made = dosed(situation, load_g=105_000)
    assert holds(bounds.no_constraint_is_violated, made, situation) is allowed


def test_an_unknown_load_does_not_satisfy_a_cap() -> None:
    story = showcase()
    story.constraint("load_g", 105_000)
    situation = story.situation()
    assert "unknown" in refuses(
        bounds.no_constraint_is_violated, dosed(situation, load_g=None), situation
    )


@pytest.mark.parametrize(
    ("days_ago", "allowed"),
    [pytest.param(6, False, id="last-day"), pytest.param(7, True, id="day-after")],
)
def test_a_constraint_holds_to_the_end_of_its_last_day(days_ago: int, allowed: bool) -> None:
    story = showcase()
    story.constraint("load_g", 90_000, starts=date(2026, 11, 26 - days_ago))
    situation = story.situation()
    made = dosed(situation, load_g=105_000)
    assert holds(bounds.no_constraint_is_violated, made, situation) is allowed


def hurting(value: int) -> Story:
    story = showcase()
    story.items = [i for i in story.items if i.surface != "training_sessions.daily"]
    story.pain(date(2026, 11, 19), value)
    return story


@pytest.mark.parametrize(
    ("value", "changes", "allowed"),
    [
        pytest.param(2, {"load_g": 105_000, "sets": 3, "rpe_x10": 85}, True, id="green-in-full"),
        pytest.param(3, {"load_g": 92_500, "sets": 2, "rpe_x10": 70}, True, id="amber-dose"),
        pytest.param(3, {"load_g": 95_000, "sets": 2, "rpe_x10": 70}, False, id="amber-too-heavy"),
        pytest.param(
            3, {"load_g": 92_500, "sets": 3, "rpe_x10": 70}, False, id="amber-a-set-too-many"
        ),
        pytest.param(
            3, {"load_g": 92_500, "sets": 2, "rpe_x10": 75}, False, id="amber-cap-too-high"
        ),
        pytest.param(3, {"load_g": 80_000, "sets": 1, "rpe_x10": 60}, True, id="amber-and-less"),
    ],
)
def test_pain_is_respected(value: int, changes: dict[str, int], allowed: bool) -> None:
    situation = hurting(value).situation()
    assert holds(rises.pain_is_respected, dosed(situation, **changes), situation) is allowed


def test_what_loads_a_red_region_is_left_out() -> None:
    situation = hurting(6).situation()
    assert holds(rises.pain_is_respected, own(situation), situation)
    with_squat = dosed(showcase().situation(), load_g=60_000, sets=1)
    assert "red" in refuses(rises.pain_is_respected, with_squat, situation)


def test_a_suspended_athlete_gets_no_training_whatever_the_draft_says() -> None:
    story = showcase()
    made = dosed(story.situation(), load_g=40_000, sets=1)
    story.daily(TODAY, "symptoms", text="chest pain when climbing stairs")
    situation = story.situation()
    assert "suspended" in refuses(bounds.training_is_not_suspended, made, situation)
    assert holds(bounds.training_is_not_suspended, own(situation), situation)
    assert not ruling(own(situation), situation).refused


@pytest.mark.parametrize(("load_g", "allowed"), [(95_000, True), (90_000, True), (97_500, False)])
def test_a_dose_that_a_person_set_is_not_raised(load_g: int, allowed: bool) -> None:
    story = showcase()
    story.prescription(key(TODAY), [{**strength(load_g=95_000), "reps": 5}], rank=1)
    situation = story.situation()
    made = dosed(situation, load_g=load_g)
    assert holds(rises.no_owner_is_contradicted, made, situation) is allowed


def test_a_gated_run_gets_no_faster_and_no_longer() -> None:
    story = Story(TODAY)
    story.plan(phase="base")
    step = {"distance_m": 8_000, "target_kind": "rpe", "low": 30, "high": 40}
    story.day(
        "lower-a", [run(steps=[step], rpe_x10=40)], sport="run", session_type="easy", minutes=None
    )
    story.completed(
        "2026-11-23:r", sport="run", session_type="easy", distance_m=8_000, duration_s=2_700
    )
    story.gate("Calf", guards=["run"], region="left_calf")
    story.pain(date(2026, 11, 23), 1, region="left_calf")
    situation = story.situation()
    easy = Step(name="run", distance_m=8_000, target_kind="rpe", low=30, high=40)
    for step_now, allowed in (
        (easy, True),
        (easy.model_copy(update={"distance_m": 8_100}), False),
        (easy.model_copy(update={"high": 50}), False),
        (easy.model_copy(update={"distance_m": 6_000}), True),
    ):
        made = dosed(situation, steps=(step_now,))
        assert holds(rises.nothing_rises_behind_a_gate, made, situation) is allowed


def test_rules_about_sessions_hold_where_there_is_none() -> None:
    situation = showcase().situation()
    made = own(situation, session=None)
    for rule in (
        bounds.training_is_not_suspended,
        bounds.no_constraint_is_violated,
        rises.nothing_rises_behind_a_gate,
        rises.pain_is_respected,
        rises.no_owner_is_contradicted,
    ):
        assert holds(rule, made, situation)


def test_an_empty_session_violates_nothing() -> None:
    story = showcase()
    story.constraint("load_g", 50_000, exercise=SQUAT)
    situation = story.situation()
    made = own(situation, session=SessionDraft(items=(), reason="Rest."))
    assert holds(bounds.no_constraint_is_violated, made, situation)
