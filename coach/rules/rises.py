"""What may not rise: what an open gate guards, what hurts, and a dose that a person set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.d04_pain import amber_dose
from coach.rules.drafted import drafted_items
from coach.rules.sized import increments
from decisions.domain.gate import Holds, Refuses, Verdict
from plans.domain import diff
from plans.domain.items import SessionDose

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.situation import Situation
    from plans.domain.items import Dose


def nothing_rises_behind_a_gate(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Nothing that an open gate guards is harder than the stated or the last verified dose."""
    del policy
    for state, dose in drafted_items(draft, situation):
        if state is None or not state.gates:
            continue
        rising = _rising(state.reference, dose, situation)
        if rising:
            titles = ", ".join(str(gate.facts["title"]) for gate in state.gates)
            return Refuses(f"{rising[0].path} rises behind an unresolved gate: {titles}")
    return Holds()


def pain_is_respected(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """What loads a red region is left out; what loads an amber one stays below the amber dose."""
    del policy
    for state, dose in drafted_items(draft, situation):
        pain = None if state is None else state.hurting
        if state is None or pain is None:
            continue
        where = pain.region.replace("_", " ")
        if pain.level == "red":
            if dose.kind == "endurance" or dose.sets != 0:
                return Refuses(f"{state.name} loads the {where}, which is red")
            continue
        most = amber_dose(state, situation.numbers)
        rising = _rising(most, dose, situation)
        if rising:
            return Refuses(f"{rising[0].path} is above what an amber {where} allows")
    return Holds()


def no_owner_is_contradicted(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """A dose that a person set for this session is not raised."""
    del policy
    for state, dose in drafted_items(draft, situation):
        if state is None or state.corrected is None:
            continue
        rising = _rising(state.corrected, dose, situation)
        if rising:
            return Refuses(f"{rising[0].path} is above the dose that a person set")
    return Holds()


def _rising(before: Dose, after: Dose, situation: Situation) -> tuple[diff.Change, ...]:
    changes = diff.diff(
        SessionDose((before,)),
        SessionDose((after,)),
        situation.change_policy,
        increments(situation),
    )
    return diff.rising(changes, before.item)
