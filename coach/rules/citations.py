"""What a draft cites: only what stands in its packet, of the kind that the log says, and eligible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from decisions.domain.evidence import Evidence
from decisions.domain.gate import Downgrades, Holds, Refuses, Verdict
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.domain.draft import Draft
    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation

CHANGES = frozenset({Outcome.TACTICAL_ADJUST, Outcome.PROPOSE_STRUCTURAL})
WEAK = frozenset({Evidence.HYPOTHESIS.value, Evidence.UNKNOWN.value})


class Cited(Protocol):
    """A part of a draft that cites."""

    @property
    def cites(self) -> tuple[str, ...]: ...


STATEMENTS = frozenset({"decisions.decision", "decisions.proposal", "coach.turn"})
"""What the system said itself: never evidence, however often it is repeated."""


def citations_resolve(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Every handle stands for an item of this packet."""
    del policy
    known = {item.handle for item in situation.packet.items}
    invented = sorted(set(every_citation(draft)) - known)
    if invented:
        return Refuses(f"it cites what is not in its context: {', '.join(invented[:10])}")
    return Holds()


def evidence_is_of_the_logs_kind(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """A change rests on at least one item that the log holds as evidence, not on hypotheses alone."""
    del policy
    if draft.outcome not in CHANGES:
        return Holds()
    cited = [item for handle in grounds_cited(draft) if (item := _item(situation, handle))]
    if any(item.evidence not in WEAK and item.surface not in STATEMENTS for item in cited):
        return Holds()
    return Downgrades(Outcome.MONITOR_ONLY, "a change that cites no evidence of the log")


def flagged_data_is_unused(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Flagged evidence may be asked about; nothing may rest on it."""
    del policy
    flagged = situation.flagged()
    used = sorted(set(grounds_cited(draft)) & set(flagged))
    if used:
        why = ", ".join(f"{handle} ({', '.join(flagged[handle])})" for handle in used[:5])
        return Refuses(f"it rests on flagged data: {why}")
    return Holds()


def findings_are_eligible(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """A finding or forecast that nobody may act on is not acted on."""
    del policy
    for handle in grounds_cited(draft):
        item = _item(situation, handle)
        if item is None:
            continue
        if item.surface == "decisions.finding" and item.facts["status"] != "eligible":
            return Refuses(f"{handle} is a finding that is {item.facts['status']}")
        if item.surface == "decisions.forecast" and not _current(item, situation):
            return Refuses(f"{handle} is a forecast that is not eligible, or expired")
    return Holds()


def every_citation(draft: Draft) -> Iterator[str]:
    """Every handle anywhere in a draft."""
    yield from grounds_cited(draft)
    for option in draft.considered:
        yield from option.cites
    for unknown in draft.unknown:
        yield from unknown.cites
    if draft.proposal is not None:
        for option in draft.proposal.alternatives:
            yield from option.cites


def grounds_cited(draft: Draft) -> Iterator[str]:
    """Handles that what a draft does rests on; what it only considered or asks about is left out."""
    entries: list[Cited] = [*draft.reasons, *draft.gates, *draft.constraints]
    if draft.session is not None:
        entries += draft.session.items
    if draft.proposal is not None:
        entries += draft.proposal.why
    if draft.escalate is not None:
        entries.append(draft.escalate)
    for entry in entries:
        yield from entry.cites


def _item(situation: Situation, handle: str) -> PacketItem | None:
    return situation.packet.by_handle(handle)


def _current(item: PacketItem, situation: Situation) -> bool:
    return bool(item.facts["eligible"]) and item.facts["expires_on"] >= situation.packet.today
