"""What was considered for a session, the chosen one among it; leaving things alone always is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.d02_correction import reduces, wishes
from coach.domain import wording
from coach.domain.draft import Considered
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.baseline.dosing import Dosed
    from coach.domain.situation import Situation

CHOSEN = {
    Outcome.NO_CHANGE: "The plan's dose, or the held one behind an open gate.",
    Outcome.TACTICAL_ADJUST: "Less in this one session; the plan stays as it is.",
    Outcome.ESCALATE_TO_STRATEGIC: "Repeated misses are a matter for the review, not for one session.",
    Outcome.BLOCKED_UNKNOWN: "What would decide is not known; nothing rises until it is.",
}


def alternatives(
    doses: Sequence[Dosed], outcome: Outcome, situation: Situation
) -> tuple[Considered, ...]:
    """The alternatives of a session, the chosen one first."""
    cites = tuple(dict.fromkeys(h for one in doses for b in one.bearings for h in b.cites))[:40]
    found = [Considered(outcome=outcome, why=CHOSEN[outcome], cites=cites, chosen=True)]
    if outcome != Outcome.NO_CHANGE:
        found.append(_unchanged(doses))
    found += [_risen(one) for one in doses if one.state.waits][:2]
    found += _lighter(doses, outcome)
    if any(one.state.waits for one in doses):
        why = "An extra set to make up the held step is refused: no volume is added for it."
        found.append(Considered(outcome=Outcome.TACTICAL_ADJUST, why=why))
    found += [
        Considered(
            outcome=Outcome.TACTICAL_ADJUST,
            why="More was asked for. A wish starts a review; it moves no dose, gate or constraint.",
            cites=(wish.handle,),
        )
        for wish in wishes(situation)
        if not reduces(wish)
    ][:1]
    return tuple(found[:10])


def _unchanged(doses: Sequence[Dosed]) -> Considered:
    changed = next((one for one in doses if one.changed), None)
    if changed is None:
        return Considered(
            outcome=Outcome.NO_CHANGE, why="Leaving it as planned does not answer it."
        )
    rule = next((b for b in changed.bearings if b.removes or b.dose is not None), None)
    name = wording.begun(changed.state.name)
    because = "a bound lowers it" if rule is None else _short(rule.rule)
    return Considered(
        outcome=Outcome.NO_CHANGE,
        why=f"{name} at {wording.dose(changed.state.reference)} is refused: {because}.",
        cites=() if rule is None else rule.cites,
    )


def _short(rule: str) -> str:
    return {
        "D0": "data behind it are missing",
        "D2": "less was asked for",
        "D4": "pain in a region that it loads",
        "D5": "a constraint bounds it",
        "D12": "history does not carry it",
    }.get(rule, "a rule lowers it")


def _risen(one: Dosed) -> Considered:
    return Considered(
        outcome=Outcome.TACTICAL_ADJUST,
        why=(
            f"{wording.begun(one.state.name)} at {wording.load(one.state.stated)}, the plan's step, is "
            "refused: nothing behind an unresolved gate rises."
        ),
        cites=tuple(gate.handle for gate in one.state.gates),
    )


def _lighter(doses: Sequence[Dosed], outcome: Outcome) -> list[Considered]:
    if outcome != Outcome.NO_CHANGE:
        return []
    watched = [(one, pain) for one in doses for pain in one.state.pains if one.state.gates]
    if not watched:
        return []
    one, pain = watched[0]
    where = pain.region.replace("_", " ")
    return [
        Considered(
            outcome=Outcome.TACTICAL_ADJUST,
            why=f"{wording.begun(one.state.name)} lighter is not needed: the {where} {pain.because}.",
            cites=pain.cites,
        )
    ]
