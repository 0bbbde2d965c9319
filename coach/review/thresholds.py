"""Thresholds with their distance: where the value stands, where the limit is, how far that is.

Reads what a decision stores; unknown stays unknown, and text that is no number is never drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review.threshold_marks import Mark, drawn
from coach.review.threshold_words import distance_words, number_of, with_unit

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    value, limit = number_of(stored.get("value")), number_of(stored.get("limit"))
    return Threshold(
        name=str(stored.get("name") or "threshold"),
        value=with_unit(stored.get("value"), unit),
        limit=with_unit(stored.get("limit"), unit),
        distance=distance_words(value, limit, unit),
        note=str(stored.get("note") or ""),
        decides=bool(stored.get("decides")),
        met=None if value is None or limit is None else value >= limit,
        mark=None if value is None or limit is None else drawn(value, limit),
    )
