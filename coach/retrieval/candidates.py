"""What could go into a context, with its rank and whether it must. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from decisions.domain.authority import Rank

RANKS = {
    "plans.plan": Rank.STRUCTURE,
    "plans.block": Rank.STRUCTURE,
    "plans.planned_day": Rank.STRUCTURE,
    "plans.rule": Rank.STRUCTURE,
    "plans.constraint": Rank.BOUND,
    "plans.gate": Rank.BOUND,
    "training_sessions.prescription": Rank.PRESCRIPTION,
    "training_sessions.completed": Rank.ACTUAL,
    "training_sessions.set": Rank.ACTUAL,
    "training_sessions.daily": Rank.ACTUAL,
    "training_sessions.injury": Rank.ACTUAL,
    "training_sessions.exercise": Rank.ACTUAL,
    "decisions.finding": Rank.FINDING,
    "decisions.forecast": Rank.FINDING,
}
EVIDENCE = (
    "training_sessions.completed",
    "training_sessions.set",
    "training_sessions.daily",
    "training_sessions.injury",
)


class Item(Protocol):
    """What selection needs to see of a known item."""

    @property
    def surface(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def position(self) -> int: ...
    @property
    def fact_type(self) -> str: ...
    @property
    def facts(self) -> dict[str, Any] | None: ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """One item that a context may hold.

    Attributes:
        item: as known at the position of the context.
        slice: name of the slice that asked for it.
        must: must-haves shrink to a short form instead of falling out.
        order: within its slice; smaller goes first.
        brief: shown in the short form to begin with.
    """

    item: Item
    slice: str
    must: bool
    order: int
    brief: bool = False

    @property
    def rank(self) -> Rank:
        """Place in the order of reading; a current correction of evidence reads first."""
        if self.item.fact_type == "correction" and self.item.surface in EVIDENCE:
            return Rank.CORRECTION
        return RANKS.get(self.item.surface, Rank.HISTORY)
