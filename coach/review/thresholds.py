"""Thresholds with their distance: where the value stands, where the limit is, how far that is.

Works on the numbers as text that a decision stores; text that is no number is shown, never drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from coach.review.words import MINUS, NBSP

if TYPE_CHECKING:
    from collections.abc import Mapping

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


@dataclass(frozen=True, slots=True)
class Threshold:
    """One threshold of a decision.

    Attributes:
        name: what is measured.
        value, limit: numbers with their unit, as text.
        distance: the distance in words, such as `2 short`.
        note: what follows from it.
        decides: whether the decision hangs on it.
        met: whether the limit is reached, None when that cannot be told.
        mark: how it is drawn, None when a side is no number.
    """

    name: str
    value: str
    limit: str
    distance: str
    note: str
    decides: bool
    met: bool | None
    mark: Mark | None


def threshold(stored: Mapping[str, Any]) -> Threshold:
    """Read one stored threshold; unknown stays unknown."""
    unit = str(stored.get("unit") or "")
    value, limit = _number(stored.get("value")), _number(stored.get("limit"))
    return Threshold(
        name=str(stored.get("name") or "threshold"),
        value=_with_unit(stored.get("value"), unit),
        limit=_with_unit(stored.get("limit"), unit),
        distance=_distance(value, limit, unit),
        note=str(stored.get("note") or ""),
        decides=bool(stored.get("decides")),
        met=None if value is None or limit is None else value >= limit,
        mark=None if value is None or limit is None else _mark(value, limit),
    )


def plain(number: Decimal) -> str:
    """A decimal without trailing zeros or exponent, with a real minus."""
    text = format(number.normalize(), "f")
    return text.replace("-", MINUS)


def _number(value: Any) -> Decimal | None:
    if value is None or isinstance(value, bool):
        return None
    text = str(value).strip().replace(MINUS, "-").replace(",", ".")
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _with_unit(value: Any, unit: str) -> str:
    if value is None or value == "":
        return "unknown"
    number = _number(value)
    text = str(value) if number is None else plain(number)
    return f"{text}{NBSP}{unit}" if unit else text


def _distance(value: Decimal | None, limit: Decimal | None, unit: str) -> str:
    if value is None or limit is None:
        return "unknown"
    if value == limit:
        return "at the limit"
    gap = plain(abs(value - limit))
    amount = f"{gap}{NBSP}{unit}" if unit else gap
    return f"{amount} {'below' if value < limit else 'above'}"


def _mark(value: Decimal, limit: Decimal) -> Mark:
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
