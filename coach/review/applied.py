"""What an approval wrote, read back: the bytes that were approved beside what the log holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review import sayings
from coach.review.approved_fields import Field, fields_of
from coach.review.words import Units
from decisions.domain import canonical
from decisions.models import Approval
from decisions.selectors import lineage as kernel

if TYPE_CHECKING:
    from coach.review.log import Log
    from coach.review.proposals import Proposal, TargetView
    from decisions.selectors.known import Known


@dataclass(frozen=True, slots=True)
class ReadBack:
    """One target after an approval.

    Attributes:
        target: as it was proposed.
        event: what the approval wrote, None when it was so already.
        fields: the paths that the approval changed.
        moved_on: it was changed again since.
    """

    target: TargetView
    event: Known | None
    fields: tuple[Field, ...]
    moved_on: bool

    @property
    def equal(self) -> bool:
        """Whether everything stored is what was approved."""
        return all(field.equal for field in self.fields)


def readback(log: Log, proposal: Proposal) -> tuple[ReadBack, ...]:
    """Every target of an applied proposal, read from the approvals and the log."""
    identity = str(proposal.closed.get("decision") or "")
    written = {(e.surface, e.key): e for e in kernel.written_by(log.stream, identity)}
    approved = _approved(identity)
    units = Units(log.athlete.units, log.athlete.distance_unit)
    stored = {(one["surface"], one["key"]): one for one in proposal.facts["targets"]}
    found = []
    for target in proposal.targets:
        name = (target.diff.surface, target.diff.key)
        event = written.get(name)
        now = log.items.get(name)
        fields: tuple[Field, ...] = ()
        if event is not None:
            before = sayings.ordered(name[0], stored[name].get("before"))
            fields = fields_of(before, approved.get(event.item_id), event, units)
        found.append(ReadBack(target, event, fields, _moved_on(event, now)))
    return tuple(found)


def _moved_on(event: Known | None, now: Known | None) -> bool:
    """Whether the item is no more as an approval left it; what it took away may stay away."""
    if event is None:
        return False
    if now is None:
        return not event.retracted
    return bool(now.position != event.position)


def _approved(identity: str) -> dict[int, Any]:
    """The approved after-states by item, None where they take the item away or were erased."""
    if not identity:
        return {}
    kept = Approval.objects.filter(decision__identity=identity).values_list("item", "intended")
    return {item: canonical.parse(text) if text is not None else None for item, text in kept}
