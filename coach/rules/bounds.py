"""What no tactical draft may cross, whatever it changes: a suspension, and every active constraint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.domain.item_view import sided
from coach.rules.drafted import drafted_items
from decisions.domain.gate import Holds, Refuses, Verdict
from plans.domain.bounds import violations
from plans.domain.constraints import value_text

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.situation import Situation


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
