"""Reads constraints and gates: what holds on a date, what is open, and either as of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.selectors import known
from plans.domain import constraints as bounds
from plans.models import Constraint, Gate

if TYPE_CHECKING:
    from datetime import date

    from django.db.models import QuerySet

    from decisions.domain.surface import Facts
    from decisions.models import Stream

CONSTRAINT = "plans.constraint"
GATE = "plans.gate"


def constraints_in_force(stream: Stream, on: date) -> QuerySet[Constraint]:
    """Constraints that hold on a date; its first and last dates are included."""
    return Constraint.objects.filter(
        stream=stream, status="active", starts_on__lte=on, expires_on__gte=on
    ).order_by("expires_on", "key")


def constraints_lapsed(stream: Stream, on: date) -> QuerySet[Constraint]:
    """Constraints that ran out before a date without being lifted: the coach is asked once."""
    return Constraint.objects.filter(stream=stream, status="active", expires_on__lt=on).order_by(
        "-expires_on", "key"
    )


def open_gates(stream: Stream) -> QuerySet[Gate]:
    """Gates that are not closed, oldest first."""
    return Gate.objects.filter(stream=stream, state="open").order_by("opened_on", "key")


def closed_gates(stream: Stream) -> QuerySet[Gate]:
    """Closed gates, newest first."""
    return Gate.objects.filter(stream=stream, state="closed").order_by("-closed_on", "key")


def constraints_known(stream: Stream, *, up_to: int | None = None) -> dict[str, Facts]:
    """Facts of all constraints by key, as known at a position; holding or not."""
    return _known(stream, CONSTRAINT, up_to)


def constraints_known_in_force(
    stream: Stream, on: date, *, up_to: int | None = None
) -> dict[str, Facts]:
    """Facts of the constraints that hold on a date, as known at a position."""
    found = constraints_known(stream, up_to=up_to)
    return {key: facts for key, facts in found.items() if bounds.active(facts, on)}


def gates_known(stream: Stream, *, up_to: int | None = None) -> dict[str, Facts]:
    """Facts of all gates by key, as known at a position; open or not."""
    return _known(stream, GATE, up_to)


def open_gates_known(stream: Stream, *, up_to: int | None = None) -> dict[str, Facts]:
    """Facts of the open gates by key, as known at a position."""
    found = gates_known(stream, up_to=up_to)
    return {key: facts for key, facts in found.items() if facts["state"] == "open"}


def _known(stream: Stream, surface: str, up_to: int | None) -> dict[str, Facts]:
    items = known.known(stream, ranges=[known.Range(surface)], up_to=up_to)
    return {item.key: item.facts for item in items if item.facts is not None}
