"""How an item of the log looks in a packet: handle letters, and the part of its facts that is shown."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from coach.domain.packet import PacketItem
from decisions import registry
from decisions.models.dialect import stamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.retrieval.candidates import Candidate
    from decisions.selectors.known import Known

_LETTERS = {
    "plans.gate": "G",
    "plans.constraint": "C",
    "plans.plan": "P",
    "plans.block": "P",
    "plans.planned_day": "P",
    "plans.rule": "P",
    "training_sessions.prescription": "R",
    "decisions.decision": "D",
    "decisions.proposal": "D",
    "decisions.finding": "F",
    "decisions.forecast": "F",
}
_DECISION = (
    "number",
    "workflow",
    "subject",
    "outcome",
    "summary",
    "carried",
    "next_look",
    "monitor",
    "answers",
    "occasion",
)
_PROPOSAL = ("number", "state", "title", "kind", "targets", "closed", "opened_on", "expires_on")


def letters(surfaces: Sequence[str]) -> list[str]:
    """Handles for surfaces in order: E1, E2, G1 and so on."""
    count: Counter[str] = Counter()
    handles = []
    for surface in surfaces:
        letter = _LETTERS.get(surface, "E")
        count[letter] += 1
        handles.append(f"{letter}{count[letter]}")
    return handles


def packet_item(known: Known, *, handle: str, rank: int, form: str) -> PacketItem:
    """A known item as a reasoner sees it. Its evidence type is the log's."""
    facts = known.facts or {}
    sentence = registry.get(known.surface).sentence(facts) if known.facts else "erased"
    return PacketItem(
        handle=handle,
        rank=rank,
        surface=known.surface,
        key=known.key,
        position=known.position,
        evidence=known.evidence,
        local_date=known.local_date.isoformat() if known.local_date else None,
        recorded_at=stamp(known.recorded_at)[:19].replace(" ", "T") + "Z",
        facts=part(known.surface, facts),
        sentence=sentence,
        form=form,
    )


def part(surface: str, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts that are shown: decisions without their own context and reply."""
    names = {"decisions.decision": _DECISION, "decisions.proposal": _PROPOSAL}.get(surface)
    return facts if names is None else {name: facts.get(name) for name in names}


def tokens(candidate: Candidate, form: str) -> int:
    """A cheap upper estimate of what an item costs in a context."""
    known = candidate.item
    facts = part(known.surface, known.facts or {})
    sentence = registry.get(known.surface).sentence(known.facts or {})
    text = len(sentence) + len(known.key) + 60
    if form == "full":
        text += len(str(facts))
    return text // 3 + 1
