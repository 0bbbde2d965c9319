"""What of a judged draft goes through: its own session, gates and bounds, as far as the ruling lets them.

A downgraded or refused draft never puts its own dose through. Nothing here is stronger than the ruling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.branches import branches
from coach.rules.drafted import as_dosed
from coach.rules.fallback import fallback_session
from coach.rules.shown import presentable
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from coach.domain.draft import Draft, SessionDraft
    from coach.domain.situation import Situation
    from decisions.domain.gate import Ruling


def issued_session(draft: Draft, ruling: Ruling, situation: Situation) -> SessionDraft | None:
    """The session to write: the draft's, where it stands as drafted; else the conservative one.

    Branches are always the computed ones, and texts that may not be shown say so.
    None where there is no session to write, for example one that was begun.
    """
    target = situation.target
    if target is None or target.done is not None:
        return None
    if draft.session is None or ruling.refused or ruling.outcome is not Outcome(draft.outcome):
        return fallback_session(situation)
    session = presentable(draft, situation).session
    assert session is not None
    computed = branches(as_dosed(session, situation), situation)
    return session.model_copy(update={"branches": computed})
