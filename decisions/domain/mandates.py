"""Mandates: what a workflow or person may write or propose. Data, checked in the kernel.

Default deny. The prompt is not a permission. There is no mandate for "the system".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from decisions.domain.errors import OutsideMandate
from decisions.domain.magnitude import Magnitude
from decisions.domain.outcomes import Outcome

STRUCTURE = frozenset({"plans.plan", "plans.block", "plans.planned_day", "plans.rule"})
EVIDENCE = frozenset(
    {
        "training_sessions.completed",
        "training_sessions.set",
        "training_sessions.daily",
        "training_sessions.injury",
        "training_sessions.exercise",
        "training_sessions.source",
    }
)
RECORD = frozenset({"decisions.decision"})
TACTICAL = frozenset(set(Outcome) - {Outcome.PROPOSE_STRUCTURAL})


@dataclass(frozen=True, slots=True)
class Mandate:
    """What one actor may do.

    Attributes:
        name: stable name, stored with everything written under it.
        writes: surfaces it may write.
        proposes: surfaces it may propose changes of.
        outcomes: outcomes its decisions may have.
        max_magnitude: the largest change one of its writes may amount to.
    """

    name: str
    writes: frozenset[str] = frozenset()
    proposes: frozenset[str] = frozenset()
    outcomes: frozenset[Outcome] = frozenset()
    max_magnitude: Magnitude = field(default=Magnitude.M1)


MANDATES = {
    mandate.name: mandate
    for mandate in (
        Mandate(
            "session_analysis",
            writes=RECORD | {"plans.gate", "plans.constraint", "decisions.hypothesis"},
            outcomes=TACTICAL,
            max_magnitude=Magnitude.T1,
        ),
        Mandate(
            "next_prescription",
            writes=RECORD | {"training_sessions.prescription"},
            outcomes=TACTICAL,
            max_magnitude=Magnitude.T2,
        ),
        Mandate(
            "chat",
            writes=RECORD
            | {"training_sessions.daily", "training_sessions.injury", "decisions.request"}
            | {"coach.preference", "coach.turn"},
            outcomes=TACTICAL,
        ),
        Mandate(
            "strategic_review",
            writes=RECORD | {"decisions.proposal"},
            proposes=STRUCTURE | {"decisions.finding"},
            outcomes=frozenset(
                {
                    Outcome.NO_CHANGE,
                    Outcome.MONITOR_ONLY,
                    Outcome.PROPOSE_STRUCTURAL,
                    Outcome.BLOCKED_UNKNOWN,
                }
            ),
        ),
        Mandate(
            "import_review",
            writes=RECORD,
            outcomes=frozenset({Outcome.NO_CHANGE, Outcome.MONITOR_ONLY, Outcome.BLOCKED_UNKNOWN}),
        ),
        Mandate("deriver", writes=frozenset({"plans.gate", "decisions.forecast"})),
        Mandate(
            "connector",
            writes=frozenset(
                {
                    "training_sessions.completed",
                    "training_sessions.set",
                    "training_sessions.source",
                    "training_sessions.exercise",
                    "training_sessions.daily",
                }
            ),
        ),
        Mandate(
            "coach",
            writes=STRUCTURE
            | {"plans.constraint", "plans.gate", "training_sessions.prescription"}
            | {"decisions.proposal", "decisions.policy", "decisions.finding"},
            max_magnitude=Magnitude.P1,
        ),
        Mandate(
            "athlete",
            writes=EVIDENCE | {"plans.constraint", "decisions.request", "coach.preference"},
        ),
        Mandate("administrator", writes=frozenset({"decisions.policy"})),
        Mandate("api_token", writes=EVIDENCE | {"decisions.request"}),
    )
}


def require(mandate: Mandate, surface: str, magnitude: Magnitude = Magnitude.M0) -> None:
    """Refuse a write outside the mandate.

    Raises:
        OutsideMandate: surface or magnitude is not covered.
    """
    if surface not in mandate.writes:
        allowed = ", ".join(sorted(mandate.writes)) or "nothing"
        raise OutsideMandate(f"{mandate.name} may not write {surface}; it may write {allowed}")
    if magnitude > mandate.max_magnitude:
        allowed = mandate.max_magnitude.name
        raise OutsideMandate(f"{mandate.name} may change up to {allowed}, not {magnitude.name}")


def require_proposal(mandate: Mandate, surface: str) -> None:
    """Refuse a proposal outside the mandate.

    Raises:
        OutsideMandate: the surface is not one the mandate may propose changes of.
    """
    if surface not in mandate.proposes:
        raise OutsideMandate(f"{mandate.name} may not propose changes of {surface}")
