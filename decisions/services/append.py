"""Appends events to a locked stream: positions, chain, keyed digests, and what rests on what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection

from decisions import clock
from decisions.domain import chain, identity
from decisions.domain.fingerprints import digest
from decisions.models.dialect import stamp
from decisions.models.statements import inserting, run
from decisions.services.prepare import basis_text, source_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from decisions.domain.occasions import Occasion
    from decisions.models.statements import Statement
    from decisions.services.locked import Head, Place

COLUMNS = (
    "stream_id",
    "position",
    "item_id",
    "decision_id",
    "identity",
    "generation",
    "recorded_at",
    "occurred_at",
    "local_date",
    "zone",
    "fact_type",
    "evidence",
    "facts",
    "fingerprint",
    "before",
    "source",
    "source_digest",
    "reasoning",
    "reasoning_digest",
    "confidence",
    "model_version",
    "supersedes",
    "causation",
    "correlation",
    "basis",
    "previous_hash",
    "hash",
)


@dataclass(slots=True)
class Appended:
    """An event as written."""

    place: Place
    event: int
    position: int
    hash: str


def append(
    occasion: Occasion,
    head: Head,
    decision: int,
    name: UUID,
    places: Sequence[Place],
    *,
    first: Sequence[Statement] = (),
) -> list[Appended]:
    """Append one event per place, in order, and move the cached head.

    Args:
        occasion: the intent; gives source, model and correlation.
        head: of the locked stream; moved along.
        decision: id of the decision row.
        name: the decision's identity.
        places: what to write where.
        first: statements that go before.
    """
    if not places:
        run(first)
        return []
    suffix = "+00" if connection.vendor == "postgresql" else ""
    source = source_text(occasion)
    now = clock.now()  # one moment for all of them
    rows = [_row(occasion, head, decision, name, place, source, suffix, now) for place in places]
    links = [
        (occasion.stream, on, row[1])
        for place, row in zip(places, rows, strict=True)
        for on in sorted(set(place.prepared.target.basis))
    ]
    events = inserting("decisions_event", COLUMNS, rows, returning="position, id")
    moving = (
        "UPDATE decisions_stream SET head = %s WHERE id = %s",
        [head.position, occasion.stream],
    )
    found = run(
        [
            *first,
            *events,
            *inserting("decisions_basis", ("stream_id", "rests_on", "position"), links),
            moving,
        ]
    )
    ids: dict[int, int] = dict(
        row for rows in found[len(first) : len(first) + len(events)] for row in rows
    )
    return [
        Appended(place, ids[row[1]], row[1], row[-1])
        for place, row in zip(places, rows, strict=True)
    ]


def _row(
    occasion: Occasion,
    head: Head,
    decision: int,
    name: UUID,
    place: Place,
    source: str,
    suffix: str,
    now: datetime,
) -> list[Any]:
    target = place.prepared.target
    recorded = max(stamp(now), head.recorded_at)
    occurred = stamp(target.occurred_at or now)
    event = identity.name(str(name), target.surface, target.key, place.found)
    basis = basis_text(target.basis)
    source_digest = digest(place.secret, source)
    reasoning_digest = digest(place.secret, target.reasoning)
    position = head.position + 1
    header = chain.Header(
        previous_hash=head.hash,
        stream=head.name,
        position=str(position),
        surface=target.surface,
        key=target.key,
        identity=event.hex,
        decision=name.hex,
        generation=str(place.generation),
        recorded_at=recorded,
        occurred_at=occurred,
        local_date=chain.text(target.local_date),
        zone=target.zone,
        fact_type=target.fact_type,
        evidence=target.evidence,
        fingerprint=place.fingerprint,
        before=place.found,
        source_digest=source_digest,
        reasoning_digest=reasoning_digest,
        confidence=chain.text(target.confidence),
        model_version=occasion.model_version,
        supersedes=chain.text(target.supersedes),
        causation=chain.text(target.causation),
        correlation=occasion.correlation,
        basis=basis,
    )
    previous, link = head.hash, chain.link(header)
    head.position, head.hash, head.recorded_at = position, link, recorded
    return [
        occasion.stream,
        position,
        place.item,
        decision,
        event.hex,
        place.generation,
        recorded + suffix,
        occurred + suffix,
        target.local_date.isoformat() if target.local_date else None,
        target.zone,
        target.fact_type,
        target.evidence,
        place.prepared.text,
        place.fingerprint,
        place.found,
        source,
        source_digest,
        target.reasoning,
        reasoning_digest,
        target.confidence,
        occasion.model_version,
        target.supersedes,
        target.causation,
        occasion.correlation,
        basis,
        previous,
        link,
    ]
