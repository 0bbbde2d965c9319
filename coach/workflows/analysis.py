"""What session analysis writes beside its record: gates that watch, constraints that narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.rules import issued_constraints, issued_gates
from coach.workflows.thinking import watching
from plans.services import constraints, gates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coach.retrieval.context import Context
    from coach.workflows.thinking import Judged
    from decisions.models import Athlete
    from decisions.services.guard import Occasion, Target


def targets(athlete: Athlete, intent: Occasion, seen: Context, found: Judged) -> Sequence[Target]:
    """Gates and constraints of a draft that was not refused."""
    del athlete
    return [*_gates(intent, seen, found), *_constraints(intent, seen, found)]


def _gates(intent: Occasion, seen: Context, found: Judged) -> Iterator[Target]:
    today = seen.packet.today
    draft = found.shown
    issued = issued_gates(draft, found.ruling, found.situation)
    for number, gate in enumerate(issued, start=1):
        yield gates.opening(
            mandate=intent.mandate,
            key=f"{today}/{gate.region or 'all'}-{seen.position}-{number}",
            facts=watching(gate, today),
            reasoning=draft.summary,
            basis=tuple(seen.packet.positions(list(gate.cites))),
        )


def _constraints(intent: Occasion, seen: Context, found: Judged) -> Iterator[Target]:
    present = {item.key: dict(item.facts) for item in seen.packet.of("plans.constraint")}
    issued = issued_constraints(found.shown, found.ruling)
    for number, constraint in enumerate(issued, start=1):
        facts = constraint.model_dump()
        cites = facts.pop("cites")
        yield constraints.opening(
            mandate=intent.mandate,
            key=f"{constraint.starts_on}/{intent.mandate.name}-{seen.position}-{number}",
            facts={**facts, "renewals": 0, "status": "active"},
            present=present,
            reasoning=constraint.reason,
            basis=tuple(seen.packet.positions(list(cites))),
        )
