"""Whether a proposal that waits still stands on its evidence: closed by code when a correction took its grounds.

Never opens, applies or changes one; what the plan says is not touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.domain import grounds
from decisions import clock
from decisions.selectors import known
from decisions.services.guard import Target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation
    from decisions.models import Stream
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


def closing(stream: Stream, situation: Situation) -> Iterator[Target]:
    """Targets that close proposals whose evidence was corrected so that nothing asks for them any more."""
    for waiting in grounds.waiting_proposals(situation):
        (proposal,) = known.at_positions(stream, [waiting.position])
        moved = _moved(stream, proposal)
        if not moved or _asked_for(situation, waiting):
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


def _asked_for(situation: Situation, proposal: PacketItem) -> bool:
    """Whether the evidence as it is now asks for the same change."""
    found = [(one.rule.surface, one.rule.key, one.after) for one in grounds.test_pairs(situation)]
    found += [(one.day.surface, one.day.key, one.after) for one in grounds.missed_days(situation)]
    return all((t["surface"], t["key"], t["after"]) in found for t in proposal.facts["targets"])
