"""What of a judged draft goes through: its own session, gates and bounds, as far as the ruling lets them.

A downgraded or refused draft never puts its own dose through. Nothing here is stronger than the ruling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.branches import branches
from coach.baseline.dosing import Dosed, dosed
from coach.domain.issue import read
from coach.rules import prose
from coach.rules.fallback import fallback_session
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from coach.domain.draft import Draft, SessionDraft
    from coach.domain.situation import Situation
    from decisions.domain.gate import Ruling


def issued_session(draft: Draft, ruling: Ruling, situation: Situation) -> SessionDraft | None:
    """The session to write: the draft's, where it stands as drafted; else the conservative one.

    Branches are always the computed ones, and sentences that may not be shown are replaced.
    None where there is no session to write, for example one that was begun.
    """
    target = situation.target
    if target is None or target.done is not None:
        return None
    if draft.session is None or ruling.refused or ruling.outcome is not Outcome(draft.outcome):
        return fallback_session(situation)
    hidden = set(prose.withheld(draft, situation))
    session = draft.session
    return session.model_copy(
        update={
            "items": tuple(
                item.model_copy(update={"why": None}) if item.why in hidden else item
                for item in session.items
            ),
            "branches": branches(_as_dosed(session, situation), situation),
            "reason": "See the decision." if session.reason in hidden else session.reason,
            "kept": tuple(text for text in session.kept if text not in hidden),
        }
    )


def _as_dosed(session: SessionDraft, situation: Situation) -> list[Dosed]:
    found = []
    for entry in session.items:
        state = situation.item(entry.id)
        if state is not None:
            found.append(Dosed(state, read(entry, state), dosed(state, situation).bearings))
    return found
