"""What became known about one fact after a moment: a correction, a retraction, a late entry or new."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.review.diff import compare
from coach.review.known_twice import Fact, Later

if TYPE_CHECKING:
    from datetime import date

    from coach.review.words import Units


def later_than(
    then: Fact | None, now: Fact | None, last: Fact | None, moment: date, units: Units
) -> Later | None:
    """What came between two moments, None when nothing did; days are counted for a late entry."""
    if then is not None and now is not None:
        if then.position == now.position:
            return None
        if now.facts is None:
            return Later("erased", now.position)
        kind = "corrected" if now.fact_type == "correction" else "changed"
        words = tuple(
            f"{change.label}: {change.old or 'nothing'} to {change.new or 'nothing'}"
            for change in compare(then.facts, now.facts, units)
        )
        return Later(kind, now.position, changes=words)
    if then is not None:
        return Later("retracted", last.position if last is not None else then.position)
    assert now is not None
    happened = happened_on(now)
    if happened is None or happened > moment:
        return Later("after", now.position)
    days = (now.recorded_at.date() - happened).days
    return Later("late", now.position, days=max(days, 0))


def happened_on(fact: Fact | None) -> date | None:
    """The athlete's date on which a fact happened, None when it is not known."""
    return fact.local_date if fact is not None else None
