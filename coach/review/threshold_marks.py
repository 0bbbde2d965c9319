"""A threshold as drawn: dot, tick and the tinted stretch between them, in per cent of the width.

Geometry alone; the words beside it are in `threshold_words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

_ROOM = Decimal("0.18")


@dataclass(frozen=True, slots=True)
class Mark:
    """A threshold as drawn: x in per cent of the width.

    Attributes:
        value_x, limit_x: where the dot and the tick stand.
        zone_x, zone_width: the tinted stretch between them.
        anchor: `m` for a centred label, `e` near the right edge, empty near the left.
    """

    value_x: str
    limit_x: str
    zone_x: str
    zone_width: str
    value_anchor: str
    limit_anchor: str


def drawn(value: Decimal, limit: Decimal) -> Mark:
    """Where a value and its limit are drawn, with zero in sight."""
    low, high = min(value, limit, Decimal(0)), max(value, limit)
    spread = (high - low) or Decimal(1)
    low, high = low - spread * _ROOM, high + spread * _ROOM
    value_x, limit_x = _share(value, low, high), _share(limit, low, high)
    start = min(value_x, limit_x)
    return Mark(
        value_x=_per_cent(value_x),
        limit_x=_per_cent(limit_x),
        zone_x=_per_cent(start),
        zone_width=_per_cent(abs(value_x - limit_x)),
        value_anchor=_anchor(value_x),
        limit_anchor=_anchor(limit_x),
    )


def _share(number: Decimal, low: Decimal, high: Decimal) -> Decimal:
    return (number - low) / (high - low) * 100


def _per_cent(share: Decimal) -> str:
    return f"{share:.2f}%"


def _anchor(share: Decimal) -> str:
    if share > Decimal(82):
        return "e"
    return "" if share < Decimal(18) else "m"
