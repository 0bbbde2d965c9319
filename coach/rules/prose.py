"""Numbers in prose: each has to be a number of a cited item, of the drafted dose, or a computed one.

A sentence with any other number is withheld, and so is one that claims a measurement without citing
one. Nothing is refused for its words alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coach.rules import numbers
from coach.rules.computed import computed
from decisions.domain.evidence import Evidence
from decisions.domain.gate import Holds, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from coach.domain.draft import Draft
    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation

MEASURED = ("observed", "measured", "recorded by a device")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a draft, with the handles that it cites."""

    text: str
    cites: tuple[str, ...]


def numbers_are_bound(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Withhold what is not bound; see `withheld`."""
    del policy
    hidden = withheld(draft, situation)
    return Holds(f"{len(hidden)} sentences are withheld" if hidden else "")


def withheld(draft: Draft, situation: Situation) -> tuple[str, ...]:
    """The sentences of a draft that may not be shown, in the order in which they stand."""
    free = computed(draft, situation)
    items = {item.handle: item for item in situation.packet.items}
    values: dict[str, frozenset[str]] = {}
    for sentence in sentences(draft):
        for handle in set(sentence.cites) - values.keys():
            values[handle] = _values([items[handle]]) if handle in items else frozenset()
    found = [
        sentence.text
        for sentence in sentences(draft)
        if not _bound(sentence, values, free) or not _claims_hold(sentence, items)
    ]
    return tuple(dict.fromkeys(found))


def unbound_thresholds(draft: Draft, situation: Situation) -> tuple[str, ...]:
    """Names of threshold lines whose value or limit nothing in the packet supports."""
    free = computed(draft, situation)
    cited = _values(situation.packet.items)
    return tuple(
        line.name
        for line in draft.thresholds
        for text in (line.value, line.limit)
        if text is not None and not numbers.inside(text, free | cited)
    )


def sentences(draft: Draft) -> Iterator[Sentence]:
    """Every sentence of a draft that a person would read."""
    every = _everything_cited(draft)
    yield Sentence(draft.summary, every)
    for reason in draft.reasons:
        yield Sentence(reason.text, reason.cites)
    for option in draft.considered:
        yield Sentence(option.why, (*option.cites, *every))
    for unknown in draft.unknown:
        yield Sentence(unknown.text, (*unknown.cites, *every))
    for text in (*draft.monitor, *draft.carried, *(look.text for look in draft.looks)):
        yield Sentence(text, every)
    for line in draft.thresholds:
        yield Sentence(line.note, every)
    if draft.escalate is not None:
        yield Sentence(draft.escalate.because, draft.escalate.cites)
    yield from _of_session(draft, every)
    yield from _of_state(draft, every)


def _of_session(draft: Draft, every: tuple[str, ...]) -> Iterator[Sentence]:
    if draft.session is None:
        return
    yield Sentence(draft.session.reason, every)
    for text in draft.session.kept:
        yield Sentence(text, every)
    for item in draft.session.items:
        if item.why is not None:
            yield Sentence(item.why, (*item.cites, *every))


def _of_state(draft: Draft, every: tuple[str, ...]) -> Iterator[Sentence]:
    for gate in draft.gates:
        yield Sentence(gate.title, (*gate.cites, *every))
    for bound in draft.constraints:
        yield Sentence(bound.title, (*bound.cites, *every))
        yield Sentence(bound.reason, (*bound.cites, *every))
    if draft.proposal is not None:
        yield Sentence(draft.proposal.title, every)
        for reason in draft.proposal.why:
            yield Sentence(reason.text, reason.cites)
        for option in draft.proposal.alternatives:
            yield Sentence(option.why, (*option.cites, *every))


def _everything_cited(draft: Draft) -> tuple[str, ...]:
    found = [h for reason in draft.reasons for h in reason.cites]
    found += [h for unknown in draft.unknown for h in unknown.cites]
    if draft.session is not None:
        found += [h for item in draft.session.items for h in item.cites]
    if draft.proposal is not None:
        found += [h for reason in draft.proposal.why for h in reason.cites]
    return tuple(dict.fromkeys(found))


def _bound(sentence: Sentence, values: dict[str, frozenset[str]], free: frozenset[str]) -> bool:
    """Whether every number is free, of a cited item, or counts at most the cited items."""
    rest = numbers.of_text(sentence.text) - free
    if not rest:
        return True
    small = {numbers.plain(count) for count in range(len(sentence.cites) + 1)}
    return rest <= small.union(*(values[handle] for handle in sentence.cites))


def _values(items: Iterable[PacketItem]) -> frozenset[str]:
    found: set[str] = set()
    for item in items:
        found |= numbers.of_facts(item.facts)
        found |= numbers.of_text(item.sentence)
        if item.local_date is not None:
            found |= numbers.of_text(item.local_date)
    return frozenset(found)


def _claims_hold(sentence: Sentence, items: dict[str, PacketItem]) -> bool:
    """Whether a sentence that says it was measured cites something that was."""
    if not any(word in sentence.text.lower() for word in MEASURED):
        return True
    kinds = {items[handle].evidence for handle in sentence.cites if handle in items}
    return Evidence.OBSERVED.value in kinds
