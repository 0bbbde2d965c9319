"""What a proposal needs besides fitting the plan: computed grounds, one at a time, nothing behind a gate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.domain import grounds
from decisions.domain.gate import Downgrades, Holds, Refuses, Verdict
from decisions.domain.outcomes import Outcome
from plans.domain import diff, tree
from plans.domain.gates import guards
from plans.domain.items import session_dose

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.situation import Situation


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
