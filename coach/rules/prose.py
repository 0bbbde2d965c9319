"""Which texts of a draft are withheld, because a number or a claim in them is not borne out.

Nothing is refused for its words alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.rules import claims, numbers
from coach.rules.binding import bound, claims_hold, values_of
from coach.rules.computed import computed
from coach.rules.gate_grounds import sound_gates
from coach.rules.sentences import sentences
from decisions.domain.gate import Holds, Verdict

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.situation import Situation

WITHHELD = "A sentence is withheld: nothing that is cited supports a number or claim in it."


def numbers_are_bound(draft: Draft, situation: Situation, policy: object) -> Verdict:
    """Withhold what is not bound; see `withheld`."""
    del policy
    hidden = withheld(draft, situation)
    return Holds(f"{len(hidden)} sentences are withheld" if hidden else "")


def withheld(draft: Draft, situation: Situation) -> tuple[str, ...]:
    """The texts of a draft that may not be shown, in the order in which they stand."""
    free = computed(draft, situation)
    items = {item.handle: item for item in situation.packet.items}
    values: dict[str, frozenset[str]] = {}
    for sentence in sentences(draft):
        for handle in set(sentence.cites) - values.keys():
            values[handle] = values_of([items[handle]]) if handle in items else frozenset()
    gates = len(sound_gates(draft, situation))
    found = [
        sentence.text
        for sentence in sentences(draft)
        if not bound(sentence, values, free)
        or not claims_hold(sentence, items)
        or not claims.hold(
            sentence.text, [items[h] for h in sentence.cites if h in items], situation, gates
        )
    ]
    return tuple(dict.fromkeys(found))


def unbound_thresholds(draft: Draft, situation: Situation) -> tuple[str, ...]:
    """Names of threshold lines whose value or limit nothing in the packet supports."""
    free = computed(draft, situation)
    cited = values_of(situation.packet.items)
    return tuple(
        line.name
        for line in draft.thresholds
        for text in (line.value, line.limit)
        if text is not None and not numbers.inside(text, free | cited)
    )
