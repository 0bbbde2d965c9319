"""Observations of days and injuries. What was not recorded is not there: it is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.selectors.known import Known, Range, known
from sessions.domain import regions
from sessions.domain.records import DAILY, INJURY
from sessions.selectors import reading

if TYPE_CHECKING:
    from datetime import date

    from decisions.models import Stream


def of_day(stream: Stream, day: date, *, up_to: int | None = None) -> list[Known]:
    """Everything observed on a date."""
    return between(stream, day, day, up_to=up_to)


def between(
    stream: Stream,
    first: date,
    last: date,
    *,
    kind: str | None = None,
    region: str | None = None,
    up_to: int | None = None,
) -> list[Known]:
    """Observations of a span of days, oldest first.

    Args:
        stream: the athlete's log.
        first: first day.
        last: last day, included.
        kind: only this kind.
        region: only about this spot; "knee" finds "left_knee" too.
        up_to: as known at this position.
    """
    found = known(stream, ranges=[reading.span(DAILY, first, last)], up_to=up_to)
    return [o for o in found if o.facts and _fits(o.facts, kind, region)]


def injuries(stream: Stream, *, up_to: int | None = None) -> list[Known]:
    """Every episode, open and closed, oldest first."""
    return [i for i in known(stream, ranges=[Range(INJURY)], up_to=up_to) if i.facts]


def open_injuries(stream: Stream, *, up_to: int | None = None) -> list[Known]:
    """Episodes that nobody has closed."""
    found = injuries(stream, up_to=up_to)
    return [i for i in found if (i.facts or {})["status"] == "open"]


def _fits(facts: dict[str, object], kind: str | None, region: str | None) -> bool:
    if kind is not None and facts["kind"] != kind:
        return False
    where = facts["region"]
    return region is None or (isinstance(where, str) and regions.same(where, region))
