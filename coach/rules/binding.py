"""Whether one sentence is bound: its numbers to cited items or computed ones, its claims to a measurement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.rules import fact_numbers, numbers
from decisions.domain.evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coach.domain.packet import PacketItem
    from coach.rules.sentences import Sentence

MEASURED = ("observed", "measured", "recorded by a device")


def bound(sentence: Sentence, values: dict[str, frozenset[str]], free: frozenset[str]) -> bool:
    """Whether every number is free, of a cited item, or counts at most the cited items.

    A number with a unit ("5 kg", "fifty reps") is a quantity and counts nothing.
    """
    rest = numbers.bindable(sentence.text) - free
    rest = rest.difference(*(values[handle] for handle in sentence.cites))
    small = {numbers.plain(count) for count in range(len(sentence.cites) + 1)}
    return rest <= small - numbers.measured(sentence.text)


def values_of(items: Iterable[PacketItem]) -> frozenset[str]:
    """Every number of some items, of their sentences and dates, in every form."""
    found: set[str] = set()
    for item in items:
        found |= fact_numbers.of_facts(item.facts)
        found |= numbers.bindable(item.sentence)
        if item.local_date is not None:
            found |= numbers.bindable(item.local_date)
    return frozenset(found)


def claims_hold(sentence: Sentence, items: dict[str, PacketItem]) -> bool:
    """Whether a sentence that says it was measured cites something that was."""
    if not any(word in sentence.text.lower() for word in MEASURED):
        return True
    kinds = {items[handle].evidence for handle in sentence.cites if handle in items}
    return Evidence.OBSERVED.value in kinds
