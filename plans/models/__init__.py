"""Tables of this app: projections of events, written by the guard alone."""

from __future__ import annotations

from plans.models.operations import Constraint, Gate
from plans.models.structure import Block, Plan, PlannedDay, Rule

__all__ = ["Block", "Constraint", "Gate", "Plan", "PlannedDay", "Rule"]
