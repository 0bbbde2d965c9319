"""What a guarded write leaves besides its events, as statements: decision, approvals, rows, receipts."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from django.db import connection

from decisions import clock
from decisions.domain.canonical import parse
from decisions.models.dialect import parameter
from decisions.models.statements import inserting
from decisions.services import locked, project

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from decisions.domain.occasions import Occasion
    from decisions.models import GovernedRow
    from decisions.models.statements import Statement
    from decisions.services.append import Appended
    from decisions.services.prepare import Prepared
    from decisions.services.readback import Meant

DECISION = (
    "identity",
    "stream_id",
    "kind",
    "mandate",
    "subject",
    "occasion",
    "actor",
    "recorded_at",
)
APPROVAL = (
    "decision_id",
    "item_id",
    "reviewed",
    "intended",
    "fingerprint",
    "approver",
    "reason",
)
RECEIPT = (
    "decision_id",
    "item_id",
    "outcome",
    "event_id",
    "reviewed",
    "intended",
    "found",
    "recorded_at",
)
Answer = tuple[locked.Place, str, "Appended | None"]
"""Where, the outcome, and the event if one was written."""


def deciding(
    occasion: Occasion, name: UUID, prepared: Sequence[Prepared], found: locked.Found
) -> list[Statement]:
    """Insert the decision, and the items that are not there yet; each gives ids."""
    row = (
        name.hex,
        occasion.stream,
        occasion.kind,
        occasion.mandate.name,
        occasion.subject,
        occasion.occasion,
        occasion.actor,
        _now(),
    )
    items = [(occasion.stream, *p.name) for p in prepared if p.name not in found]
    columns = ("stream_id", "surface", "key")
    return [
        *inserting("decisions_decision", DECISION, [row], returning="id"),
        *inserting("decisions_item", columns, items, returning="surface, key, id"),
    ]


def approving(
    decision: int, places: Sequence[locked.Place], approver: str, reason: str
) -> list[Statement]:
    """Insert the approval of every structural target: exactly these bytes in exactly that state."""
    rows = [
        (decision, p.item, p.found, p.prepared.text, p.fingerprint, approver, reason)
        for p in places
        if p.prepared.surface.structural
    ]
    return inserting("decisions_approval", APPROVAL, rows)


def receipts(decision: int, answers: Sequence[Answer]) -> list[Statement]:
    """Insert the answer to every target."""
    at = _now()
    rows = [
        (
            decision,
            place.item,
            outcome,
            event.event if event else None,
            place.prepared.target.reviewed,
            place.fingerprint,
            place.found,
            at,
        )
        for place, outcome, event in answers
    ]
    return inserting("decisions_receipt", RECEIPT, rows)


def projecting(
    occasion: Occasion, appended: Sequence[Appended], recorded_at: str
) -> tuple[list[Statement], Meant]:
    """Bring rows and history to what the events say.

    Returns:
        The statements, and what each row should be afterwards.
    """
    statements: list[Statement] = []
    meant: Meant = defaultdict(dict)
    new: dict[type[GovernedRow], list[tuple[Any, ...]]] = defaultdict(list)
    history: dict[tuple[type[GovernedRow], str], list[tuple[Any, ...]]] = defaultdict(list)
    for event in appended:
        place = event.place
        model = place.prepared.surface.model
        if model is None:
            continue
        if place.prepared.facts is None:
            meant[model][place.item] = None
            if place.has_row:
                statements.append(project.deleting_row(model, place.item))
                was = parse(str(place.found_facts))
                history[model, "-"].append(_row(model, occasion, event, was))
            continue
        row = _row(model, occasion, event, place.prepared.facts)
        meant[model][place.item] = row
        if place.has_row:
            statements.append(project.updating_row(model, row))
            history[model, "~"].append(row)
        else:
            new[model].append(row)
            history[model, "+"].append(row)
    for model, rows in new.items():
        statements += project.inserting_rows(model, rows)
    at = recorded_at + ("+00" if connection.vendor == "postgresql" else "")
    user, reason = _user(occasion.actor), occasion.mandate.name
    for (model, kind), rows in history.items():
        statements += project.recording_history(
            model, rows, kind=kind, at=at, user=user, reason=reason
        )
    return statements, meant


def _row(
    model: type[GovernedRow], occasion: Occasion, event: Appended, facts: dict[str, Any]
) -> tuple[Any, ...]:
    return project.values(
        model,
        item=event.place.item,
        stream=occasion.stream,
        event=event.event,
        key=event.place.prepared.target.key,
        facts=facts,
    )


def _now() -> str:
    return parameter(clock.now(), connection.vendor)


def _user(actor: str) -> int | None:
    kind, _, number = actor.partition(":")
    return int(number) if kind == "user" and number.isdigit() else None
