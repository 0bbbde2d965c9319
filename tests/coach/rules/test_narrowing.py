from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from coach.domain.draft import ConstraintDraft, Criterion, GateDraft
from coach.domain.situation import Situation
from coach.rules import freshness, issued_constraints, issued_gates, narrowing
from decisions.domain.gate import Holds, Ruling
from decisions.domain.outcomes import Outcome
from tests.coach.baseline.test_session_analysis import story
from tests.coach.domain.packets import SQUAT, Story, key
from tests.coach.rules.judging import holds, own, refuses, ruling, verdict

TODAY = date(2026, 11, 19)


def hurting(value: int = 4) -> Story:
    made = story()
    made.pain(TODAY, value)
    return made


def seen(made: Story) -> Situation:
    return made.situation("session_analysis", key(TODAY))


def bound(**changes: Any) -> ConstraintDraft:
    facts = {
        "title": "Cap",
        "field": "load_g",
        "exercise": SQUAT,
        "operator": "<=",
        "value": 90_000,
        "unit": "g",
        "reason": "It hurt.",
        "starts_on": TODAY.isoformat(),
        "expires_on": (TODAY + timedelta(days=6)).isoformat(),
        **changes,
    }
    return ConstraintDraft.model_validate(facts)


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        pytest.param({}, True, id="as-it-should-be"),
        pytest.param({"expires_on": "2026-11-26"}, False, id="eight-days"),
        pytest.param({"expires_on": "2026-11-19"}, True, id="one-day"),
        pytest.param({"starts_on": "2026-11-18"}, False, id="begins-yesterday"),
        pytest.param({"starts_on": "2026-11-20"}, True, id="begins-tomorrow"),
        pytest.param({"operator": ">="}, False, id="demands-more"),
        pytest.param({"operator": "=="}, False, id="demands-exactly"),
        pytest.param(
            {"field": "rest_s", "unit": "s", "operator": ">=", "value": 240}, True, id="more-rest"
        ),
        pytest.param({"field": "rest_s", "unit": "s", "value": 60}, False, id="less-rest"),
        pytest.param(
            {"field": "session", "unit": "sessions", "operator": "==", "value": 0},
            True,
            id="not-at-all",
        ),
        pytest.param({"exercise": None}, False, id="about-everything"),
        pytest.param({"exercise": None, "region": "left_knee"}, True, id="about-a-region"),
        pytest.param({"exercise": "bench_press"}, False, id="nothing-hurts-there"),
        pytest.param({"unit": "kg"}, None, id="another-unit"),
    ],
)
def test_a_bound_only_narrows_for_a_few_days_where_it_hurt(
    changes: dict[str, Any], allowed: bool | None
) -> None:
    situation = seen(hurting())
    made = own(situation, constraints=(bound(**changes),))
    if allowed is None:
        with pytest.raises(ValueError, match="unit"):
            narrowing.bounds_only_narrow(made, situation, situation.change_policy)
    else:
        assert holds(narrowing.bounds_only_narrow, made, situation) is allowed


@pytest.mark.parametrize(("value", "allowed"), [(2, False), (3, True)])
def test_a_bound_needs_pain_behind_it(value: int, allowed: bool) -> None:
    situation = seen(hurting(value))
    assert (
        holds(narrowing.bounds_only_narrow, own(situation, constraints=(bound(),)), situation)
        is allowed
    )


@pytest.mark.parametrize(
    ("days", "allowed"),
    [
        pytest.param(0, False, id="ended-yesterday"),
        pytest.param(1, True, id="ended-the-day-before"),
    ],
)
def test_it_does_not_get_round_its_one_bound_by_opening_another(days: int, allowed: bool) -> None:
    made = hurting()
    made.constraint(
        "load_g", 95_000, owner="session_analysis", starts=TODAY - timedelta(days=7 + days)
    )
    situation = seen(made)
    assert (
        holds(narrowing.bounds_only_narrow, own(situation, constraints=(bound(),)), situation)
        is allowed
    )


HUMAN = Criterion(kind="human", text="Ask.")


def told(made: Story) -> str:
    """Handle of the newest daily report."""
    return made.situation().packet.of("training_sessions.daily")[-1].handle


def gate(*cites: str, **changes: Any) -> GateDraft:
    return GateDraft(
        **{
            "region": "left_knee",
            "title": "Knee",
            "guards": (SQUAT,),
            "criterion": Criterion(
                kind="consecutive_exposures", count=3, during_max=2, next_morning_max=2
            ),
            "valid_h": 48,
            "cites": cites,
            **changes,
        }
    )


def opened(made: Story, wanted: GateDraft) -> bool:
    """Whether a gate would be written; where not, the rule says so and refuses nothing."""
    situation = seen(made)
    drafted = own(situation, gates=(wanted,))
    said = verdict(narrowing.gates_have_grounds, drafted, situation)
    assert isinstance(said, Holds)
    issued = issued_gates(drafted, Ruling(Outcome.MONITOR_ONLY, (), refused=False), situation)
    assert bool(issued) != ("left out" in said.note)
    return bool(issued)


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        pytest.param({}, True, id="as-it-should-be"),
        pytest.param({"region": None}, False, id="no-region"),
        pytest.param({"region": "right_elbow"}, False, id="nothing-hurts-there"),
        pytest.param(
            {"criterion": Criterion(kind="consecutive_exposures")}, False, id="half-a-criterion"
        ),
        pytest.param({"criterion": Criterion(kind="human")}, False, id="nothing-to-do"),
        pytest.param({"criterion": HUMAN, "region": None}, True, id="person"),
        pytest.param({"criterion": HUMAN}, True, id="person-and-region"),
        pytest.param({"criterion": HUMAN, "region": "right_knee"}, False, id="the-other-side"),
        pytest.param({"criterion": HUMAN, "guards": ("bench_press",)}, False, id="loads-no-knee"),
        pytest.param({"criterion": HUMAN, "guards": ("all_training",)}, False, id="everything"),
    ],
)
def test_a_gate_has_grounds(changes: dict[str, Any], allowed: bool) -> None:
    made = hurting()
    assert opened(made, gate(told(made), **changes)) is allowed


@pytest.mark.parametrize("criterion", [gate().criterion, HUMAN], ids=["counted", "person"])
@pytest.mark.parametrize("cites", [(), ("P1",), ("E1",)], ids=["nothing", "the-plan", "a-set"])
def test_a_gate_that_cites_no_report_of_pain_is_left_out(
    criterion: Criterion, cites: tuple[str, ...]
) -> None:
    assert not opened(hurting(), gate(*cites, criterion=criterion))


def test_a_report_that_a_region_is_fine_opens_no_gate_for_a_person() -> None:
    made = hurting(1)
    assert not opened(made, gate(told(made), criterion=HUMAN))


def test_a_report_of_long_ago_opens_none() -> None:
    made = story()
    old = made.pain(TODAY - timedelta(days=20), 7)
    assert not opened(made, gate(old.handle, criterion=HUMAN, region=None))


def test_an_open_injury_of_the_region_is_ground_for_a_persons_look() -> None:
    made = story()
    injury = made.injury()
    assert opened(made, gate(injury.handle, criterion=HUMAN))
    assert not opened(made, gate(injury.handle, criterion=HUMAN, region="right_elbow"))


def test_a_red_flag_is_ground_to_stop_everything() -> None:
    made = story()
    said = made.daily(TODAY, "symptoms", text="chest pain on the stairs")
    assert opened(made, gate(said.handle, criterion=HUMAN, region=None, guards=("all_training",)))


def test_symptoms_are_ground_for_a_persons_look_and_not_for_a_region() -> None:
    made = story()
    said = made.daily(TODAY, "symptoms", text="fever since yesterday")
    assert opened(made, gate(said.handle, criterion=HUMAN, region=None))
    assert not opened(made, gate(said.handle, criterion=HUMAN))


def test_a_gate_without_grounds_leaves_the_rest_of_the_draft() -> None:
    made = hurting()
    situation = seen(made)
    drafted = own(situation, gates=(*own(situation).gates, gate("P1", criterion=HUMAN)))
    found = ruling(drafted, situation)
    assert not found.refused
    assert issued_gates(drafted, found, situation) == own(situation).gates
    assert issued_constraints(drafted, found) == drafted.constraints


def test_silence_behind_an_open_gate_is_ground_for_watching_more() -> None:
    made = story(gate=True)
    watched = made.situation().packet.of("plans.gate")[0].handle
    assert "front_squat" not in made.situation().packet.of("plans.gate")[0].facts["guards"]
    assert opened(made, gate(watched, guards=("front_squat",)))


def test_nothing_is_opened_for_a_session_that_is_not_there() -> None:
    made = hurting()
    drafted = own(seen(made), gates=(gate(told(made)),))
    assert holds(freshness.the_subject_is_known, drafted, seen(made))
    elsewhere = made.situation("session_analysis", "2026-11-19:other")
    assert refuses(freshness.the_subject_is_known, drafted, elsewhere)
