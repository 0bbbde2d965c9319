"""Known then against known now: the difference of two positions of one log, fact by fact.

Follows positions (when it became known), and says from the dates when it happened. Judges nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from coach.review.diff import compare
from coach.review.words import METRIC, Units

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date, datetime

Address = tuple[str, str]


class Fact(Protocol):
    """What is needed of one known item; `decisions.selectors.known.Known` has it."""

    @property
    def surface(self) -> str:
        """Its surface."""

    @property
    def key(self) -> str:
        """Its key."""

    @property
    def position(self) -> int:
        """Where in the log."""

    @property
    def facts(self) -> dict[str, Any] | None:
        """The after-state, None where it was redacted or retracted."""

    @property
    def fact_type(self) -> str:
        """One of the log's fact types."""

    @property
    def recorded_at(self) -> datetime:
        """When it became known."""

    @property
    def local_date(self) -> date | None:
        """The athlete's date on which it happened."""


@dataclass(frozen=True, slots=True)
class Later:
    """Something that became known after the moment.

    Attributes:
        kind: `corrected`, `retracted`, `late`, `after`, `changed` or `erased`.
        position: where in the log.
        days: for `late`, how many days after it happened it was recorded.
        changes: text of what differs, path by path.
    """

    kind: str
    position: int
    days: int = 0
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """One fact at both moments; `later` is None when nothing came between."""

    surface: str
    key: str
    happened: date | None
    then: Fact | None
    now: Fact | None
    later: Later | None

    @property
    def differs(self) -> bool:
        """Whether it changed what was known about something that had happened by then."""
        return self.later is not None and self.later.kind != "after"


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
    happened = _happened(now) or _happened(then)
    return Pair(*address, happened, then, now, _later(then, now, last, moment, units))


def _later(
    then: Fact | None, now: Fact | None, last: Fact | None, moment: date, units: Units
) -> Later | None:
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
    happened = _happened(now)
    if happened is None or happened > moment:
        return Later("after", now.position)
    days = (now.recorded_at.date() - happened).days
    return Later("late", now.position, days=max(days, 0))


def _happened(fact: Fact | None) -> date | None:
    return fact.local_date if fact is not None else None


def _place(pair: Pair) -> tuple[int, str, str, str]:
    order = 2 if pair.later is None else (1 if pair.later.kind == "after" else 0)
    return (order, str(pair.happened or ""), pair.surface, pair.key)
