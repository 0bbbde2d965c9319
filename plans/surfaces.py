"""The surfaces of this app: four structural, written behind an approval, and two operational."""

from __future__ import annotations

from decisions.domain.surface import Surface
from plans.domain import constraints, gates, structure
from plans.models import Block, Constraint, Gate, Plan, PlannedDay, Rule

ALL = (
    Surface(
        "plans.plan",
        "plan",
        structure.plan,
        structure.plan_sentence,
        structural=True,
        model=Plan,
        personal=("title", "goal"),
    ),
    Surface(
        "plans.block",
        "block",
        structure.block,
        structure.block_sentence,
        structural=True,
        model=Block,
        personal=("name", "goal"),
    ),
    Surface(
        "plans.planned_day",
        "planned day",
        structure.planned_day,
        structure.day_sentence,
        structural=True,
        model=PlannedDay,
        personal=("title", "items", "weeks"),
    ),
    Surface(
        "plans.rule",
        "rule",
        structure.rule,
        structure.rule_sentence,
        structural=True,
        model=Rule,
        personal=("text", "params"),
    ),
    Surface(
        "plans.constraint",
        "constraint",
        constraints.constraint,
        constraints.sentence,
        model=Constraint,
        personal=("title", "reason", "region", "exercise", "value"),
    ),
    Surface(
        "plans.gate",
        "gate",
        gates.gate,
        gates.sentence,
        model=Gate,
        personal=("title", "region", "criterion", "progress", "closed_because"),
    ),
)
