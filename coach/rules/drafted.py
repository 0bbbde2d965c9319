"""The doses that a draft gives, each with the planned item that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.dosing import Dosed, dosed
from coach.domain import issue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.domain.draft import Draft, SessionDraft
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation
    from plans.domain.items import Dose


def drafted_items(draft: Draft, situation: Situation) -> Iterator[tuple[ItemState | None, Dose]]:
    """Every drafted dose with the planned item that it is about, None where there is none."""
    if draft.session is None:
        return
    for entry in draft.session.items:
        state = situation.item(entry.id)
        yield state, issue.read(entry, state)


def as_dosed(session: SessionDraft, situation: Situation) -> list[Dosed]:
    """A drafted session as the built-in coach would hold it, for the branches that belong to it."""
    found = []
    for entry in session.items:
        state = situation.item(entry.id)
        if state is not None:
            found.append(Dosed(state, issue.read(entry, state), dosed(state, situation).bearings))
    return found
