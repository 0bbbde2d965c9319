"""What next prescription writes beside its record: the exact dose of one session, never of a begun one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.rules import WITHHELD, issued_session, measured
from coach.workflows import changes
from coach.workflows.recording import cited
from decisions.selectors import known
from decisions.services.guard import ABSENT, Target
from plans.domain.items import normalise
from sessions.services import prescriptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.domain.draft import Reason, SessionDraft
    from coach.domain.packet import PacketItem
    from coach.retrieval.context import Context
    from coach.workflows.thinking import Judged
    from decisions.models import Athlete
    from decisions.selectors.known import Known
    from decisions.services.guard import Occasion

SURFACE = "training_sessions.prescription"
COMPLETED = "training_sessions.completed"
DECISION = "decisions.decision"
STRENGTH = ("sets", "reps_low", "reps_high", "load_g", "rpe_x10", "rest_s")
ENDURANCE = ("steps", "duration_s", "rpe_x10")


def settled(subject: str, items: Sequence[Known]) -> bool:
    """Whether a session is begun, done or left out: its prescription is frozen."""
    return any(item.surface == COMPLETED and item.key == subject for item in items)


def targets(athlete: Athlete, intent: Occasion, seen: Context, found: Judged) -> Sequence[Target]:
    """The prescription, when it says anything else than the version in force.

    A refused or downgraded draft leaves the athlete the last verified conservative dose. What was
    prescribed and is planned no more is taken back.
    """
    before = next((i for i in seen.packet.of(SURFACE) if i.key == intent.subject), None)
    if before is not None and _unplanned(before, found):
        return [_taken_back(athlete, before, found)]
    session = issued_session(found.draft, found.ruling, found.situation)
    if session is None:
        return []
    parents = _parents(athlete, seen, found)
    facts = _facts(intent, seen, found, session)
    facts["day_fingerprint"] = parents[-1][2]
    if before is not None:
        followed = (_followed(seen, before.facts), _followed(seen, facts))
        if not changes.differs(dict(before.facts), facts, followed):
            return []
        facts["changed"] = changes.said(
            dict(before.facts),
            facts,
            name=found.situation.ground.name,
            reasons=[] if found.ruling.refused else [reason.text for reason in _shown(found)],
        )
    return [
        prescriptions.issue(
            stream=athlete.stream,
            session_key=intent.subject,
            facts=facts,
            zone=athlete.zone,
            reviewed=known.now(athlete.stream, SURFACE, intent.subject).fingerprint
            if before is None
            else _fingerprint(athlete, before),
            reasoning=facts["reason"],
            basis=tuple(facts["rests_on"]),
            parents=parents,
            magnitude=measured(found.situation, session),
        )
    ]


def _unplanned(before: PacketItem, found: Judged) -> bool:
    """Whether a prescription came from the plan, and the plan has its session no more."""
    target = found.situation.target
    return before.facts["day"] is not None and target is not None and target.planned is None


def _taken_back(athlete: Athlete, before: PacketItem, found: Judged) -> Target:
    """No prescription for a session that was moved or taken out of the plan; never of a begun one."""
    assert found.situation.target is not None, "the packet is about a session"
    return Target(
        surface=SURFACE,
        key=before.key,
        intended=None,
        reviewed=_fingerprint(athlete, before),
        fact_type="retraction",
        evidence="derived",
        local_date=found.situation.target.on,
        zone=athlete.zone,
        reasoning="The plan has this session no more.",
        supersedes=before.position,
        parents=((COMPLETED, before.key, ABSENT),),
    )


def _shown(found: Judged) -> list[Reason]:
    return [reason for reason in found.shown.reasons if reason.text != WITHHELD]


def _facts(intent: Occasion, seen: Context, found: Judged, session: SessionDraft) -> dict[str, Any]:
    target, packet = found.situation.target, seen.packet
    if target is None or target.planned is None:
        raise LookupError(f"the plan has no session {intent.subject}")
    day = target.planned.day
    refused = found.ruling.refused
    rests_on = set(cited(found.draft, packet)) | {i.position for i in _bounds(found)}
    return {
        "date": target.on.isoformat(),
        "day": target.planned.day_key,
        "day_fingerprint": None,
        "title": day["title"],
        "sport": day["sport"],
        "session_type": day["session_type"],
        "items": [_item(seen, found, dose) for dose in session.items],
        "branches": [branch.model_dump(mode="json") for branch in session.branches],
        "minutes": session.minutes,
        "reason": session.reason,
        "cites": [] if refused else list(cited(found.draft, packet)),
        "outcome": found.ruling.outcome.value,
        "decision": str(intent.identity),
        "rests_on": sorted(rests_on),
        "changed": None,
        "kept": list(session.kept),
    }


def _item(seen: Context, found: Judged, dose: Any) -> dict[str, Any]:
    """One exact dose with what the plan stated, why, and what holds it."""
    state = found.situation.item(dose.id)
    facts = dose.model_dump(mode="json")
    cites = seen.packet.positions(list(facts.pop("cites")))
    common = {"cites": cites, "held_by": [gate.key for gate in state.gates] if state else []}
    stated = state.stated.facts() if state else normalise(facts).facts()
    if "exercise" in facts:
        ranges = {name: stated[name] for name in ("reps_low", "reps_high")}
        return {**facts, **ranges, **common, "planned": {n: stated[n] for n in STRENGTH}}
    return {**facts, **common, "planned": {n: stated[n] for n in ENDURANCE}}


def _parents(athlete: Athlete, seen: Context, found: Judged) -> tuple[tuple[str, str, str], ...]:
    """What must still be so when it is written: gates, constraints and, last, the planned day."""
    target = found.situation.target
    names = [(item.surface, item.key) for item in _bounds(found)]
    if target is not None and target.planned is not None:
        names.append(("plans.planned_day", target.planned.day_key))
    shown = {(item.surface, item.key): item.position for item in seen.packet.items}
    parents = []
    for surface, key in names:
        version = next(
            v
            for v in known.history(athlete.stream, surface, key)
            if v.position == shown[surface, key]
        )
        parents.append((surface, key, version.fingerprint))
    return tuple(parents)


def _bounds(found: Judged) -> list[PacketItem]:
    bounds = {
        item.position: item
        for state in found.situation.items
        for item in (*state.gates, *state.constraints)
    }
    return list(bounds.values())


def _fingerprint(athlete: Athlete, shown: PacketItem) -> str:
    versions = known.history(athlete.stream, shown.surface, shown.key)
    return str(next(v.fingerprint for v in versions if v.position == shown.position))


def _followed(seen: Context, facts: Any) -> set[int]:
    """Positions of the decisions that a version follows, as far as this context shows them."""
    decided = {item.position for item in seen.packet.of(DECISION)}
    return decided & set(facts["cites"])
