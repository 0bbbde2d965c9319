"""Known then against known now: the difference of two positions of one log, fact by fact.

Follows positions (when it became known), and says from the dates when it happened. Judges nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.review.became_known import happened_on, later_than
from coach.review.known_twice import Fact, Pair
from coach.review.words import METRIC, Units

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

Address = tuple[str, str]


def pairs(
    then: Iterable[Fact],
    now: Iterable[Fact],
    last: Mapping[Address, Fact],
    *,
    moment: date,
    units: Units = METRIC,
) -> tuple[Pair, ...]:
    """Pair what was known at a moment with what is known now.

    Args:
        then: items known at the moment.
        now: items known now.
        last: newest version per address that differs, tombstones included.
        moment: the athlete's local date of the moment.
        units: how weights and distances read.

    Returns:
        Differences first (by date), then things that came after, then what is the same.
    """
    before = {(one.surface, one.key): one for one in then}
    after = {(one.surface, one.key): one for one in now}
    found = (
        _pair(address, before.get(address), after.get(address), last.get(address), moment, units)
        for address in dict.fromkeys((*before, *after))
    )
    return tuple(sorted(found, key=_place))


def _pair(
    address: Address,
    then: Fact | None,
    now: Fact | None,
    last: Fact | None,
    moment: date,
    units: Units,
) -> Pair:
    happened = happened_on(now) or happened_on(then)
    return Pair(*address, happened, then, now, later_than(then, now, last, moment, units))


def _place(pair: Pair) -> tuple[int, str, str, str]:
    order = 2 if pair.later is None else (1 if pair.later.kind == "after" else 0)
    return (order, str(pair.happened or ""), pair.surface, pair.key)
