"""The outcomes a decision can have, ordered from weakest to strongest effect."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """NO_CHANGE and MONITOR_ONLY are complete, successful outcomes."""

    NO_CHANGE = "NO_CHANGE"
    MONITOR_ONLY = "MONITOR_ONLY"
    TACTICAL_ADJUST = "TACTICAL_ADJUST"
    ESCALATE_TO_STRATEGIC = "ESCALATE_TO_STRATEGIC"
    PROPOSE_STRUCTURAL = "PROPOSE_STRUCTURAL"
    BLOCKED_UNKNOWN = "BLOCKED_UNKNOWN"


_EFFECT = {
    Outcome.BLOCKED_UNKNOWN: 0,
    Outcome.NO_CHANGE: 0,
    Outcome.MONITOR_ONLY: 1,
    Outcome.ESCALATE_TO_STRATEGIC: 2,
    Outcome.TACTICAL_ADJUST: 3,
    Outcome.PROPOSE_STRUCTURAL: 4,
}


def effect(outcome: Outcome) -> int:
    """How much an outcome changes: a ruling may lower this, never raise it."""
    return _EFFECT[outcome]
