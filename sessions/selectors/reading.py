"""How this app asks the as-of reader: one item, or the items of a span of days."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.selectors.known import Known, Range, known
from sessions.domain import keys

if TYPE_CHECKING:
    from datetime import date

    from decisions.models import Stream


def one(stream: Stream, surface: str, key: str, *, up_to: int | None = None) -> Known | None:
    """One item as known at a position; None when it was not known or was retracted."""
    found = known(stream, ranges=[Range(surface, key, f"{key}!")], up_to=up_to)
    return next((item for item in found if item.key == key), None)


def span(surface: str, first: date, last: date) -> Range:
    """Items whose key starts with a date from `first` to `last`, both included."""
    low, high = keys.day_range(first, last)
    return Range(surface, low, high)


def dated(
    stream: Stream, surface: str, first: date, last: date, *, up_to: int | None = None
) -> list[Known]:
    """Items by the date in their facts, moved sessions included, oldest first."""
    wide = span(surface, first - keys.MOVED, last + keys.MOVED)
    low, high = first.isoformat(), last.isoformat()
    found = known(stream, ranges=[wide], up_to=up_to)
    within = [item for item in found if item.facts and low <= item.facts["date"] <= high]
    return sorted(within, key=lambda item: ((item.facts or {})["date"], item.key))
