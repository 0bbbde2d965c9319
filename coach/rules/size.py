"""How large the change of a drafted session may be: inside the mandate, and fitting its outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.rules.sized import differs, sized
from decisions.domain.gate import Downgrades, Holds, Refuses, Verdict
from decisions.domain.mandates import MANDATES
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.situation import Situation


def magnitude_is_inside_the_mandate(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """The computed size stays inside the mandate, and large changes only ever reduce."""
    del policy
    if draft.session is None or not situation.items:
        return Holds()
    found = sized(situation, draft.session)
    most = MANDATES[situation.packet.workflow].max_magnitude
    why = "; ".join(found.because) or "see the diff"
    if found.magnitude > most:
        return Refuses(f"the change is {found.magnitude.name}, allowed is {most.name}: {why}")
    if not found.automatic:
        return Refuses(f"a {found.magnitude.name} change that raises something: {why}")
    return Holds(f"computed as {found.magnitude.name}")


def dose_fits_the_outcome(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """NO_CHANGE writes the stated or held dose; an adjustment that adjusts nothing is NO_CHANGE."""
    del policy
    if draft.session is None or not situation.items or situation.alarms:
        return Holds()
    changed = differs(situation, draft.session)
    if changed and draft.outcome in (Outcome.NO_CHANGE, Outcome.MONITOR_ONLY):
        return Refuses(f"{draft.outcome.value} with another dose than the stated or held one")
    if not changed and draft.outcome == Outcome.TACTICAL_ADJUST:
        return Downgrades(Outcome.NO_CHANGE, "the dose is the stated or held one")
    return Holds()
