"""Maximal tests among completed sessions, each with the value that it gives for a metric.

Only finds them: what two of them say together is the pair rule in `thresholds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from decisions.domain.evidence import Evidence, weakest
from sessions.domain.records import COMPLETED, Recorded
from sessions.domain.threshold_metrics import POWER, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable

SESSION_TYPES = frozenset({"threshold_test", "test"})


@dataclass(frozen=True, slots=True)
class Test:
    """One maximal test.

    Attributes:
        metric: which threshold it speaks about.
        value: in the metric's unit.
        day: local date.
        device: what recorded it; None is unknown, and unknown devices are never the same.
        evidence: of the value.
        position: of the event.
        flags: of the session.
    """

    __test__ = False

    metric: str
    value: int
    day: date
    device: str | None
    evidence: Evidence
    position: int
    flags: tuple[str, ...] = ()


def tests(records: Iterable[Recorded], metric: str) -> tuple[Test, ...]:
    """Maximal tests among completed sessions that give a value for a metric, oldest first."""
    found = []
    for record in records:
        facts = record.facts
        if record.surface != COMPLETED or facts is None or facts["status"] != "completed":
            continue
        value = value_of(facts, metric) if facts["session_type"] in SESSION_TYPES else None
        if value is None:
            continue
        kind = Evidence.ESTIMATED if metric == POWER else Evidence.DERIVED
        found.append(
            Test(
                metric=metric,
                value=value,
                day=date.fromisoformat(facts["date"]),
                device=facts["source"],
                evidence=weakest(kind, record.evidence),
                position=record.position,
                flags=tuple(facts["flags"]),
            )
        )
    return tuple(sorted(found, key=lambda test: (test.day, test.position)))
