"""The gate's rules: small pure functions over a draft, the computed view and the change policy.

A rule never trusts what a draft says about itself. A rule that raises refuses. `GATE_VERSION` names
this set of rules: a change that can alter a ruling raises it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.rules import (
    bounds,
    citations,
    drift,
    evidence,
    freshness,
    mandate,
    narrowing,
    proposing,
    prose,
    rises,
    size,
    stops,
    structure,
)
from coach.rules.fallback import fallback_session
from coach.rules.issued_narrowing import issued_constraints, issued_gates
from coach.rules.prose import WITHHELD, withheld
from coach.rules.settle import issued_session
from coach.rules.shown import presentable
from coach.rules.sized import measured

if TYPE_CHECKING:
    from decisions.domain.gate import Rule

GATE_VERSION = "1"

EVERY: tuple[Rule, ...] = (
    mandate.outcome_is_inside_the_mandate,
    mandate.surfaces_are_inside_the_mandate,
    mandate.content_fits_the_outcome,
    citations.citations_resolve,
    citations.evidence_is_of_the_logs_kind,
    citations.flagged_data_is_unused,
    citations.findings_are_eligible,
    prose.numbers_are_bound,
    freshness.the_subject_is_known,
)
SESSION: tuple[Rule, ...] = (
    freshness.the_subject_lies_ahead,
    stops.a_begun_session_is_frozen,
    structure.items_belong_to_the_plan,
    bounds.training_is_not_suspended,
    bounds.no_constraint_is_violated,
    rises.nothing_rises_behind_a_gate,
    rises.pain_is_respected,
    rises.no_owner_is_contradicted,
    stops.no_run_is_a_spike,
    stops.no_week_is_a_spike,
    size.magnitude_is_inside_the_mandate,
    size.dose_fits_the_outcome,
    evidence.a_rise_is_earned,
    evidence.a_reduction_has_grounds,
    drift.drift_stays_inside_its_budget,
)
NARROWING: tuple[Rule, ...] = (narrowing.bounds_only_narrow, narrowing.gates_have_grounds)
PROPOSAL: tuple[Rule, ...] = (
    structure.a_proposal_fits_the_plan,
    proposing.a_proposal_has_grounds,
    proposing.one_question_at_a_time,
    proposing.no_proposal_rises_behind_a_gate,
)

RULES: dict[str, tuple[Rule, ...]] = {
    "session_analysis": (*EVERY, *NARROWING),
    "next_prescription": (*EVERY, *SESSION),
    "strategic_review": (*EVERY, *PROPOSAL),
    "chat": EVERY,
    "import_review": EVERY,
}

__all__ = [
    "GATE_VERSION",
    "RULES",
    "WITHHELD",
    "fallback_session",
    "issued_constraints",
    "issued_gates",
    "issued_session",
    "measured",
    "presentable",
    "withheld",
]
