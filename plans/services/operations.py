"""Everything that may be done to constraints and gates, under one name."""

from __future__ import annotations

from plans.services.constraints import (
    lift_constraint,
    narrow_constraint,
    open_constraint,
    renew_constraint,
)
from plans.services.constraints import opening as opening_constraint
from plans.services.gates import close_gate, open_gate, record_progress, reopen_gate
from plans.services.gates import opening as opening_gate

__all__ = [
    "close_gate",
    "lift_constraint",
    "narrow_constraint",
    "open_constraint",
    "open_gate",
    "opening_constraint",
    "opening_gate",
    "record_progress",
    "renew_constraint",
    "reopen_gate",
]
