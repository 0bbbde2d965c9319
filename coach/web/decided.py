"""The newest decisions that a page mentions. One statement each; nothing is judged here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from decisions import registry
from decisions.domain import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from decisions.models import Stream

DECISION = "decisions.decision"


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision with its place in the log; `facts` is None where it was erased."""

    key: str
    facts: dict[str, Any] | None
    position: int
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Look:
    """One decision about a subject, without its words."""

    key: str
    outcome: str
    position: int
    recorded_at: datetime


def newest(stream: Stream, workflow: str, *, subject: str | None = None) -> Decided | None:
    """The newest decision of a workflow, about one subject or about any; None without one."""
    model = registry.get(DECISION).model
    if model is None:
        return None
    rows = model._default_manager.filter(stream=stream, workflow=workflow)  # noqa: SLF001
    if subject is not None:
        rows = rows.filter(subject=subject)
    row = (
        rows.order_by("-number")
        .values_list("key", "event__facts", "event__position", "event__recorded_at")
        .first()
    )
    if row is None:
        return None
    key, facts, position, recorded_at = row
    return Decided(key, None if facts is None else canonical.parse(facts), position, recorded_at)


def looks(stream: Stream, workflow: str, subjects: Iterable[str]) -> dict[str, tuple[Look, ...]]:
    """Every decision of a workflow about some subjects, oldest first, by subject."""
    model, wanted = registry.get(DECISION).model, sorted(subjects)
    if model is None or not wanted:
        return {}
    rows = (
        model._default_manager.filter(stream=stream, workflow=workflow, subject__in=wanted)  # noqa: SLF001
        .order_by("number")
        .values_list("subject", "key", "outcome", "event__position", "event__recorded_at")
    )
    found: dict[str, tuple[Look, ...]] = {}
    for subject, *told in rows:
        found[subject] = (*found.get(subject, ()), Look(*told))
    return found
