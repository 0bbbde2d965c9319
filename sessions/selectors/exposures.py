"""Exposures of an athlete, and the last one that may be compared with another."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from decisions.selectors.known import Known, at_positions, known
from sessions import catalogue
from sessions.domain import comparability, keys
from sessions.domain.comparability import Comparison, Value, Verdict
from sessions.domain.exposures import exposures
from sessions.domain.records import COMPLETED, DAILY, PRESCRIPTION, SET
from sessions.selectors import exercises, reading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from decisions.models import Stream
    from sessions.domain.exposure import Exposure

REACH = timedelta(days=84)
"""How old an exposure may be and still serve as a baseline."""


def of(
    stream: Stream,
    *,
    first: date,
    last: date,
    exercise: str | None = None,
    asked: Sequence[str] | None = None,
    up_to: int | None = None,
) -> tuple[Exposure, ...]:
    """Exposures of a span of days, oldest first.

    Args:
        stream: the athlete's log.
        first: first day.
        last: last day, included.
        exercise: only this one; every exercise when None.
        asked: body regions whose pain counts; by default those that the exercise loads.
        up_to: as known at this position.
    """
    found = exposures(
        records(stream, first=first, last=last, up_to=up_to),
        policy=catalogue.evidence_policy(),
        lookup=exercises.lookup(stream, up_to=up_to),
        asked=asked,
    )
    return tuple(
        one
        for one in found
        if first <= one.day <= last and (exercise is None or one.exercise == exercise)
    )


def records(stream: Stream, *, first: date, last: date, up_to: int | None = None) -> list[Known]:
    """Everything that exposures of a span of days are read from."""
    low, high = first - keys.MOVED, last + keys.MOVED
    spans = [reading.span(surface, low, high) for surface in (SET, COMPLETED, PRESCRIPTION)]
    spans.append(reading.span(DAILY, first, last + timedelta(days=1)))
    found = known(stream, ranges=spans, up_to=up_to)
    here = {item.position for item in found if item.surface == PRESCRIPTION}
    named = {
        item.facts["prescription_position"]
        for item in found
        if item.surface == COMPLETED and item.facts
    }
    return [*found, *at_positions(stream, {p for p in named if p is not None} - here)]


def last(
    stream: Stream, exercise: str, *, before: date, up_to: int | None = None
) -> Exposure | None:
    """The newest exposure before a date that may be used at all, for "last time"."""
    window = (before - REACH, before - timedelta(days=1))
    found = of(stream, first=window[0], last=window[1], exercise=exercise, up_to=up_to)
    return next((one for one in reversed(found) if one.usable), None)


def last_comparable(
    stream: Stream,
    like: Exposure,
    *,
    declared: Mapping[str, Value] | None = None,
    up_to: int | None = None,
) -> tuple[Exposure, Comparison] | None:
    """The newest earlier exposure that is comparable, or partly so, with the reasons.

    Args:
        stream: the athlete's log.
        like: the exposure to compare with.
        declared: standing declarations that hold for all of them (gym, energy regime, phase).
        up_to: as known at this position.
    """
    first, until = like.day - REACH, like.day - timedelta(days=1)
    earlier = of(stream, first=first, last=until, exercise=like.exercise, up_to=up_to)
    policy = catalogue.evidence_policy()
    exercise = exercises.lookup(stream, up_to=up_to)(like.exercise)
    mine = comparability.conditions(like, exercise, declared)
    known_of = [comparability.conditions(one, exercise, declared) for one in earlier]
    recorded = comparability.recorded_keys([mine, *known_of])
    for one, conditions in zip(reversed(earlier), reversed(known_of), strict=True):
        comparison = comparability.compare(
            conditions,
            mine,
            keys=policy.strength,
            recorded=recorded,
            flags={*one.flags, *like.flags},
            never=policy.never_comparable,
        )
        if comparison.verdict in (Verdict.COMPARABLE, Verdict.PARTIAL) and one.usable:
            return one, comparison
    return None
