from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from coach.baseline import draft
from coach.domain.draft import (
    ConstraintDraft,
    Criterion,
    Draft,
    Escalation,
    GateDraft,
    ProposalDraft,
    Reason,
    TargetDraft,
)
from coach.rules import EVERY, RULES, mandate
from decisions.domain.gate import judge
from decisions.domain.outcomes import Outcome
from tests.coach.domain.packets import Story, showcase
from tests.coach.rules.judging import downgrades, holds, own, refuses, ruling

WORKFLOWS = ("session_analysis", "next_prescription", "strategic_review", "chat", "import_review")
GATE = GateDraft(
    region="left_knee",
    title="Knee",
    guards=("back_squat_high_bar",),
    criterion=Criterion(kind="consecutive_exposures", count=3, during_max=2, next_morning_max=2),
    valid_h=48,
)
BOUND = ConstraintDraft(
    title="Cap",
    field="load_g",
    exercise="back_squat_high_bar",
    operator="<=",
    value=90_000,
    unit="g",
    reason="Pain.",
    starts_on="2026-11-26",
    expires_on="2026-12-02",
)
PROPOSAL = ProposalDraft(
    title="t",
    kind="threshold",
    risk="low",
    targets=(TargetDraft(surface="plans.rule", key="p/back_squat_high_bar", after=None),),
    why=(Reason(text="w"),),
)


@pytest.mark.parametrize("workflow", WORKFLOWS)
@pytest.mark.parametrize("outcome", list(Outcome))
def test_each_workflow_has_its_own_outcomes(workflow: str, outcome: Outcome) -> None:
    allowed = {
        "strategic_review": {"NO_CHANGE", "MONITOR_ONLY", "PROPOSE_STRUCTURAL", "BLOCKED_UNKNOWN"},
        "import_review": {"NO_CHANGE", "MONITOR_ONLY", "BLOCKED_UNKNOWN"},
    }.get(workflow, set(Outcome) - {Outcome.PROPOSE_STRUCTURAL})
    situation = Story().situation(workflow, "2026-W48")
    made = own(situation, outcome=outcome)
    assert holds(mandate.outcome_is_inside_the_mandate, made, situation) is (outcome in allowed)


@pytest.mark.parametrize(
    ("workflow", "content", "allowed"),
    [
        ("next_prescription", {"gates": (GATE,)}, False),
        ("next_prescription", {"constraints": (BOUND,)}, False),
        ("next_prescription", {"proposal": PROPOSAL}, False),
        ("session_analysis", {"gates": (GATE,)}, True),
        ("session_analysis", {"constraints": (BOUND,)}, True),
        ("session_analysis", {"proposal": PROPOSAL}, False),
        ("strategic_review", {"proposal": PROPOSAL}, True),
        ("strategic_review", {"gates": (GATE,)}, False),
        ("chat", {"constraints": (BOUND,)}, False),
        ("import_review", {"gates": (GATE,)}, False),
    ],
)
def test_surfaces_are_inside_the_mandate(
    workflow: str, content: dict[str, Any], allowed: bool
) -> None:
    situation = Story().situation(workflow, "2026-W48")
    made = own(situation, **content)
    assert holds(mandate.surfaces_are_inside_the_mandate, made, situation) is allowed


def test_only_next_prescription_writes_a_session() -> None:
    made = draft(showcase().situation())
    for workflow in WORKFLOWS:
        situation = showcase().situation(workflow, "2026-W48")
        allowed = workflow == "next_prescription"
        assert holds(mandate.surfaces_are_inside_the_mandate, made, situation) is allowed


def test_a_structural_reach_of_a_tactical_run_is_refused_by_the_whole_gate() -> None:
    situation = showcase().situation()
    made = own(situation, outcome=Outcome.PROPOSE_STRUCTURAL, proposal=PROPOSAL)
    found = ruling(made, situation)
    assert (found.outcome, found.refused) == (Outcome.BLOCKED_UNKNOWN, True)


@pytest.mark.parametrize(
    ("outcome", "content", "allowed"),
    [
        (Outcome.NO_CHANGE, {}, True),
        (Outcome.NO_CHANGE, {"constraints": (BOUND,)}, False),
        (Outcome.NO_CHANGE, {"gates": (GATE,)}, False),
        (Outcome.MONITOR_ONLY, {"gates": (GATE,)}, True),
        (Outcome.MONITOR_ONLY, {"constraints": (BOUND,)}, False),
        (Outcome.BLOCKED_UNKNOWN, {"gates": (GATE,)}, True),
        (Outcome.TACTICAL_ADJUST, {"constraints": (BOUND,)}, True),
        (Outcome.NO_CHANGE, {"proposal": PROPOSAL}, False),
        (Outcome.PROPOSE_STRUCTURAL, {}, False),
        (Outcome.PROPOSE_STRUCTURAL, {"proposal": PROPOSAL}, True),
    ],
)
def test_content_fits_the_outcome(outcome: Outcome, content: dict[str, Any], allowed: bool) -> None:
    situation = Story().situation("chat", "x")
    made = own(situation, outcome=outcome, **content)
    assert holds(mandate.content_fits_the_outcome, made, situation) is allowed


def test_an_escalation_says_what_it_is_about() -> None:
    situation = Story().situation("chat", "x")
    bare = own(situation, outcome=Outcome.ESCALATE_TO_STRATEGIC)
    assert downgrades(mandate.content_fits_the_outcome, bare, situation) == "MONITOR_ONLY"
    whole = bare.model_copy(update={"escalate": Escalation(because="Three misses.")})
    assert holds(mandate.content_fits_the_outcome, whole, situation)


def test_a_workflow_that_nobody_declared_is_refused() -> None:
    situation = Story().situation("chat", "x")
    odd = type(situation)(
        **{
            **{f: getattr(situation, f) for f in situation.__slots__},
            "packet": type(situation.packet)("made_up", "x", "2026-11-26", "UTC", "?", ()),
        }
    )
    found = judge(draft(situation), odd, situation.change_policy, EVERY)
    assert found.refused


def test_a_rule_that_raises_refuses() -> None:
    situation = showcase().situation()

    def broken(made: Draft, seen: object, policy: object) -> Any:
        raise KeyError("missing metric")

    found = judge(
        draft(situation), situation, situation.change_policy, (*RULES["next_prescription"], broken)
    )
    assert (found.refused, found.outcome) == (True, Outcome.BLOCKED_UNKNOWN)
    assert refuses is not None
    assert date(2026, 11, 26) == situation.today
