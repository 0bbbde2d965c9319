from __future__ import annotations

from typing import Any

import pytest

from coach.domain.draft import Draft, EnduranceDose, ProposalDraft, StrengthDose, TargetDraft
from coach.rules import proposing, structure
from tests.coach.baseline.test_strategic_review import WEEK, missing, runner
from tests.coach.domain.packets import SQUAT, showcase
from tests.coach.rules.judging import downgrades, holds, own, refuses, ruling, session


def with_items(made: Draft, *items: Any) -> Draft:
    return made.model_copy(update={"session": session(made, items=items)})


def test_a_session_doses_what_is_planned_for_it() -> None:
    situation = showcase().situation()
    assert holds(structure.items_belong_to_the_plan, own(situation), situation)


def test_it_adds_no_exercise_and_doses_none_twice() -> None:
    situation = showcase().situation()
    made = own(situation)
    assert made.session is not None
    (squat,) = made.session.items
    extra = StrengthDose(id="curl", exercise="barbell_curl", sets=3, reps=10)
    run = EnduranceDose(id="squat", modality="run_road", duration_s=600)
    rule = structure.items_belong_to_the_plan
    assert "curl" in refuses(rule, with_items(made, squat, extra), situation)
    assert "twice" in refuses(rule, with_items(made, squat, squat), situation)
    assert "another kind" in refuses(rule, with_items(made, run), situation)


def proposal(made: Draft, *targets: tuple[str, str, dict[str, Any] | None]) -> Draft:
    """A draft whose proposal has other targets."""
    assert made.proposal is not None
    changed = made.proposal.model_copy(
        update={"targets": tuple(TargetDraft(surface=s, key=k, after=a) for s, k, a in targets)}
    )
    return made.model_copy(update={"proposal": changed})


def tests() -> tuple[Any, Draft, dict[str, Any]]:
    situation = runner(1_890, 1_883).situation("strategic_review", WEEK)
    made = own(situation)
    assert isinstance(made.proposal, ProposalDraft)
    after = made.proposal.targets[0].after
    assert after is not None
    return situation, made, after


tests.__test__ = False  # type: ignore[attr-defined]


def test_a_proposal_with_the_computed_value_stands() -> None:
    situation, made, _ = tests()
    assert holds(structure.a_proposal_fits_the_plan, made, situation)
    assert holds(proposing.a_proposal_has_grounds, made, situation)
    assert ruling(made, situation).outcome == "PROPOSE_STRUCTURAL"


@pytest.mark.parametrize("value", [269, 271, 250])
def test_another_value_than_the_computed_one_has_no_grounds(value: int) -> None:
    situation, made, after = tests()
    other = {**after, "params": {**after["params"], "value": value}}
    changed = proposal(made, ("plans.rule", "p/threshold", other))
    assert downgrades(proposing.a_proposal_has_grounds, changed, situation) == "MONITOR_ONLY"


def test_a_change_that_nothing_asks_for_has_no_grounds() -> None:
    situation, made, _ = tests()
    day = situation.tree.days["p/01/easy"]
    changed = proposal(made, ("plans.planned_day", "p/01/easy", {**day, "minutes": 50}))
    assert holds(structure.a_proposal_fits_the_plan, changed, situation)
    assert downgrades(proposing.a_proposal_has_grounds, changed, situation) == "MONITOR_ONLY"


@pytest.mark.parametrize(
    ("target", "complaint"),
    [
        pytest.param(
            ("plans.rule", "p/none", None), "not part of the active plan", id="unknown-key"
        ),
        pytest.param(("plans.planned_day", "p/01/easy", {"title": "x"}), "items", id="half-facts"),
        pytest.param(("plans.block", "p/01", None), "plans.planned_day", id="breaks-the-tree"),
    ],
)
def test_a_proposal_that_does_not_fit_is_refused(target: Any, complaint: str) -> None:
    situation, made, _ = tests()
    assert complaint in refuses(
        structure.a_proposal_fits_the_plan, proposal(made, target), situation
    )


def test_proposing_what_already_stands_is_refused() -> None:
    situation, made, _ = tests()
    same = proposal(made, ("plans.rule", "p/threshold", situation.tree.rules["p/threshold"]))
    assert "already stands" in refuses(structure.a_proposal_fits_the_plan, same, situation)


def test_a_surface_that_is_no_structure_refuses() -> None:
    situation, made, _ = tests()
    assert ruling(proposal(made, ("plans.gate", "x", None)), situation).refused


def test_a_change_of_the_plan_itself_needs_the_athletes_wish() -> None:
    story = runner(1_890, 1_883)
    situation = story.situation("strategic_review", WEEK)
    plan = {**situation.tree.plans["p"], "goal": "Another goal"}
    changed = proposal(own(situation), ("plans.plan", "p", plan))
    assert "wish" in refuses(structure.a_proposal_fits_the_plan, changed, situation)
    story.request("I would rather run a marathon")
    wished = story.situation("strategic_review", WEEK)
    assert holds(structure.a_proposal_fits_the_plan, changed, wished)


def test_no_second_question_while_one_waits() -> None:
    story = runner(1_890, 1_883)
    made = own(story.situation("strategic_review", WEEK))
    story.proposal({"surface": "plans.rule", "key": "p/x", "after": None})
    situation = story.situation("strategic_review", WEEK)
    assert downgrades(proposing.one_question_at_a_time, made, situation) == "MONITOR_ONLY"


@pytest.mark.parametrize("state", ["REJECTED", "WITHDRAWN", "EXPIRED", "APPLIED"])
def test_what_was_not_taken_is_not_asked_again(state: str) -> None:
    story = runner(1_890, 1_883)
    made = own(story.situation("strategic_review", WEEK))
    assert made.proposal is not None
    story.proposal(made.proposal.targets[0].model_dump(), state=state)
    situation = story.situation("strategic_review", WEEK)
    if state == "APPLIED":
        assert holds(proposing.a_proposal_has_grounds, made, situation)
    else:
        assert downgrades(proposing.a_proposal_has_grounds, made, situation) == "MONITOR_ONLY"


@pytest.mark.parametrize(
    ("load_g", "allowed"), [(105_000, True), (100_000, True), (110_000, False)]
)
def test_a_proposal_raises_nothing_behind_a_gate(load_g: int, allowed: bool) -> None:
    story = missing(missed=6)
    story.gate("Shoulder", guards=["bench_press"], region="shoulder")
    situation = story.situation("strategic_review", WEEK)
    day = situation.tree.days["p/01/upper"]
    items = [{**item, "load_g": load_g} for item in day["items"]]
    changed = proposal(own(situation), ("plans.planned_day", "p/01/upper", {**day, "items": items}))
    assert holds(proposing.no_proposal_rises_behind_a_gate, changed, situation) is allowed


def test_rules_about_proposals_hold_where_there_is_none() -> None:
    situation = showcase().situation()
    for rule in (
        structure.a_proposal_fits_the_plan,
        proposing.a_proposal_has_grounds,
        proposing.one_question_at_a_time,
        proposing.no_proposal_rises_behind_a_gate,
    ):
        assert holds(rule, own(situation), situation)
    assert SQUAT in str(situation.packet)
