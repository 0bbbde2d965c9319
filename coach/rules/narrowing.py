"""What session analysis may set by itself: bounds that only narrow, for a few days, where it hurt."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from decisions.domain.gate import Holds, Refuses, Verdict
from plans.domain import constraints
from sessions.domain import regions as body

if TYPE_CHECKING:
    from coach.domain.draft import ConstraintDraft, Draft, GateDraft
    from coach.domain.situation import Situation

OWNER = "session_analysis"


def bounds_only_narrow(draft: Draft, situation: Situation, policy: Any) -> Verdict:
    """A bound limits, begins today or later, ends within days, and has pain behind it."""
    for bound in draft.constraints:
        problem = _problem(bound, situation, policy["constraints"]["longest_days"])
        if problem:
            return Refuses(f"{bound.title}: {problem}")
    return Holds()


def gates_have_grounds(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """A gate watches pain that is there, or waits for a person over evidence that it cites."""
    del policy
    for gate in draft.gates:
        problem = _gate_problem(gate, situation)
        if problem:
            return Refuses(f"{gate.title}: {problem}")
    return Holds()


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


def _gate_problem(gate: GateDraft, situation: Situation) -> str:
    if gate.criterion.kind == "consecutive_exposures":
        if gate.region is None:
            return "pain is read in a region, and none is named"
        if None in (
            gate.criterion.count,
            gate.criterion.during_max,
            gate.criterion.next_morning_max,
        ):
            return "its criterion is not whole"
        hurts = any(p.hurts and body.same(p.region, gate.region) for p in situation.pains)
        return "" if hurts else "no pain was reported that would ask for it"
    if not gate.criterion.text:
        return "it does not say what a person has to do"
    items = [situation.packet.by_handle(handle) for handle in gate.cites]
    told = any(item is not None and item.surface.startswith("training_sessions.") for item in items)
    return "" if told else "it cites no evidence"
