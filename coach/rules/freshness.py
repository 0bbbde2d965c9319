"""Whether what a draft decides about is there, is current, and lies ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain.gate import Holds, Refuses, Verdict

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.situation import Situation


def the_subject_is_known(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """A session is dosed only with its planned day in the context; one is analysed only when done."""
    del policy
    target = situation.target
    if (
        draft.session is not None
        and draft.session.items
        and (target is None or target.planned is None)
    ):
        return Refuses("the planned day of this session is not in the context")
    if (draft.gates or draft.constraints) and (target is None or target.done is None):
        return Refuses("the session that is analysed is not in the context")
    return Holds()


def the_subject_lies_ahead(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """No session of the past is prescribed."""
    del policy
    target = situation.target
    if draft.session is not None and target is not None and target.on < situation.today:
        return Refuses(f"the session was due on {target.on.isoformat()}")
    return Holds()
