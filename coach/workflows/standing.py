"""Whether a proposal that waits still stands on its evidence: closed by code when a correction took its grounds.

Never opens, applies or changes one; what the plan says is not touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.domain import grounds
from decisions import clock
from decisions.domain.mandates import MANDATES
from decisions.selectors import known
from decisions.services import guard
from decisions.services.guard import Occasion, Target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.domain.situation import Situation
    from decisions.models import Athlete, Stream
    from decisions.selectors.known import Known

SURFACE = "decisions.proposal"
EVIDENCE = "training_sessions."


def rests_on(stream: Stream, position: int) -> bool:
    """Whether a proposal that nobody decided yet names an event among its evidence."""
    return any(
        item.facts is not None
        and item.facts["state"] in grounds.OPEN
        and position in item.facts["evidence"]
        for item in known.known(stream, ranges=[known.Range(SURFACE)])
    )


def close_lapsed(athlete: Athlete, situation: Situation, occasion: str) -> bool:
    """Close proposals that a correction took the grounds of, before a review says what waits.

    Args:
        occasion: of the review; a repeat of it is answered the same.

    Returns:
        Whether one was closed: what was read before is out of date then.
    """
    targets = list(_closing(athlete.stream, situation))
    if not targets:
        return False
    intent = Occasion(
        stream=athlete.stream.pk,
        mandate=MANDATES["strategic_review"],
        subject="proposals without grounds",
        occasion=f"{occasion}@{max(t.basis for t in targets)[0]}",
        actor="run:strategic_review",
    )
    return guard.write(intent, targets, same_payload=False).outcome == "applied"


def decided_meanwhile(stream: Stream, situation: Situation) -> bool:
    """Whether a proposal that a review saw waiting was decided while it thought."""
    return any(
        known.now(stream, SURFACE, waiting.key).position != waiting.position
        for waiting in grounds.waiting_proposals(situation)
    )


def _closing(stream: Stream, situation: Situation) -> Iterator[Target]:
    """Targets that close proposals whose evidence was corrected so that nothing asks for them any more."""
    for waiting in grounds.waiting_proposals(situation):
        (proposal,) = known.at_positions(stream, [waiting.position])
        moved = _moved(stream, proposal)
        if not moved or grounds.still_asked(situation, waiting):
            continue
        reason = f"what it rested on was corrected: {', '.join(moved)}"[:400]
        at = clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
        closed = {"by": "strategic_review", "at": at, "reason": reason}
        yield Target(
            surface=SURFACE,
            key=proposal.key,
            intended={**(proposal.facts or {}), "state": "SUPERSEDED", "closed": closed},
            reviewed=proposal.fingerprint,
            fact_type="decision",
            evidence="derived",
            reasoning=reason,
            basis=(waiting.position,),
        )


def _moved(stream: Stream, proposal: Known) -> list[str]:
    """Keys of evidence that was corrected or taken back since the proposal was written."""
    events = known.at_positions(stream, (proposal.facts or {})["evidence"])
    return [
        event.key
        for event in events
        if event.surface.startswith(EVIDENCE)
        and known.now(stream, event.surface, event.key).position != event.position
    ]
