"""The conservative branches that a prescription carries while anything is unresolved.

Evaluated by the athlete at the start of the session, in the order of its items.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.branch_lines import fatigue_branch, pain_branch, unverified_branch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.baseline.dosing import Dosed
    from coach.domain.draft import BranchDraft
    from coach.domain.situation import Situation


def branches(doses: Sequence[Dosed], situation: Situation) -> tuple[BranchDraft, ...]:
    """The branches of a session's items, in order."""
    found = []
    for one in doses:
        if one.dose is None:
            continue
        region = watched_region(one)
        if region is not None:
            found.append(pain_branch(one, one.dose, region, situation))
        elif one.state.unguided:
            found.append(unverified_branch(one, one.dose))
        elif one.state.gates or one.blocked:
            found.append(fatigue_branch(one, one.dose, situation))
    return tuple(found)


def watched_region(one: Dosed) -> str | None:
    """The region whose pain is unresolved for an item: hurting, or behind an open pain gate."""
    painful = one.state.hurting or next((p for p in one.state.pains if p.hurts), None)
    if painful is not None:
        return painful.region
    gated = (g.facts["region"] for g in one.state.gates if g.facts["signal"] == "pain")
    return next((str(region) for region in gated if region), None)
