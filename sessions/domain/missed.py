"""How often one weekday or session type was missed, excused misses apart, and whether it persists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

MISSED_SHARE = Fraction(60, 100)
WEEKS_NEEDED = 6
_DONE = frozenset({"started", "completed", "partial"})


@dataclass(frozen=True, slots=True)
class Occasion:
    """One planned session: when, of which type, under which session key."""

    session_key: str
    day: date
    session_type: str | None


@dataclass(frozen=True, slots=True)
class Pattern:
    """How often one weekday or one session type was missed.

    Attributes:
        by: "weekday" or "session_type".
        what: the weekday's name or the type.
        weeks: weeks that count.
        missed: weeks in which it was missed.
        excused: weeks in which it was missed with an accepted reason; they do not count.
        persists: whether the pattern is strong enough to propose another frequency.
        session_keys: the planned sessions that were missed.
    """

    by: str
    what: str
    weeks: int
    missed: int
    excused: int
    persists: bool
    session_keys: tuple[str, ...]


def pattern_of(
    by: str,
    what: str,
    occasions: Sequence[Occasion],
    statuses: Mapping[str, str],
    excused: Collection[str],
) -> Pattern:
    """How often the occasions of one weekday or type were missed."""
    missed = [o for o in occasions if statuses.get(o.session_key) not in _DONE]
    pardoned = [o for o in missed if o.session_key in excused]
    counted = [o for o in occasions if o not in pardoned]
    plain = [o for o in missed if o not in pardoned]
    weeks = {monday(o.day) for o in counted}
    weeks_missed = {monday(o.day) for o in plain}
    often = bool(weeks) and Fraction(len(weeks_missed), len(weeks)) >= MISSED_SHARE
    return Pattern(
        by=by,
        what=what,
        weeks=len(weeks),
        missed=len(weeks_missed),
        excused=len({monday(o.day) for o in pardoned}),
        persists=often and len(weeks) >= WEEKS_NEEDED,
        session_keys=tuple(o.session_key for o in plain),
    )


def monday(day: date) -> date:
    """The Monday of a day's week."""
    return day - timedelta(days=day.weekday())
