"""What one rule of the built-in coach has to say about one item. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coach.domain.draft import Unknown
    from plans.domain.items import Dose


@dataclass(frozen=True, slots=True)
class Bearing:
    """One rule's word on one item.

    Attributes:
        rule: `D0` to `D13`.
        text: one or two plain sentences; every number in it is cited or computed.
        cites: handles behind it.
        dose: the most that the rule allows, None where it sets no bound.
        removes: the item is left out of the session.
        blocks: what the rule needs is not known, so nothing is decided about the item.
        unknown: what is not known.
    """

    rule: str
    text: str
    cites: tuple[str, ...] = ()
    dose: Dose | None = None
    removes: bool = False
    blocks: bool = False
    unknown: tuple[Unknown, ...] = ()
