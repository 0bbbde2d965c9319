"""Guarded writes: the only way state changes.

One transaction: receipt, lock, receipt again, verdict, event, row, history, receipt, read-back. All
targets of a decision apply or none does. No transaction is open while a model or a person thinks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction

from decisions import crash, doorbell, fence
from decisions.domain.errors import IdentityConflict, NotApproved
from decisions.domain.fingerprints import ABSENT
from decisions.domain.occasions import Occasion, Result, Target, Written, plain
from decisions.domain.verdicts import WriteVerdict, verdict
from decisions.models.dialect import moment_of
from decisions.models.statements import run
from decisions.services import append, effects, locked, prepare, readback
from decisions.triggers import watch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

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
        Superseded: the writer's work was taken over by somebody else.
        ReadBackMismatch: rolled back.
    """
    prepared = prepare.prepare(occasion, targets)
    _require_approval(prepared, approval)
    name = occasion.identity
    answered = _answered(occasion, name, prepared, same_payload=same_payload)
    if answered is not None:
        return answered
    with transaction.atomic():
        taken = locked.take(occasion.stream, name, prepared)
        crash.point("write.locked")
        watch.require(taken.triggers)
        fence.require()
        if taken.decided:
            answered = _answered(occasion, name, prepared, same_payload=same_payload)
            if answered is not None:
                return answered
        written = _decide(occasion, prepared, approval, name, taken)
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
    if not locked.decided(name):
        return None
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
    taken: locked.Taken,
) -> Written:
    decision, places = _begin(occasion, prepared, name, taken)
    crash.point("write.decided")
    verdicts = [_verdict(occasion.stream, place) for place in places]
    pairs = list(zip(places, verdicts, strict=True))
    keeping = locked.keeping(places)
    if WriteVerdict.STALE in verdicts:
        refused = [(p, _refused(v), None) for p, v in pairs]
        run([*keeping, *effects.receipts(decision, refused)])
        return Written("stale", tuple(_stale(occasion.stream, p, v) for p, v in pairs), name)
    applying = [p for p, v in pairs if v is WriteVerdict.APPLY]
    if approval is not None:
        keeping += effects.approving(decision, applying, approval.approver, approval.reason)
    appended = append.append(occasion, taken.head, decision, name, applying, first=keeping)
    crash.point("write.event")
    by_item = {event.place.item: event for event in appended}
    answers = [(p, _said(v), by_item.get(p.item)) for p, v in pairs]
    _finish(occasion, decision, taken.head.recorded_at, appended, answers)
    results = tuple(_result(p, said, event) for p, said, event in answers)
    return Written(_status(results), results, name)


def _begin(
    occasion: Occasion, prepared: Sequence[prepare.Prepared], name: UUID, taken: locked.Taken
) -> tuple[int, list[locked.Place]]:
    (((decision,),), *made) = run(effects.deciding(occasion, name, prepared, taken.found))
    items = {(surface, key): item for rows in made for surface, key, item in rows}
    places = [locked.place(p, taken.found.get(p.name), items.get(p.name)) for p in prepared]
    return int(decision), places


def _finish(
    occasion: Occasion,
    decision: int,
    recorded_at: str,
    appended: Sequence[append.Appended],
    answers: Sequence[effects.Answer],
) -> None:
    """Rows, history and receipts, and the read-back of what was written."""
    changing, meant = effects.projecting(occasion, appended, recorded_at)
    giving = effects.receipts(decision, answers)
    reading = readback.reading(occasion.stream, appended, meant)
    found = run([*changing, "write.row", *giving, "write.receipt", *reading])
    readback.check(found[len(found) - len(reading) :], appended, meant)
    if appended:
        transaction.on_commit(partial(doorbell.ring, occasion.stream))


def _verdict(stream: int, place: locked.Place) -> WriteVerdict:
    if locked.moved(stream, place.prepared.target.parents):
        return WriteVerdict.STALE
    if place.found == ABSENT and place.prepared.facts is None:
        return WriteVerdict.ALREADY  # retracting what is not there
    return verdict(
        reviewed=place.prepared.target.reviewed, found=place.found, intended=place.fingerprint
    )


def _require_approval(prepared: Sequence[prepare.Prepared], approval: Approval | None) -> None:
    structural = [p.target.surface for p in prepared if p.surface.structural]
    if structural and approval is None:
        raise NotApproved(f"{structural[0]} is structural: it is written only behind an approval")
    if approval is not None and not approval.approver.startswith("user:"):
        raise NotApproved(f"{approval.approver} is not a person: only a person approves")


def _said(outcome: WriteVerdict) -> str:
    return "applied" if outcome is WriteVerdict.APPLY else outcome.value


def _refused(outcome: WriteVerdict) -> str:
    """What a target is told when one of them is stale and none is applied."""
    return "stale" if outcome is WriteVerdict.STALE else "not_applied"


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
        outcome,
        event.event if event else None,
        event.position if event else None,
        place.found,
    )


def _mover(stream: int, place: locked.Place) -> tuple[str, Any]:
    """Who changed what the writer had reviewed: a parent, else the item itself."""
    for surface, key in locked.moved(stream, place.prepared.target.parents):
        return locked.changed(stream, surface, key)
    return locked.changed(stream, *place.prepared.name)


def _stale(stream: int, place: locked.Place, outcome: WriteVerdict) -> Result:
    target = place.prepared.target
    by, at = _mover(stream, place) if outcome is WriteVerdict.STALE else ("", None)
    return Result(
        target.surface,
        target.key,
        _refused(outcome),
        None,
        None,
        place.found,
        by,
        moment_of(at) if at is not None else None,
    )


def _recorded(surface: str, key: str, row: tuple[Any, ...]) -> Result:
    outcome, event, position, found, _ = row
    return Result(surface, key, outcome, event, position, found)
