"""Evidence by type: six groups, always all six, so that what is missing stays visible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from decisions.domain.evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Iterable

EMPTY = {
    Evidence.OBSERVED: "None. No device recorded any of this.",
    Evidence.USER_REPORTED: "None. Nobody said anything.",
    Evidence.DERIVED: "None. Nothing was computed.",
    Evidence.ESTIMATED: "None. No model was needed.",
    Evidence.HYPOTHESIS: "None. No explanation is offered.",
    Evidence.UNKNOWN: "None that was looked for.",
}


@dataclass(frozen=True, slots=True)
class Cited:
    """One line of evidence.

    Attributes:
        handle: short name in this page, such as E1.
        position: position in the stream, None for something that was only looked for.
        evidence: the log's evidence type.
        sentence: one plain line.
        mode: how it came to be known, such as `edited` or `typed 1 day later`.
        state: `current`, `corrected`, `retracted` or `erased` since.
        surface, key: what the row is about, empty for something that was only looked for.
    """

    handle: str
    position: int | None
    evidence: str
    sentence: str
    mode: str = ""
    state: str = "current"
    surface: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """All evidence of one type; `empty` says in words that there is none."""

    evidence: str
    word: str
    items: tuple[Cited, ...]
    empty: str


def by_type(cited: Iterable[Cited]) -> tuple[Group, ...]:
    """Six groups, strongest first; something that was only looked for counts as unknown."""
    items = tuple(cited)
    return tuple(
        Group(
            evidence=kind.value,
            word=kind.value.replace("_", " "),
            items=tuple(one for one in items if one.evidence == kind.value),
            empty=EMPTY[kind],
        )
        for kind in Evidence
    )


def strongest(groups: Iterable[Group]) -> tuple[str, int]:
    """The largest group as (evidence, count), for a one-chip summary; unknown and 0 when empty."""
    filled = [(group.evidence, len(group.items)) for group in groups if group.items]
    return max(filled, key=lambda pair: pair[1], default=(Evidence.UNKNOWN.value, 0))
