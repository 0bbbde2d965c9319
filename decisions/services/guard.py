"""Guarded writes: the only way state changes.

One transaction: receipt, lock, receipt again, verdict, event, row, history, receipt, read-back. All
targets of a decision apply or none does. No transaction is open while a model or a person thinks.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction

from decisions import clock, crash, doorbell
from decisions.domain.errors import IdentityConflict, KernelUnsafe, NotApproved
from decisions.domain.fingerprints import ABSENT
from decisions.domain.occasions import Occasion, Result, Target, Written, plain
from decisions.domain.verdicts import WriteVerdict, verdict
from decisions.models.dialect import insert, moment_of, parameter
from decisions.services import append, locked, prepare, project, readback
from decisions.triggers import upkeep

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from decisions.models import GovernedRow

__all__ = ["ABSENT", "Approval", "Occasion", "Target", "Written", "edit", "repeat_of", "write"]


@dataclass(frozen=True, slots=True)
class Approval:
    """A human's yes to the structural targets of one write.

    Attributes:
        approver: actor, always a person: `user:7`.
        reason: in their words.
    """

    approver: str
    reason: str


def write(
    occasion: Occasion,
    targets: Sequence[Target],
    *,
    approval: Approval | None = None,
    same_payload: bool = True,
) -> Written:
    """Write state, once per occasion.

    Args:
        occasion: the intent; its identity finds an earlier answer.
        targets: complete after-states, each with the fingerprint that was reviewed.
        approval: needed for structural surfaces.
        same_payload: whether a repeat must ask for the same bytes. Only a workflow, whose draft may
            differ from run to run, is answered with what was recorded first.

    Returns:
        One status for all targets. `stale` wrote no state event but is recorded: a decision is
        answered once.

    Raises:
        InvalidFacts, OutsideMandate: nothing was written.
        IdentityConflict: the occasion was answered for another payload.
        NotApproved: a structural target without approval.
        KernelUnsafe: a trigger is missing.
        ReadBackMismatch: rolled back.
    """
    prepared = prepare.prepare(occasion, targets)
    _require_approval(prepared, approval)
    name = occasion.identity
    answered = _answered(occasion, name, prepared, same_payload=same_payload)
    if answered is not None:
        return answered
    with transaction.atomic():
        _require_triggers()
        head = locked.lock(occasion.stream)
        crash.point("write.locked")
        answered = _answered(occasion, name, prepared, same_payload=same_payload)
        if answered is not None:
            return answered
        written = _decide(occasion, prepared, approval, name, head)
        crash.point("write.read_back")
    crash.point("write.committed")
    return written


def edit(occasion: Occasion, targets: Sequence[Target], *, reason: str) -> Written:
    """An owner's own structural write: it writes its own approval row, one rule and no exception.

    Raises:
        InvalidFacts: the reason is missing.
        NotApproved: the actor is not a person with a coach's mandate.
    """
    plain("reason", reason.replace("\n", " ").strip(), limit=2000)
    if occasion.mandate.name != "coach" or not occasion.actor.startswith("user:"):
        raise NotApproved("only a coach edits structure by hand")
    return write(occasion, targets, approval=Approval(occasion.actor, reason))


def repeat_of(name: UUID) -> Written | None:
    """The recorded answer of an occasion, None when it has not been answered."""
    found = locked.receipts(name)
    return _repeated(name, found, list(found)) if found else None


def _answered(
    occasion: Occasion, name: UUID, prepared: Sequence[prepare.Prepared], *, same_payload: bool
) -> Written | None:
    found = locked.receipts(name)
    if not found:
        return None
    if not same_payload:
        return _repeated(name, found, list(found))
    asked = locked.intended(occasion.stream, prepared)
    if set(asked) != set(found) or any(asked[n] != found[n][4] for n in asked):
        raise IdentityConflict(f"decision {name} was answered for another payload")
    return _repeated(name, found, list(asked))


def _repeated(
    name: UUID, found: dict[tuple[str, str], tuple[Any, ...]], order: list[tuple[str, str]]
) -> Written:
    results = tuple(_recorded(surface, key, found[surface, key]) for surface, key in order)
    return Written(_status(results), results, name, repeated=True)


def _decide(
    occasion: Occasion,
    prepared: Sequence[prepare.Prepared],
    approval: Approval | None,
    name: UUID,
    head: locked.Head,
) -> Written:
    decision = _decision_row(occasion, name)
    crash.point("write.decided")
    places = locked.places(occasion.stream, prepared)
    verdicts = [_verdict(occasion.stream, place) for place in places]
    if WriteVerdict.STALE in verdicts:
        _receipts(decision, [(place, WriteVerdict.STALE.value, None) for place in places])
        answers = tuple(
            _stale(occasion.stream, p, v) for p, v in zip(places, verdicts, strict=True)
        )
        return Written("stale", answers, name)
    applying = [p for p, v in zip(places, verdicts, strict=True) if v is WriteVerdict.APPLY]
    if approval is not None:
        _approve(decision, applying, approval)
    appended = append.append(occasion, head, decision, name, applying) if applying else []
    crash.point("write.event")
    rows = _project(occasion, appended, head.recorded_at)
    crash.point("write.row")
    by_item = {a.place.item: a for a in appended}
    told = [(p, v.value, by_item.get(p.item)) for p, v in zip(places, verdicts, strict=True)]
    _receipts(decision, told)
    crash.point("write.receipt")
    readback.check(occasion.stream, appended, rows)
    if appended:
        transaction.on_commit(partial(doorbell.ring, occasion.stream))
    results = tuple(_result(p, v, a) for p, v, a in told)
    return Written(_status(results), results, name)


def _verdict(stream: int, place: locked.Place) -> WriteVerdict:
    if _moved(stream, place):
        return WriteVerdict.STALE
    if place.found == ABSENT and place.prepared.facts is None:
        return WriteVerdict.ALREADY  # retracting what is not there
    return verdict(
        reviewed=place.prepared.target.reviewed, found=place.found, intended=place.fingerprint
    )


def _project(
    occasion: Occasion, appended: Sequence[append.Appended], recorded_at: str
) -> dict[type[GovernedRow], dict[int, tuple[Any, ...] | None]]:
    """Write rows and history; gives back what each row should now be."""
    meant: dict[type[GovernedRow], dict[int, tuple[Any, ...] | None]] = defaultdict(dict)
    new: dict[type[GovernedRow], list[tuple[Any, ...]]] = defaultdict(list)
    history: dict[tuple[type[GovernedRow], str], list[tuple[Any, ...]]] = defaultdict(list)
    for event in appended:
        place = event.place
        model = place.prepared.surface.model
        if model is None:
            continue
        if place.prepared.facts is None:
            gone = project.read_rows(model, [place.item])
            project.delete_row(model, place.item)
            meant[model][place.item] = None
            history[model, "-"] += [(*row[:2], event.event, *row[3:]) for row in gone.values()]
            continue
        row = project.values(
            model,
            item=place.item,
            stream=occasion.stream,
            event=event.event,
            key=place.prepared.target.key,
            facts=place.prepared.facts,
        )
        meant[model][place.item] = row
        if place.exists:
            project.update_row(model, row)
            history[model, "~"].append(row)
        else:
            new[model].append(row)
            history[model, "+"].append(row)
    for model, rows in new.items():
        project.insert_rows(model, rows)
    at = recorded_at + ("+00" if connection.vendor == "postgresql" else "")
    user = _user(occasion.actor)
    for (model, kind), rows in history.items():
        reason = occasion.mandate.name
        project.write_history(model, rows, kind=kind, at=at, user=user, reason=reason)
    return meant


def _decision_row(occasion: Occasion, name: UUID) -> int:
    with connection.cursor() as cursor:
        columns = ("identity", "stream_id", "kind", "mandate", "subject", "occasion", "actor")
        at = parameter(clock.now(), connection.vendor)
        row = (name.hex, occasion.stream, occasion.kind, occasion.mandate.name, occasion.subject)
        made = insert(
            cursor,
            "decisions_decision",
            (*columns, "recorded_at"),
            [(*row, occasion.occasion, occasion.actor, at)],
            returning="id",
        )
    return int(made[0][0])


def _approve(decision: int, places: Sequence[locked.Place], approval: Approval) -> None:
    rows = [
        (
            decision,
            p.item,
            p.found,
            p.prepared.text,
            p.fingerprint,
            approval.approver,
            approval.reason,
        )
        for p in places
        if p.prepared.surface.structural
    ]
    columns = (
        "decision_id",
        "item_id",
        "reviewed",
        "intended",
        "fingerprint",
        "approver",
        "reason",
    )
    with connection.cursor() as cursor:
        insert(cursor, "decisions_approval", columns, rows)


def _receipts(
    decision: int, answers: Sequence[tuple[locked.Place, str, append.Appended | None]]
) -> None:
    at = parameter(clock.now(), connection.vendor)
    rows = [
        (
            decision,
            place.item,
            _said(outcome),
            event.event if event else None,
            place.prepared.target.reviewed,
            place.fingerprint,
            place.found,
            at,
        )
        for place, outcome, event in answers
    ]
    columns = ("decision_id", "item_id", "outcome", "event_id", "reviewed", "intended", "found")
    with connection.cursor() as cursor:
        insert(cursor, "decisions_receipt", (*columns, "recorded_at"), rows)


def _require_approval(prepared: Sequence[prepare.Prepared], approval: Approval | None) -> None:
    structural = [p.target.surface for p in prepared if p.surface.structural]
    if structural and approval is None:
        raise NotApproved(f"{structural[0]} is structural: it is written only behind an approval")
    if approval is not None and not approval.approver.startswith("user:"):
        raise NotApproved(f"{approval.approver} is not a person: only a person approves")


_expected: dict[str, int] = {}


def _require_triggers() -> None:
    vendor = connection.vendor
    if vendor not in _expected:
        _expected[vendor] = len(upkeep.names(connection))
    count = upkeep.count(connection)
    if count < _expected[vendor]:
        gone = ", ".join(sorted(upkeep.missing())[:3])
        raise KernelUnsafe(f"a trigger of the kernel is missing ({gone}); run manage.py doctor")


def _said(outcome: str) -> str:
    return "applied" if outcome == WriteVerdict.APPLY.value else outcome


def _status(results: Sequence[Result]) -> str:
    outcomes = {result.outcome for result in results}
    if "stale" in outcomes:
        return "stale"
    return "applied" if "applied" in outcomes else "already_applied"


def _result(place: locked.Place, outcome: str, event: append.Appended | None) -> Result:
    target = place.prepared.target
    return Result(
        target.surface,
        target.key,
        _said(outcome),
        event.event if event else None,
        event.position if event else place.found_position,
        place.found,
    )


def _mover(stream: int, place: locked.Place) -> tuple[str, Any]:
    """Who changed what the writer had reviewed: a parent, else the item itself."""
    for surface, key, _ in _moved(stream, place):
        return locked.changed(stream, surface, key)
    return locked.changed(stream, place.prepared.target.surface, place.prepared.target.key)


def _moved(stream: int, place: locked.Place) -> list[tuple[str, str, str]]:
    return [
        parent
        for parent in place.prepared.target.parents
        if locked.fingerprint_of(stream, parent[0], parent[1]) != parent[2]
    ]


def _stale(stream: int, place: locked.Place, outcome: WriteVerdict) -> Result:
    target = place.prepared.target
    said = "stale" if outcome is WriteVerdict.STALE else "not_applied"
    by, at = _mover(stream, place) if outcome is WriteVerdict.STALE else ("", None)
    return Result(
        target.surface,
        target.key,
        said,
        None,
        place.found_position,
        place.found,
        by,
        moment_of(at) if at is not None else None,
    )


def _recorded(surface: str, key: str, row: tuple[Any, ...]) -> Result:
    outcome, event, position, found, _ = row
    return Result(surface, key, outcome, event, position, found)


def _user(actor: str) -> int | None:
    kind, _, number = actor.partition(":")
    return int(number) if kind == "user" and number.isdigit() else None
