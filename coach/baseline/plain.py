"""Workflows in which the built-in coach only says that it changes nothing: chat and import review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.domain.draft import Considered, Draft, Reason
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from coach.domain.situation import Situation


def plain(situation: Situation) -> Draft:
    """A draft that records that nothing follows."""
    cites = tuple(item.handle for item in situation.packet.items[:5])
    return Draft(
        outcome=Outcome.NO_CHANGE,
        summary="Nothing is changed here. Reports are kept as they were said; a wish starts a review.",
        reasons=(
            Reason(
                text="The built-in coach answers with its decisions, not in words.", cites=cites
            ),
        ),
        considered=(
            Considered(
                outcome=Outcome.NO_CHANGE, why="There is nothing to decide here.", chosen=True
            ),
        ),
    )
