"""Records a decision: the judged draft, its lineage and all that it writes, in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Max

from decisions.domain.errors import OutsideMandate
from decisions.domain.outcomes import Outcome
from decisions.models import DecisionRecord, Stream
from decisions.services import guard, locked
from decisions.services.guard import ABSENT, Occasion, Target, Written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

SURFACE = "decisions.decision"


def record(
    occasion: Occasion,
    facts: dict[str, Any],
    *,
    targets: Sequence[Target] = (),
    local_date: date | None = None,
    zone: str = "",
    basis: tuple[int, ...] = (),
    causation: int | None = None,
) -> Written:
    """Record a decision and write what it was allowed to write.

    Args:
        occasion: kind `workflow`; a repeat of it returns what was recorded first.
        facts: facts of the decision without `number`.
        targets: other items that the decision writes; all apply or none.
        local_date, zone: the athlete's date.
        basis: positions of the events it rests on.
        causation: position of the event that led to it.

    Raises:
        OutsideMandate: the mandate does not know the outcome.
    """
    if Outcome(facts["outcome"]) not in occasion.mandate.outcomes:
        raise OutsideMandate(f"{occasion.mandate.name} may not end in {facts['outcome']}")
    answered = guard.repeat_of(occasion.identity)
    if answered is not None:
        return answered
    with transaction.atomic():
        locked.lock(occasion.stream)  # numbers are given one at a time
        rows = DecisionRecord.objects.filter(stream_id=occasion.stream)
        number = (rows.aggregate(last=Max("number"))["last"] or 0) + 1
        own = Target(
            surface=SURFACE,
            key=str(occasion.identity),
            intended={**facts, "number": number},
            reviewed=ABSENT,
            fact_type="decision",
            evidence="hypothesis",
            local_date=local_date,
            zone=zone,
            reasoning=str(facts["summary"]),
            basis=basis,
            causation=causation,
        )
        return guard.write(occasion, [own, *targets], same_payload=False)


def recorded(stream: Stream, occasion: Occasion) -> DecisionRecord | None:
    """The decision that this occasion already led to."""
    return DecisionRecord.objects.filter(stream=stream, key=str(occasion.identity)).first()
