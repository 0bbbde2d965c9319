"""The numbers that code computed for a situation: prose may give them without citing anything."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from coach.baseline.branches import branches
from coach.domain import grounds
from coach.rules import fact_numbers, numbers
from coach.rules.drafted import as_dosed
from plans.domain.structure import threshold_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.domain.draft import Draft, SessionDraft
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation

AHEAD_DAYS = 14
_WORDS: Any = dict.fromkeys(("why", "cites", "id", "exercise", "modality"), True) | {
    "steps": {"__all__": {"name"}}
}
"""Of a drafted dose only the numbers are computed with; its words bind nothing, least of all themselves."""


def computed(draft: Draft, situation: Situation) -> frozenset[str]:
    """Numbers of the computed view and of the drafted dose, in every form."""
    found: set[str] = set()
    for text in _texts(situation):
        found |= numbers.bindable(text)
    for state in situation.items:
        found |= _of_item(state)
    for ahead in range(AHEAD_DAYS + 1):
        found |= numbers.bindable((situation.today + timedelta(days=ahead)).isoformat())
    found |= _limits(situation)
    if draft.session is not None:
        for item in draft.session.items:
            found |= fact_numbers.of_facts(item.model_dump(exclude=_WORDS))
        found |= fact_numbers.of_facts({"minutes": draft.session.minutes})
        found |= _of_branches(draft.session, situation)
    for bound in draft.constraints:
        found |= fact_numbers.of_facts(bound.model_dump(include={"field", "value"}))
    if situation.packet.workflow == "strategic_review":
        found |= _of_review(situation)
    return frozenset(found)


def _of_branches(session: SessionDraft, situation: Situation) -> set[str]:
    """Numbers of the branches that belong to the drafted doses; they are computed, never a draft's."""
    found: set[str] = set()
    for branch in branches(as_dosed(session, situation), situation):
        found |= fact_numbers.of_facts(branch.model_dump(exclude={"item", "expires"}))
    return found


def _of_item(state: ItemState) -> set[str]:
    found: set[str] = set()
    for dose in (state.stated, state.verified, state.reference, state.allowed, state.corrected):
        if dose is not None:
            facts = dose.facts()
            facts.pop("id")
            found |= fact_numbers.of_facts(facts) | numbers.bindable(dose.because)
            found |= fact_numbers.of_facts({"total_s": dose.seconds, "total_m": dose.metres})
    found |= numbers.bindable(state.name) | numbers.bindable(state.on.isoformat())
    if state.movement is not None:
        moved = {"change_x10": state.movement.change_x10, "noise_x10": state.movement.noise_x10}
        found |= fact_numbers.of_facts(moved)
    for gate in state.gates:
        found |= fact_numbers.of_facts(gate.facts["progress"] or {})
    return found


def _texts(situation: Situation) -> Iterator[str]:
    yield from situation.packet.missing
    yield situation.packet.subject[:10]
    for pain in situation.pains:
        yield pain.because
        yield from pain.missing
    for state in situation.items:
        yield from (text for text, _ in state.limits)
    for one in situation.trained:
        yield one.name


def _limits(situation: Situation) -> set[str]:
    """Limits of the policy that a sentence may name."""
    own = situation.numbers
    named = {
        "amber": own.pain_amber_from,
        "red": own.pain_red_from,
        "cap_x10": own.amber_rpe_cap_x10,
        "easy_x10": own.easy_rpe_x10,
        "unverified_x10": own.unverified_rpe_cap_x10,
        "clear": own.gate_exposures,
        "during": own.gate_during_max,
        "days": own.longest_days,
        "percent": own.longest_pct,
        "scale": 10,
    }
    return set(fact_numbers.of_facts(named))


def _of_review(situation: Situation) -> set[str]:
    found: set[str] = set()
    for one in grounds.test_pairs(situation):
        found |= numbers.bindable(one.pair.why)
        pair = {
            "mean_x10": one.pair.mean_x10,
            "apart": one.pair.apart,
            "error_x10": one.pair.error_x10,
        }
        found |= fact_numbers.of_facts(pair)
        if one.after is not None:
            found |= fact_numbers.of_facts(one.after)
            found |= numbers.bindable(threshold_text(one.after["params"]))
        found |= numbers.bindable(threshold_text(one.rule.facts["params"]))
    for gap in grounds.missed_days(situation):
        counts = {"missed": gap.pattern.missed, "weeks": gap.pattern.weeks}
        found |= fact_numbers.of_facts(counts) | numbers.bindable(str(gap.day.facts["title"]))
        found |= fact_numbers.of_facts({"limit": -(-gap.pattern.weeks * 60 // 100)})
    found |= fact_numbers.of_facts({"needed": 2, "weeks": 6})
    return found
