"""The next session's dose: rules in order, the lowest of each field, and the branches while unresolved.

Follows the newest analysis of what was trained and cites it; without one the dose is the same, for
safety never depends on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline import lines
from coach.baseline.alternatives import alternatives
from coach.baseline.branches import branches
from coach.baseline.d05_bounds import WAITS
from coach.baseline.d12_progression import ESCALATES
from coach.baseline.dosing import Dosed, dosed, matters
from coach.domain import wording
from coach.domain.draft import (
    Draft,
    Escalation,
    Reason,
    SessionDraft,
    Unknown,
)
from coach.domain.issue import written
from decisions.domain.outcomes import Outcome
from plans.domain.words import duration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.domain.issue import DraftDose
    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation
    from plans.domain.items import Dose

UNSAID = "Why this session is due is not known: the plan has none for it."


def next_prescription(situation: Situation) -> Draft:
    """Draft the session that the packet is about."""
    doses = tuple(dosed(state, situation) for state in situation.items)
    followed = followed_decision(situation)
    outcome = _outcome(doses, situation)
    reasons = _reasons(doses, followed, situation)
    summary = _summary(doses, outcome, situation)
    return Draft(
        outcome=outcome,
        summary=summary,
        reasons=reasons,
        considered=alternatives(doses, outcome, situation),
        unknown=_unknown(doses, situation),
        thresholds=lines.thresholds([one.state for one in doses], situation),
        next_look=situation.target.on.isoformat() if situation.target else None,
        looks=lines.looks((), situation),
        monitor=_monitor(doses),
        carried=_carried(doses, followed),
        session=_session(doses, followed, summary, situation) if doses else None,
        escalate=_escalation(doses, outcome, situation),
    )


def followed_decision(situation: Situation) -> PacketItem | None:
    """The newest session analysis that is about something this session trains or holds."""
    target = situation.target
    subjects = {state.subject for state in situation.items}
    sports = {state.sport for state in situation.items if state.sport is not None}
    trained = {
        exposure.session_key
        for slug in subjects
        for exposure in situation.ground.exposures.get(slug, ())
    } | {outing.session_key for outing in situation.ground.outings if outing.sport in sports}
    found = [
        one
        for one in situation.decisions
        if one.facts["workflow"] == "session_analysis"
        and one.facts["subject"] in trained
        and (target is None or one.facts["subject"] != target.session_key)
    ]
    return found[-1] if found else None


def _outcome(doses: Sequence[Dosed], situation: Situation) -> Outcome:
    if not doses or all(one.blocked for one in doses):
        return Outcome.BLOCKED_UNKNOWN
    if any(one.state.stated.step == ESCALATES for one in doses):
        return Outcome.ESCALATE_TO_STRATEGIC
    if any(matters(one, situation) for one in doses):
        return Outcome.TACTICAL_ADJUST
    return Outcome.NO_CHANGE


def _reasons(
    doses: Sequence[Dosed], followed: PacketItem | None, situation: Situation
) -> tuple[Reason, ...]:
    found = [
        Reason(text=bearing.text, cites=bearing.cites) for one in doses for bearing in one.bearings
    ]
    held = [one for one in doses if one.state.waits]
    if followed is not None and held:
        names = ", ".join(one.state.name for one in held)
        number = followed.facts["number"]
        text = f"Decision {number} on the latest session is followed: {names} held."
        found.insert(0, Reason(text=text, cites=(followed.handle,)))
    elif followed is not None:
        text = f"Decision {followed.facts['number']} on the latest session is followed."
        found.insert(0, Reason(text=text, cites=(followed.handle,)))
    if not found:
        days = tuple(dict.fromkeys(one.state.day.handle for one in doses))
        text = "Nothing speaks against the plan's own dose." if doses else UNSAID
        found.append(Reason(text=text, cites=days))
    del situation
    return tuple(dict.fromkeys(found))[:20]


def _summary(doses: Sequence[Dosed], outcome: Outcome, situation: Situation) -> str:
    if not doses:
        return UNSAID
    waiting = [one for one in doses if one.state.waits and not one.changed]
    if outcome == Outcome.BLOCKED_UNKNOWN:
        return (
            "Something that decides about this session is not known; the last verified dose stands."
        )
    if outcome == Outcome.ESCALATE_TO_STRATEGIC:
        return "The plan's step was missed three times; the review has to look, the dose stays low."
    if waiting:
        first = waiting[0].state
        return (
            f"{wording.begun(first.name)} stays at {wording.load(first.reference)}. "
            f"{wording.load(first.stated)} waits; {WAITS}."
        )
    changed = [one for one in doses if one.changed]
    if outcome != Outcome.NO_CHANGE:
        changed = [one for one in changed if matters(one, situation)]
    said = "; ".join(
        f"{one.state.name} {'left out' if one.dose is None else wording.dose(one.dose)}"
        for one in changed[:3]
    )
    if outcome == Outcome.NO_CHANGE:
        return f"As planned, but for a rounding: {said}." if said else "As planned."
    return f"Less than planned in this one session: {said}."


def _unknown(doses: Sequence[Dosed], situation: Situation) -> tuple[Unknown, ...]:
    found = [unknown for one in doses for bearing in one.bearings for unknown in bearing.unknown]
    regions = {pain.region: pain for one in doses for pain in one.state.pains}
    for pain in regions.values():
        found += [
            Unknown(text=f"{wording.begun(text)}.", cites=pain.cites) for text in pain.missing
        ]
    found += [Unknown(text=f"Not found: {text}.") for text in situation.packet.missing]
    return tuple(dict.fromkeys(found))[:20]


def _monitor(doses: Sequence[Dosed]) -> tuple[str, ...]:
    regions = {pain.region for one in doses for pain in one.state.pains if one.state.gates}
    return tuple(
        f"{wording.begun(region.replace('_', ' '))} during the session and the next morning."
        for region in sorted(regions)
    )


def _carried(doses: Sequence[Dosed], followed: PacketItem | None) -> tuple[str, ...]:
    """What is carried over from the decision that is followed; nothing without one."""
    if followed is None:
        return ()
    held = [one for one in doses if one.state.gates and one.dose is not None]
    if not held:
        return ()
    found = [
        f"{wording.begun(one.state.name)}: {wording.dose(one.dose)}{_rest(one)}"
        for one in held
        if one.dose is not None
    ]
    found += [
        f"{wording.load(one.state.stated)} {one.state.name} waits; {WAITS}."
        for one in held
        if one.state.waits
    ]
    return (*found, "No volume is added.")[:20]


def _rest(one: Dosed) -> str:
    rest = None if one.dose is None else one.dose.rest_s
    return "" if rest is None else f", rest {duration(rest)} kept"


def _session(
    doses: Sequence[Dosed], followed: PacketItem | None, summary: str, situation: Situation
) -> SessionDraft:
    kept = [
        f"{wording.begun(one.state.name)}: rest {duration(one.dose.rest_s)}"
        for one in doses
        if one.dose is not None and one.dose.rest_s is not None
    ]
    return SessionDraft(
        items=tuple(_item(one, one.dose, followed) for one in doses if one.dose is not None),
        branches=branches(doses, situation),
        minutes=_minutes(doses, situation),
        reason=summary,
        kept=(*kept, "No volume is added.")[:12],
    )


def _item(one: Dosed, amount: Dose, followed: PacketItem | None) -> DraftDose:
    telling = [b for b in one.bearings if b.rule != "D12" or one.changed or b.dose == amount]
    why = " ".join(dict.fromkeys(b.text for b in telling))[:600] or None
    led = (followed.handle,) if followed is not None and one.state.gates else ()
    cites = tuple(dict.fromkeys([*led, *(h for b in telling for h in b.cites)]))[:40]
    return written(amount, why=why, cites=cites)


def _minutes(doses: Sequence[Dosed], situation: Situation) -> int | None:
    """The planned length while the dose is the plan's; that of the doses where it is known."""
    planned = situation.target.planned if situation.target else None
    if planned is None or planned.day["minutes"] is None:
        return None
    if not any(one.changed for one in doses):
        minutes: int | None = planned.day["minutes"]
        return minutes
    times = [None if one.dose is None else one.dose.seconds for one in doses]
    known = [time for time in times if time is not None]
    return -(-sum(known) // 60) if known and len(known) == len(doses) else None


def _escalation(
    doses: Sequence[Dosed], outcome: Outcome, situation: Situation
) -> Escalation | None:
    if outcome != Outcome.ESCALATE_TO_STRATEGIC:
        return None
    missed = [one for one in doses if one.state.stated.step == ESCALATES]
    names = ", ".join(one.state.name for one in missed)
    positions = [p for one in missed if one.state.newest for p in one.state.newest.positions]
    return Escalation(
        because=f"{wording.begun(names)}: the planned dose was missed three times in a row.",
        cites=situation.handles(positions)[:40],
    )
