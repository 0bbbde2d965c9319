"""What one session shows. Opens gates and narrows where it hurts; a good session changes nothing.

Never writes a dose, closes a gate or touches the plan. One session is one observation.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from coach.baseline import lines
from coach.baseline.d00_data import d0_data
from coach.baseline.d05_bounds import d5_gates
from coach.baseline.d12_progression import ESCALATES
from coach.baseline.narrowing import Narrowed, narrowed
from coach.domain import wording
from coach.domain.draft import Considered, Draft, Escalation, Reason, Unknown
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from coach.baseline.bearing import Bearing
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation, Trained
    from sessions.domain.worksets import WorkSet

NOTHING = "Nothing was trained, so nothing follows."
UNPLANNED = "Done beside the plan: it counts, and nothing is changed."
UNSAID = "Trained, but no exercise is recorded: it counts as done, and no dose follows from it."


def session_analysis(situation: Situation) -> Draft:
    """Draft the analysis of the session that the packet is about."""
    trained = situation.trained
    states = [one.state for one in trained if one.state is not None]
    shown = [s for s in states if _shows(s, situation)]
    missing = [b for s in shown if (b := d0_data(s, situation)) is not None]
    less = narrowed(situation)
    missed = [
        s
        for s in shown
        if s.stated.step in ("repeat", "down") and s.stated.because.startswith("missed")
    ]
    outcome = _outcome(situation, states, missing, missed, less)
    reasons = _reasons(situation, missing, missed, less)
    return Draft(
        outcome=outcome,
        summary=_summary(situation, outcome, states, less),
        reasons=reasons,
        considered=_considered(situation, outcome, states, less),
        unknown=_unknown(situation, missing),
        thresholds=lines.thresholds(states, situation),
        next_look=(found := lines.looks(states, situation))[0].date,
        looks=found,
        monitor=_monitor(states, missing, missed),
        gates=less.gates,
        constraints=less.constraints,
        escalate=_escalation(situation, states, less)
        if outcome == Outcome.ESCALATE_TO_STRATEGIC
        else None,
    )


def _shows(state: ItemState, situation: Situation) -> bool:
    """Whether the analysed session is the newest of an item: an older one decides nothing."""
    target, newest = situation.target, state.newest
    if target is None:
        return False
    return state.sport is not None or (
        newest is not None and newest.session_key == target.session_key
    )


def _outcome(
    situation: Situation,
    states: list[ItemState],
    missing: list[Bearing],
    missed: list[ItemState],
    less: Narrowed,
) -> Outcome:
    if less.again or any(state.stated.step == ESCALATES for state in states):
        return Outcome.ESCALATE_TO_STRATEGIC
    if less.constraints:
        return Outcome.TACTICAL_ADJUST
    if _all_flagged(situation):
        return Outcome.BLOCKED_UNKNOWN
    watched = any(b.blocks for b in missing) or any(b.unknown for b in missing)
    return Outcome.MONITOR_ONLY if less.gates or missed or watched else Outcome.NO_CHANGE


def _all_flagged(situation: Situation) -> bool:
    return bool(situation.trained) and all(_flagged(one) for one in situation.trained)


def _flagged(one: Trained) -> bool:
    if one.exposure is not None:
        return bool(one.exposure.done) and not one.exposure.usable
    return one.outing is not None and one.outing.flagged


def _reasons(
    situation: Situation, missing: list[Bearing], missed: list[ItemState], less: Narrowed
) -> tuple[Reason, ...]:
    found = [Reason(text=b.text, cites=b.cites) for b in less.bearings]
    found += [_done(one, situation) for one in situation.trained if not _flagged(one)]
    for one in situation.trained:
        if one.state is not None and (gate := d5_gates(one.state, situation)) is not None:
            found.append(Reason(text=gate.text, cites=gate.cites))
    found += [
        Reason(text=f"{wording.begun(s.name)}: {s.stated.because}.", cites=_cites(s, situation))
        for s in missed
    ]
    found += [Reason(text=b.text, cites=b.cites) for b in missing]
    if any(one.state is not None and one.state.waits for one in situation.trained):
        text = "A dose that was chosen to be easy says nothing about readiness above it."
        found.append(Reason(text=text))
    if not situation.trained and (recorded := _recorded(situation)) is not None:
        found.append(recorded)
    if not found:
        found.append(Reason(text="Nothing was recorded that would bear on the next session."))
    return tuple(dict.fromkeys(found))[:20]


def _done(one: Trained, situation: Situation) -> Reason:
    if one.exposure is None:
        outing = one.outing
        assert outing is not None
        size = [wording.kilometres(outing.distance_m)] if outing.distance_m else []
        size += [wording.duration(outing.duration_s)] if outing.duration_s else []
        effort = (
            "effort not reported"
            if outing.srpe_x10 is None
            else f"session RPE {wording.tenths(outing.srpe_x10)}"
        )
        text = f"{wording.begun(one.name)}: {', '.join([*size, effort])}."
        return Reason(text=text, cites=(outing.handle,))
    sets = [work for work in one.exposure.work if work.trained and work.usable]
    cites = situation.handles([work.position for work in sets])
    said = ", ".join(_alike(sets)) or "no set was done"
    known = [work.rpe_x10 for work in sets if work.rpe_x10 is not None]
    effort = f", RPE {_span(known)}" if known else ""
    return Reason(text=f"{wording.begun(one.name)}: {said}{effort}."[:600], cites=cites)


def _span(tenths: list[int]) -> str:
    low, high = wording.tenths(min(tenths)), wording.tenths(max(tenths))
    return low if low == high else f"{low} to {high}"


def _alike(sets: list[WorkSet]) -> list[str]:
    """Sets in words, neighbours that are alike together: "3 × 5 at 105 kg"."""
    found = []
    for (load_g, reps), group in groupby(sets, key=lambda work: (work.load_g, work.reps)):
        times = f"{len(list(group))} × {'unknown reps' if reps is None else reps}"
        found.append(times if load_g is None else f"{times} at {wording.kilograms(load_g)}")
    return found


def _cites(state: ItemState, situation: Situation) -> tuple[str, ...]:
    newest = state.newest
    positions = [] if newest is None else [work.position for work in newest.work if work.usable]
    rule = () if state.rule is None else (state.rule.handle,)
    return (*rule, *situation.handles(positions))


def _summary(
    situation: Situation, outcome: Outcome, states: list[ItemState], less: Narrowed
) -> str:
    waiting = [state for state in states if state.waits]
    match outcome:
        case Outcome.TACTICAL_ADJUST:
            where = ", ".join(dict.fromkeys(less.regions))
            return f"It hurt ({where}): less for a few days, and a gate watches it."
        case Outcome.ESCALATE_TO_STRATEGIC:
            return "This goes beyond one session: the review has to look at it."
        case Outcome.BLOCKED_UNKNOWN:
            return "Everything in this session is flagged; it counts for nothing until somebody answers."
        case Outcome.MONITOR_ONLY:
            return "Nothing is changed; what is missing or off is watched in the next session."
    if waiting:
        state = waiting[0]
        return (
            f"A good session, and a gate is not resolved: {state.name} stays at "
            f"{wording.load(state.reference)}."
        )
    if situation.trained:
        return "As meant; nothing to change." if _meant(situation) else UNPLANNED
    return NOTHING if _left_out(situation) else UNSAID


def _meant(situation: Situation) -> bool:
    """Whether somebody had meant the session: it stands in the plan, or was prescribed."""
    target = situation.target
    return target is not None and (target.planned is not None or target.current is not None)


def _left_out(situation: Situation) -> bool:
    """Whether the record itself says that nothing was trained, and not merely names no exercise."""
    done = situation.target.done if situation.target is not None else None
    return done is None or done.facts["status"] not in ("completed", "partial")


def _recorded(situation: Situation) -> Reason | None:
    """How much was recorded of a session that names no exercise; None where nothing was."""
    done = situation.target.done if situation.target is not None else None
    if done is None or _left_out(situation):
        return None
    metres, seconds = done.facts["distance_m"], done.facts["duration_s"]
    size = [wording.kilometres(metres)] if metres else []
    size += [wording.duration(seconds)] if seconds else []
    said = ", ".join(size) or "time and distance are not known"
    return Reason(text=f"Recorded without sets: {said}.", cites=(done.handle,))


def _considered(
    situation: Situation, outcome: Outcome, states: list[ItemState], less: Narrowed
) -> tuple[Considered, ...]:
    chosen = {
        Outcome.NO_CHANGE: "The session was what was meant, and nothing in it asks for a change."
        if _meant(situation)
        else "Nothing in it asks for a change.",
        Outcome.MONITOR_ONLY: "One observation: noted, and looked at again.",
        Outcome.TACTICAL_ADJUST: "Pain in a region that was loaded asks for less, for a few days.",
        Outcome.ESCALATE_TO_STRATEGIC: "It came again after a bound; one session cannot answer that.",
        Outcome.BLOCKED_UNKNOWN: "What was recorded cannot be used, so nothing is concluded.",
    }
    found = [Considered(outcome=outcome, why=chosen[outcome], chosen=True)]
    if outcome != Outcome.NO_CHANGE:
        cites = tuple(h for b in less.bearings for h in b.cites)
        why = "Going on as before is not chosen: what was reported asks to be looked at."
        found.append(Considered(outcome=Outcome.NO_CHANGE, why=why, cites=cites))
    for state in [s for s in states if s.waits][:2]:
        why = (
            f"{wording.begun(state.name)} at {wording.load(state.stated)} is refused: nothing behind "
            "an unresolved gate rises."
        )
        cites = tuple(gate.handle for gate in state.gates)
        found.append(Considered(outcome=Outcome.TACTICAL_ADJUST, why=why, cites=cites))
    if outcome == Outcome.NO_CHANGE:
        gated = any(state.gates for state in states)
        why = (
            "Adds nothing: an open gate already asks for what is missing."
            if gated
            else "Nothing to watch."
        )
        found.append(Considered(outcome=Outcome.MONITOR_ONLY, why=why))
    return tuple(found)


def _unknown(situation: Situation, missing: list[Bearing]) -> tuple[Unknown, ...]:
    regions = {r for one in situation.trained for r in one.regions}
    found = [unknown for bearing in missing for unknown in bearing.unknown]
    for pain in situation.pains:
        if regions and pain.missing:
            found += [Unknown(text=f"{wording.begun(t)}.", cites=pain.cites) for t in pain.missing]
    found += [Unknown(text=f"Not found: {text}.") for text in situation.packet.missing]
    return tuple(dict.fromkeys(found))[:20]


def _monitor(
    states: list[ItemState], missing: list[Bearing], missed: list[ItemState]
) -> tuple[str, ...]:
    found = [f"{wording.begun(s.name)} in the next comparable session." for s in missed]
    found += [unknown.text for bearing in missing for unknown in bearing.unknown]
    watched = {g.facts["region"] for s in states for g in s.gates if g.facts["region"]}
    found += [
        f"{wording.begun(str(r).replace('_', ' '))}, during and next morning."
        for r in sorted(watched)
    ]
    return tuple(dict.fromkeys(found))[:10]


def _escalation(situation: Situation, states: list[ItemState], less: Narrowed) -> Escalation:
    if less.again:
        text, cites = less.again
        return Escalation(because=text, cites=cites)
    state = next(s for s in states if s.stated.step == ESCALATES)
    text = f"{wording.begun(state.name)}: {state.stated.because}."
    return Escalation(because=text, cites=_cites(state, situation))
