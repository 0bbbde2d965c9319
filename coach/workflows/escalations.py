"""Whether an escalation is about something that a review was asked about already: one review per cause.

The cause is what the run cited for it: sessions and reports, however often they are judged again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.domain.replies import UnreadableReply, parse
from coach.domain.shapes import SHAPES
from decisions.domain.outcomes import Outcome
from decisions.selectors import known

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from decisions.models import Stream
    from decisions.selectors.known import Known

SURFACE = "decisions.decision"
LOOKED_THROUGH = 200
"""How many of the newest decisions are looked through."""


def asked_before(stream: Stream, event: Known, asked: Callable[[str], bool]) -> bool:
    """Whether a review answered, or was asked about, an earlier escalation of the same cause.

    Args:
        event: a decision that escalates.
        asked: whether a review was enqueued for a decision, by its key.
    """
    decided = known.latest(stream, SURFACE, limit=LOOKED_THROUGH, up_to=event.position)
    answered = _answered(decided)
    causes = _causes(stream, decided)
    mine = causes.pop(event.key)
    return any(mine <= cause and (key in answered or asked(key)) for key, cause in causes.items())


def unanswered(stream: Stream, decided: Sequence[Known]) -> frozenset[str]:
    """Keys of the escalations whose cause no review has answered.

    Args:
        decided: the decisions to look through.
    """
    answered = _answered(decided)
    causes = _causes(stream, decided)
    known_causes = [cause for key, cause in causes.items() if key in answered]
    return frozenset(
        key
        for key, cause in causes.items()
        if key not in answered and not any(cause <= one for one in known_causes)
    )


def _answered(decided: Sequence[Known]) -> set[str | None]:
    return {(one.facts or {}).get("answers") for one in decided}


def _causes(stream: Stream, decided: Sequence[Known]) -> dict[str, frozenset[str]]:
    """Sessions and reports that each escalation rests on; its subject where it names none."""
    positions = {
        one.key: _positions(one.facts)
        for one in decided
        if one.facts is not None and one.facts["outcome"] == Outcome.ESCALATE_TO_STRATEGIC
    }
    wanted = {position for own in positions.values() for position in own}
    names = {
        one.position: one.key.partition("#")[0]
        for one in known.at_positions(stream, wanted)
        if one.surface.startswith("training_sessions.")
    }
    subjects = {one.key: (one.facts or {}).get("subject", one.key) for one in decided}
    return {
        key: frozenset(names[p] for p in own if p in names) or frozenset({subjects[key]})
        for key, own in positions.items()
    }


def _positions(facts: dict[str, Any]) -> set[int]:
    """Positions of what an escalation cites for itself."""
    try:
        drafted = parse(facts["reply"], SHAPES[facts["workflow"]])
    except UnreadableReply:
        return set()
    cites = set(drafted.escalate.cites) if drafted.escalate is not None else set()
    return {e["position"] for e in facts["manifest"]["included"] if e["handle"] in cites}
