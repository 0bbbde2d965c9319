"""What belongs to the plan: a tactical session only doses planned items; a proposal needs its grounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.domain import grounds
from coach.domain.draft import StrengthDose
from decisions.domain.errors import InvalidFacts
from decisions.domain.gate import Downgrades, Holds, Refuses, Verdict
from decisions.domain.magnitude import Magnitude
from decisions.domain.outcomes import Outcome
from plans.domain import diff, structural, structure, tree
from plans.domain.gates import guards
from plans.domain.items import session_dose

if TYPE_CHECKING:
    from coach.domain.draft import Draft, TargetDraft
    from coach.domain.situation import Situation

VALID = {
    tree.PLAN: structure.plan,
    tree.BLOCK: structure.block,
    tree.DAY: structure.planned_day,
    tree.RULE: structure.rule,
}


def items_belong_to_the_plan(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """A session doses the items that are planned for it, each once, and adds none."""
    del policy
    if draft.session is None:
        return Holds()
    seen: set[str] = set()
    for entry in draft.session.items:
        state = situation.item(entry.id)
        if state is None:
            return Refuses(f"{entry.id} is not an item of this session")
        if entry.id in seen:
            return Refuses(f"{entry.id} is dosed twice")
        seen.add(entry.id)
        if isinstance(entry, StrengthDose) != (state.sport is None):
            return Refuses(f"{entry.id} is another kind of work than planned")
    return Holds()


def a_proposal_fits_the_plan(draft: Draft, situation: Situation, policy: Any) -> Verdict:
    """Its targets stand in the active plan, its facts are whole, and the plan stays whole."""
    if draft.proposal is None:
        return Holds()
    before = situation.tree
    for target in draft.proposal.targets:
        if target.key not in before.of(target.surface):
            return Refuses(f"{target.surface} {target.key} is not part of the active plan")
    try:
        changes: list[tuple[str, str, dict[str, Any] | None]] = [
            (t.surface, t.key, _valid(t)) for t in draft.proposal.targets
        ]
        after = tree.with_changes(before, changes)
        tree.require_whole(after)
    except InvalidFacts as error:
        return Refuses(f"{error.field}: {error.message}"[:280])
    size = structural.measure(before, after, policy).magnitude
    if size == Magnitude.M0:
        return Refuses("it proposes what already stands")
    if size == Magnitude.P1 and not situation.packet.of("decisions.request"):
        return Refuses("a change of the plan itself needs the athlete's recorded wish")
    return Holds(f"computed as {size.name}")


def a_proposal_has_grounds(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Every target is one that computed grounds ask for, with the value that they give."""
    del policy
    if draft.proposal is None:
        return Holds()
    asked: list[tuple[str, str, dict[str, Any] | None]] = [
        (p.rule.surface, p.rule.key, p.after) for p in grounds.test_pairs(situation) if p.after
    ]
    asked += [(m.day.surface, m.day.key, m.after) for m in grounds.missed_days(situation)]
    for target in draft.proposal.targets:
        if (target.surface, target.key, target.after) not in asked:
            because = f"no pair of tests and no pattern asks for this change of {target.key}"
            return Downgrades(Outcome.MONITOR_ONLY, because)
        if grounds.refused_before(situation, target.surface, target.key, target.after):
            return Downgrades(Outcome.MONITOR_ONLY, "the same change was proposed and not taken")
    return Holds()


def one_question_at_a_time(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """While a proposal waits, it is not repeated, and only what takes its place may be added."""
    del policy
    waiting = grounds.waiting_proposals(situation)
    if draft.proposal is None or not waiting:
        return Holds()
    for target in draft.proposal.targets:
        asked = (draft.proposal.kind, target.surface, target.key, target.after)
        if not grounds.may_ask(situation, *asked):
            because = f"proposal {waiting[0].facts['number']} waits for an answer"
            return Downgrades(Outcome.MONITOR_ONLY, because)
    return Holds()


def no_proposal_rises_behind_a_gate(draft: Draft, situation: Situation, policy: Any) -> Verdict:
    """A proposal does not raise the dose of what an open gate guards."""
    if draft.proposal is None:
        return Holds()
    for target in draft.proposal.targets:
        before = situation.tree.days.get(target.key)
        if target.surface != tree.DAY or before is None or target.after is None:
            continue
        moved = diff.diff(session_dose(before), session_dose(target.after), policy)
        named = {
            i["id"]: str(i.get("exercise") or i["modality"])
            for i in (*before["items"], *target.after["items"])
        }
        for change in diff.rising(moved):
            subject = named.get(change.item or "")
            for gate in situation.open_gates:
                if subject is not None and guards(gate.facts, subject):
                    return Refuses(f"{change.path} rises behind the gate {gate.facts['title']}")
    return Holds()


def _valid(target: TargetDraft) -> dict[str, Any] | None:
    """The facts of a target as their surface completes them.

    Raises:
        InvalidFacts: they are not whole, or the surface is none of the plan's.
    """
    if target.surface not in VALID:
        raise InvalidFacts("surface", f"{target.surface} is not part of the plan")
    return None if target.after is None else VALID[target.surface](target.after)
