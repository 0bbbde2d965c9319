"""Decisions in brief, for lists: their rows without manifest and reply, as of a position.

A decision is recorded once and never changed, so its row holds for every position from its own on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from decisions.models import DecisionRecord

if TYPE_CHECKING:
    from datetime import date, datetime

    from coach.review.log import Log

_COLUMNS = (
    "key",
    "number",
    "workflow",
    "subject",
    "outcome",
    "summary",
    "next_look",
    "monitor",
    "answers",
    "event__position",
    "event__recorded_at",
)


@dataclass(frozen=True, slots=True)
class Brief:
    """One decision in a list."""

    key: str
    number: int
    workflow: str
    subject: str
    outcome: str
    summary: str
    next_look: date | None
    monitor: list[Any]
    answers: str | None
    position: int
    recorded_at: datetime

    @property
    def name(self) -> str:
        """Its number as people say it."""
        return f"D-{self.number:04d}"


def briefs(log: Log) -> list[Brief]:
    """Every decision known to a log, newest first."""
    rows = DecisionRecord.objects.filter(stream=log.stream, event__position__lte=log.up_to)
    return [Brief(*row) for row in rows.order_by("-event__position").values_list(*_COLUMNS)]
