"""The end of a reply that is no draft: BLOCKED_UNKNOWN, said so, and nothing written from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.domain.draft import Considered, Draft, Reason
from coach.workflows.thinking import Judged, situation_of
from decisions.domain.gate import Refuses, Ruling
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from coach.domain.packet import Packet

RULE = "a_reply_is_a_draft"


def judged(packet: Packet, because: str) -> Judged:
    """What is recorded when the reply could not be read.

    Args:
        because: which field is wrong; never the reply itself.
    """
    draft = Draft(
        outcome=Outcome.BLOCKED_UNKNOWN,
        summary="The reply of the model could not be used.",
        reasons=(Reason(text=f"The reply is no draft: {because}"[:600]),),
        considered=(
            Considered(
                outcome=Outcome.BLOCKED_UNKNOWN,
                why="Nothing usable was drafted, so nothing is decided.",
                chosen=True,
            ),
            Considered(
                outcome=Outcome.NO_CHANGE, why="Not claimed: nobody looked at the evidence."
            ),
        ),
    )
    verdict = Refuses(because)
    ruling = Ruling(Outcome.BLOCKED_UNKNOWN, ((RULE, verdict),), refused=True)
    return Judged(situation_of(packet), draft, ruling, ())
