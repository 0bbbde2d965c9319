"""Proposals: decided by a person, applied as one guarded write of exactly what was reviewed.

States: OPEN ⇄ NEEDS_EVIDENCE → APPLIED | STALE | REJECTED | EXPIRED | SUPERSEDED | WITHDRAWN.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import transaction

from decisions import clock, crash, registry
from decisions.domain.errors import InvalidFacts, NotAllowedNow, NotFound
from decisions.domain.magnitude import Magnitude
from decisions.domain.mandates import MANDATES
from decisions.selectors import athletes, known
from decisions.services import guard, locked
from decisions.services.guard import Occasion, Target, Written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.contrib.auth.models import User

    from decisions.domain.occasions import Result
    from decisions.models import Stream

SURFACE = "decisions.proposal"
UNDECIDED = ("OPEN", "NEEDS_EVIDENCE")
_FROM = {"OPEN": ("NEEDS_EVIDENCE",), "NEEDS_EVIDENCE": ("OPEN",)}
"""Where a state may be entered from; all others from any undecided state."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of a human's decision about a proposal.

    Attributes:
        outcome: applied, already_decided, stale, invalid, or the new state in lower case.
        facts: the proposal as it now stands.
        results: one per target of an approval.
        because: the rule that refused, for invalid.
    """

    outcome: str
    facts: dict[str, Any]
    results: tuple[Result, ...] = ()
    because: str = ""
    by: str = field(default="")


def approve(
    *,
    stream: Stream,
    key: str,
    reviewed: str,
    user: User,
    reason: str = "",
    edits: Mapping[tuple[str, str], dict[str, Any]] | None = None,
    own_call: str | None = None,
) -> Decided:
    """Approve and apply, in one transaction bound to the exact bytes reviewed.

    Args:
        stream: the athlete's log.
        key: of the proposal, `P-0001`.
        reviewed: fingerprint of the proposal that the person saw.
        user: the athlete's coach.
        reason: in their words; required with edits.
        edits: (surface, key) to the person's own after-state; author kept apart.
        own_call: what the person would have done, recorded before they saw the alternatives.

    Raises:
        NotFound: no such proposal, or not this person's athlete.
        InvalidFacts: an edit is not valid, or has no reason.
    """
    _require_coach(stream, user)
    if edits and not reason.strip():
        raise InvalidFacts("reason", "is missing: your own version needs one")
    occasion = _occasion(stream, key, user, "approval", f"approve:{reviewed}", reviewed)
    with transaction.atomic():
        locked.lock(stream.pk)
        crash.point("approve.begun")
        state = _present(stream, key)
        facts = _facts(state)
        if guard.repeat_of(occasion.identity) is not None or facts["state"] not in UNDECIDED:
            return _already(facts)
        if state.fingerprint != reviewed:
            return Decided("changed", facts, because="the proposal changed since you read it")
        because = _refused(stream, facts, edits or {})
        if because:
            return Decided("invalid", facts, because=because)
        decided = _apply(occasion, stream, key, state, user, reason, edits or {}, own_call)
        crash.point("approve.closed")
    crash.point("approve.committed")
    return decided


def reject(*, stream: Stream, key: str, reviewed: str, user: User, reason: str) -> Decided:
    """Reject with a reason. Nothing structural is written."""
    return _close(stream, key, reviewed, user, "REJECTED", reason)


def ask_for_evidence(
    *, stream: Stream, key: str, reviewed: str, user: User, reason: str
) -> Decided:
    """Ask for more before deciding; the proposal waits and nothing is applied."""
    return _close(stream, key, reviewed, user, "NEEDS_EVIDENCE", reason)


def withdraw(*, stream: Stream, key: str, reviewed: str, user: User, reason: str) -> Decided:
    """Take a proposal back."""
    return _close(stream, key, reviewed, user, "WITHDRAWN", reason)


def reopen(*, stream: Stream, key: str, reviewed: str, user: User, reason: str) -> Decided:
    """Take up a proposal that waited for evidence."""
    return _close(stream, key, reviewed, user, "OPEN", reason)


def expire(*, stream: Stream, zone: str) -> list[str]:
    """Close what nobody decided in time: nothing changes. Gives the keys."""
    today = clock.today(zone).isoformat()
    gone = []
    for item in known.known(stream, ranges=[known.Range(SURFACE)]):
        facts = item.facts
        if facts is None or facts["state"] not in UNDECIDED or facts["expires_on"] >= today:
            continue
        closed = {"by": "schedule", "at": _now(), "reason": "nobody decided in time"}
        occasion = Occasion(
            stream=stream.pk,
            mandate=MANDATES["strategic_review"],
            subject=item.key,
            occasion=f"expire:{item.fingerprint}",
            actor="schedule",
        )
        after = {**facts, "state": "EXPIRED", "closed": closed}
        target = Target(
            surface=SURFACE,
            key=item.key,
            intended=after,
            reviewed=item.fingerprint,
            fact_type="decision",
            evidence="derived",
        )
        if guard.write(occasion, [target]).outcome == "applied":
            gone.append(item.key)
    return gone


def _apply(
    occasion: Occasion,
    stream: Stream,
    key: str,
    state: known.State,
    user: User,
    reason: str,
    edits: Mapping[tuple[str, str], dict[str, Any]],
    own_call: str | None,
) -> Decided:
    proposal = _facts(state)
    targets = [
        Target(
            surface=target["surface"],
            key=target["key"],
            intended=edits.get((target["surface"], target["key"]), target["after"]),
            reviewed=target["reviewed"],
            fact_type="decision",
            evidence="user_reported",
            reasoning=reason or str(proposal["title"]),
            basis=(state.position or 0,),
            magnitude=Magnitude.B1,
        )
        for target in proposal["targets"]
    ]
    closed = {
        "by": _actor(user),
        "at": _now(),
        "reason": reason or None,
        "edited": bool(edits),
        "own_call": own_call,
        "decision": str(occasion.identity),
    }
    after = {**proposal, "state": "APPLIED", "closed": closed}
    written = guard.write(
        occasion,
        [*targets, _own(key, after, state, reason)],
        approval=guard.Approval(_actor(user), reason or "approved as proposed"),
    )
    crash.point("approve.written")
    if written.outcome == "stale":
        return _stale(stream, key, state, user, written)
    return Decided("applied", after, written.results[:-1], by=_actor(user))


def _stale(stream: Stream, key: str, state: known.State, user: User, written: Written) -> Decided:
    moved = [
        {
            "surface": r.surface,
            "key": r.key,
            "changed_by": r.changed_by,
            "changed_at": r.changed_at.isoformat() if r.changed_at else None,
        }
        for r in written.results
        if r.outcome == "stale"
    ]
    reason = "the plan was changed after this was written"
    closed = {"by": _actor(user), "at": _now(), "reason": reason, "moved": moved}
    after = {**_facts(state), "state": "STALE", "closed": closed}
    occasion = _occasion(stream, key, user, "record", f"stale:{written.identity}", "")
    guard.write(occasion, [_own(key, after, state, reason)])
    return Decided("stale", after, written.results[:-1], by=_actor(user))


def _close(stream: Stream, key: str, reviewed: str, user: User, state: str, reason: str) -> Decided:
    _require_coach(stream, user)
    if not reason.strip():
        raise InvalidFacts("reason", "is missing")
    now = _present(stream, key)
    facts = _facts(now)
    if facts["state"] not in UNDECIDED:
        return _already(facts)
    if now.fingerprint != reviewed:
        return Decided("changed", facts, because="the proposal changed since you read it")
    if facts["state"] not in _FROM.get(state, UNDECIDED):
        here = facts["state"].lower().replace("_", " ")
        return Decided("invalid", facts, because=f"it is {here} already")
    closed = {"by": _actor(user), "at": _now(), "reason": reason} if state != "OPEN" else None
    after = {**facts, "state": state, "closed": closed}
    occasion = _occasion(stream, key, user, "record", f"{state}:{reviewed}", reviewed)
    written = guard.write(occasion, [_own(key, after, now, reason)], same_payload=False)
    if written.repeated or written.outcome == "stale":
        return _already(_facts(_present(stream, key)))
    return Decided(state.lower(), after, by=_actor(user))


def _refused(
    stream: Stream, proposal: dict[str, Any], edits: Mapping[tuple[str, str], dict[str, Any]]
) -> str:
    named = {(t["surface"], t["key"]) for t in proposal["targets"]}
    for name in edits:
        if name not in named:
            return f"{name[0]} {name[1]} is not part of this proposal"
    targets = [
        {**t, "after": edits.get((t["surface"], t["key"]), t["after"])} for t in proposal["targets"]
    ]
    for rule in registry.hard_rules():
        because = rule(stream, targets)
        if because:
            return because
    return ""


def _own(key: str, after: dict[str, Any], state: known.State, reason: str) -> Target:
    return Target(
        surface=SURFACE,
        key=key,
        intended=after,
        reviewed=state.fingerprint,
        fact_type="decision",
        evidence="user_reported",
        reasoning=reason,
        basis=(state.position or 0,),
    )


def _present(stream: Stream, key: str) -> known.State:
    state = known.now(stream, SURFACE, key)
    if state.facts is None:
        raise NotFound(f"no proposal {key}")
    return state


def _facts(state: known.State) -> dict[str, Any]:
    if state.facts is None:
        raise NotAllowedNow("the proposal was erased")
    return state.facts


def _already(facts: dict[str, Any]) -> Decided:
    closed = facts.get("closed") or {}
    return Decided("already_decided", facts, by=str(closed.get("by", "")))


def _occasion(
    stream: Stream, key: str, user: User, kind: str, occasion: str, reviewed: str
) -> Occasion:
    return Occasion(
        stream=stream.pk,
        mandate=MANDATES["coach"],
        subject=key,
        occasion=occasion,
        actor=_actor(user),
        kind=kind,
        reviewed=reviewed,
    )


def _require_coach(stream: Stream, user: User) -> None:
    if not athletes.coached_by(user).filter(pk=athletes.of_stream(stream).pk).exists():
        raise NotFound("no such proposal")


def _actor(user: User) -> str:
    return f"user:{user.pk}"


def _now() -> str:
    return clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
