"""What rests on what, and how a decision came about: read from the log and its index."""

from __future__ import annotations

from collections import deque

from decisions.domain.errors import NotFound
from decisions.models import Basis, Decision, DecisionRecord, Event, Stream
from decisions.selectors import known


def dependents(stream: Stream, position: int) -> list[int]:
    """Positions of every event that rests on an event, directly or through others, ascending."""
    found: set[int] = set()
    pending = deque([position])
    while pending:
        here = pending.popleft()
        direct = Basis.objects.filter(stream=stream, rests_on=here).values_list(
            "position", flat=True
        )
        for dependent in direct:
            if dependent not in found:
                found.add(dependent)
                pending.append(dependent)
    return sorted(found)


def grounds(stream: Stream, position: int) -> list[int]:
    """Positions of every event that an event rests on, directly or through others, ascending."""
    found: set[int] = set()
    pending = deque([position])
    while pending:
        here = pending.popleft()
        direct = Basis.objects.filter(stream=stream, position=here).values_list(
            "rests_on", flat=True
        )
        for ground in direct:
            if ground not in found:
                found.add(ground)
                pending.append(ground)
    return sorted(found)


def decision(stream: Stream, identity: str) -> DecisionRecord:
    """The record of a decision.

    Raises:
        NotFound: there is none of that name in this stream.
    """
    found = DecisionRecord.objects.filter(stream=stream, key=identity).first()
    if found is None:
        raise NotFound(f"no decision {identity}")
    return found


def newest_decision(stream: Stream, *, workflow: str, subject: str) -> DecisionRecord | None:
    """The newest decision of a workflow about a subject."""
    return (
        DecisionRecord.objects.filter(stream=stream, workflow=workflow, subject=subject)
        .order_by("-event_id")
        .first()
    )


def written_by(stream: Stream, identity: str) -> list[known.Known]:
    """The events that a decision wrote, its own record included, in order."""
    occasion = Decision.objects.filter(stream=stream, identity=identity).first()
    if occasion is None:
        return []
    positions = _positions(occasion)
    return known.at_positions(stream, positions)


def _positions(occasion: Decision) -> list[int]:
    return list(Event.objects.filter(decision=occasion).values_list("position", flat=True))
