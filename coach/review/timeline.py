"""Events along the time at which they became known, as marks of a fluid drawing: x in per cent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from coach.review.words import MONTHS

if TYPE_CHECKING:
    from collections.abc import Iterable

BEFORE = timedelta(days=5)
AFTER = timedelta(days=9)
_STRENGTH = {"on_time": 0, "late": 1, "decision": 2}


@dataclass(frozen=True, slots=True)
class Moment:
    """An event to be marked: `decision`, `late` or `on_time`."""

    at: datetime
    kind: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark at x per cent."""

    x: str
    kind: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """Marks, date labels and the place of the moment itself."""

    start: datetime
    end: datetime
    here: str
    marks: tuple[Mark, ...]
    days: tuple[tuple[str, str, str], ...]


def window(moment: datetime, now: datetime) -> tuple[datetime, datetime]:
    """The stretch around a moment that is drawn: five days back, nine on, never past now."""
    end = min(moment + AFTER, max(now, moment))
    return min(moment - BEFORE, end - (BEFORE + AFTER)), end


def timeline(events: Iterable[Moment], moment: datetime, now: datetime) -> Timeline:
    """Place events; marks closer than half a per cent become the weightiest of them."""
    start, end = window(moment, now)
    strongest: dict[int, str] = {}
    for event in events:
        if start <= event.at <= end:
            slot = int(_share(event.at, start, end) * 2)
            best = strongest.get(slot, "on_time")
            strongest[slot] = max(best, event.kind, key=_STRENGTH.__getitem__)
    marks = tuple(Mark(f"{slot / 2:.1f}%", kind) for slot, kind in sorted(strongest.items()))
    return Timeline(start, end, f"{_share(moment, start, end):.2f}%", marks, _days(start, end))


def _share(at: datetime, start: datetime, end: datetime) -> float:
    return (at - start) / (end - start) * 100


def _days(start: datetime, end: datetime) -> tuple[tuple[str, str, str], ...]:
    """(x, anchor class, label) of about four midnights."""
    first = (start + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    span = max((end - first).days, 1)
    step = timedelta(days=max(span // 4, 1))
    found = []
    at = first
    while at <= end:
        share = _share(at, start, end)
        anchor = "e" if share > 92 else ("m" if share > 8 else "")
        found.append((f"{share:.2f}%", anchor, f"{at.day} {MONTHS[at.month - 1]}"))
        at += step
    return tuple(found)
