from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from coach.domain.draft import ConstraintDraft, Criterion, GateDraft
from coach.domain.situation import Situation
from coach.rules import freshness, narrowing
from tests.coach.baseline.test_session_analysis import story
from tests.coach.domain.packets import SQUAT, Story, key
from tests.coach.rules.judging import holds, own, refuses

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


def gate(**changes: Any) -> GateDraft:
    return GateDraft(
        **{
            "region": "left_knee",
            "title": "Knee",
            "guards": (SQUAT,),
            "criterion": Criterion(
                kind="consecutive_exposures", count=3, during_max=2, next_morning_max=2
            ),
            "valid_h": 48,
            "cites": ("E1",),
            **changes,
        }
    )


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
        pytest.param(
            {"criterion": Criterion(kind="human", text="Ask."), "region": None}, True, id="person"
        ),
        pytest.param(
            {"criterion": Criterion(kind="human", text="Ask."), "cites": ("P1",)},
            False,
            id="no-evidence",
        ),
    ],
)
def test_a_gate_has_grounds(changes: dict[str, Any], allowed: bool) -> None:
    situation = seen(hurting())
    assert (
        holds(narrowing.gates_have_grounds, own(situation, gates=(gate(**changes),)), situation)
        is allowed
    )


def test_a_gate_over_a_region_that_is_fine_is_refused() -> None:
    situation = seen(hurting(1))
    assert "no pain" in refuses(
        narrowing.gates_have_grounds, own(situation, gates=(gate(),)), situation
    )


def test_nothing_is_opened_for_a_session_that_is_not_there() -> None:
    made = hurting()
    drafted = own(seen(made), gates=(gate(),))
    assert holds(freshness.the_subject_is_known, drafted, seen(made))
    elsewhere = made.situation("session_analysis", "2026-11-19:other")
    assert refuses(freshness.the_subject_is_known, drafted, elsewhere)
