"""What no tactical draft may cross: suspension, constraints, open gates, pain, a person's own dose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.d04_pain import amber_dose
from coach.domain import issue
from coach.domain.item_view import sided
from coach.rules.size import increments
from decisions.domain.gate import Holds, Refuses, Verdict
from plans.domain import diff
from plans.domain.bounds import violations
from plans.domain.constraints import value_text
from plans.domain.items import SessionDose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.domain.draft import Draft
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation
    from plans.domain.items import Dose


def training_is_not_suspended(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """While red-flag words wait for a person, no session holds anything."""
    del policy
    if situation.alarms and draft.session is not None and draft.session.items:
        return Refuses(f"all training is suspended: {situation.alarms[0].sign}")
    return Holds()


def no_constraint_is_violated(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Every field lies inside every active constraint; an unknown value does not."""
    del policy
    target = situation.target
    if draft.session is None or target is None:
        return Holds()
    found = violations(
        [dose for _, dose in drafted_items(draft, situation)],
        {c.key: c.facts for c in situation.packet.of("plans.constraint")},
        target.on,
        lambda subject: sided(situation.ground.regions(subject)),
    )
    if not found:
        return Holds()
    first = found[0]
    value = "unknown" if first.value is None else value_text(first.field, first.value)
    return Refuses(f"{first.subject}: {first.field} {value} is outside {', '.join(first.keys)}")


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


def drafted_items(draft: Draft, situation: Situation) -> Iterator[tuple[ItemState | None, Dose]]:
    """Every drafted dose with the planned item that it is about, None where there is none."""
    if draft.session is None:
        return
    for entry in draft.session.items:
        state = situation.item(entry.id)
        yield state, issue.read(entry, state)


def _rising(before: Dose, after: Dose, situation: Situation) -> tuple[diff.Change, ...]:
    changes = diff.diff(
        SessionDose((before,)),
        SessionDose((after,)),
        situation.change_policy,
        increments(situation),
    )
    return diff.rising(changes, before.item)
