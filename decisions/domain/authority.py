"""Who may win, per path. Retrieval says what is relevant, authority says what may win.

For each path the value is a current correction by someone who may write that path, else that of
its owning surface. Constraints and gates are bounds applied afterwards, never claims to be
outvoted. Sources of equal rank that disagree make the path unknown. Nothing is ever averaged.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


class Rank(IntEnum):
    """Order in which context is read and explained; a lower number reads first."""

    CORRECTION = 1
    STRUCTURE = 2
    BOUND = 3
    PRESCRIPTION = 4
    ACTUAL = 5
    FINDING = 6
    HISTORY = 7


@dataclass(frozen=True, slots=True)
class Statement:
    """What one source says about one path.

    Attributes:
        path: what it is about.
        value: what it says.
        source: who says it; one source supersedes itself by position.
        position: when it was recorded, as a position of the stream.
        owns: it is the surface that owns the path.
        corrects: it is a current correction by someone who may write the path.
    """

    path: str
    value: Any
    source: str
    position: int
    owns: bool = False
    corrects: bool = False


@dataclass(frozen=True, slots=True)
class Resolution:
    """The value of a path and how it came about.

    Attributes:
        known: False when nobody entitled spoke, or equals disagree.
        value: the value, None while not known.
        winner: the statement that won.
        overruled: entitled statements that lost.
        informing: statements that may only inform or trigger a review.
        because: one plain sentence.
    """

    known: bool
    value: Any
    winner: Statement | None
    overruled: tuple[Statement, ...]
    informing: tuple[Statement, ...]
    because: str


def resolve(statements: Iterable[Statement]) -> Resolution:
    """Resolve the statements about one path."""
    latest: dict[tuple[str, bool, bool], Statement] = {}
    for statement in sorted(statements, key=lambda s: s.position):
        latest[statement.source, statement.owns, statement.corrects] = statement
    corrections = [s for s in latest.values() if s.corrects]
    owners = [s for s in latest.values() if s.owns and not s.corrects]
    informing = tuple(s for s in latest.values() if not s.owns and not s.corrects)
    entitled = corrections or owners
    if not entitled:
        return Resolution(
            known=False,
            value=None,
            winner=None,
            overruled=(),
            informing=informing,
            because="nobody entitled has said",
        )
    if any(s.value != entitled[0].value for s in entitled[1:]):
        return Resolution(
            known=False,
            value=None,
            winner=None,
            overruled=tuple(entitled),
            informing=informing,
            because="sources of equal rank disagree",
        )
    winner = max(entitled, key=lambda s: s.position)
    overruled = tuple(s for s in owners if corrections and s.value != winner.value)
    return Resolution(
        known=True,
        value=winner.value,
        winner=winner,
        overruled=overruled,
        informing=informing,
        because="a current correction" if corrections else "the owning surface",
    )
