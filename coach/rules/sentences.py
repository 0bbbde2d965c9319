"""Every sentence of a draft that a person would read, with the handles that it cites.

Collects them in the order in which they stand; which of them may be shown is decided in `prose`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.domain.draft import Draft


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a draft, with the handles that it cites."""

    text: str
    cites: tuple[str, ...]


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
