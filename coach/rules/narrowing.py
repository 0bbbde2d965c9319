"""What session analysis may set by itself: bounds that only narrow, for a few days, where it hurt."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.rules.gate_grounds import problem
from decisions.domain.gate import Holds, Refuses, Verdict
from plans.domain import constraints
from sessions.domain import regions as body

if TYPE_CHECKING:
    from coach.domain.draft import ConstraintDraft, Draft
    from coach.domain.situation import Situation

OWNER = "session_analysis"


def bounds_only_narrow(draft: Draft, situation: Situation, policy: Any) -> Verdict:
    """A bound limits, begins today or later, ends within days, and has pain behind it."""
    for bound in draft.constraints:
        against = _problem(bound, situation, policy["constraints"]["longest_days"])
        if against:
            return Refuses(f"{bound.title}: {against}")
    return Holds()


def gates_have_grounds(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Leave out every gate that cites no evidence of what it watches; the rest of the draft goes on."""
    del policy
    left_out = [(gate.title, problem(gate, situation)) for gate in draft.gates]
    said = "; ".join(f"the gate “{title}” is left out: {why}" for title, why in left_out if why)
    return Holds(said[:1000])


def _problem(bound: ConstraintDraft, situation: Situation, longest: int) -> str:
    facts = bound.model_dump(exclude={"cites"})
    complete = constraints.constraint({**facts, "owner": OWNER})
    first, last = date.fromisoformat(bound.starts_on), date.fromisoformat(bound.expires_on)
    if not constraints.limits(complete):
        return "it does not limit"
    if first < situation.today:
        return "it begins in the past"
    if (last - first).days + 1 > longest:
        return f"it lasts longer than {longest} days"
    if bound.exercise is None and bound.region is None:
        return "it is about everything"
    if not _hurts(bound, situation):
        return "no pain was reported that would ask for it"
    if _limited(complete, situation):
        return "the same is limited already; it goes to the review instead"
    return ""


def _hurts(bound: ConstraintDraft, situation: Situation) -> bool:
    loaded = set(situation.ground.regions(bound.exercise) or ()) if bound.exercise else set()
    if bound.region is not None:
        loaded.add(bound.region)
    return any(pain.hurts and body.any_same(pain.region, loaded) for pain in situation.pains)


def _limited(complete: dict[str, Any], situation: Situation) -> bool:
    """Whether a bound of its own on the same thing runs, or ended only the day before."""
    day_before = (date.fromisoformat(complete["starts_on"]) - timedelta(days=1)).isoformat()
    scope = ("field", "exercise", "region", "operator", "owner")
    return any(
        all(c.facts[name] == complete[name] for name in scope)
        and c.facts["status"] == "active"
        and c.facts["expires_on"] >= day_before
        for c in situation.packet.of("plans.constraint")
    )
