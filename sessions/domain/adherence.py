"""Planned against done: by session, by week, and as a pattern of weekdays and session types.

An overshoot never hides a miss. Silence is unknown, not a miss: a week in which nothing at all was
logged does not count, and excused misses are counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EXCUSED = "excused:"
"""Start of a session's flag that says why it was missed: illness, travel, coach, injury."""

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


@dataclass(frozen=True, slots=True)
class Week:
    """Adherence of one week.

    Attributes:
        sessions_done: planned sessions of which at least half was done.
        sessions_planned: planned sessions.
        volume_permille: sum of min(done, planned) over sum of planned; None without a plan.
    """

    sessions_done: int
    sessions_planned: int
    volume_permille: int | None


def colour(planned: int, done: int) -> str:
    """Colour of one day's minutes or hard sets: green, yellow, red, unplanned, or rest for none."""
    if not planned:
        return "unplanned" if done else "rest"
    share = Fraction(done * 100, planned)
    if 80 <= share <= 120:
        return "green"
    return "yellow" if 50 <= share <= 150 else "red"


def week(planned: Sequence[int], done: Sequence[int]) -> Week:
    """Adherence of one week from minutes (or hard sets) per day.

    Raises:
        ValueError: the two sequences differ in length.
    """
    pairs = list(zip(planned, done, strict=True))
    whole = sum(planned)
    kept = sum(min(one, other) for one, other in pairs)
    return Week(
        sessions_done=sum(1 for one, other in pairs if one and 2 * other >= one),
        sessions_planned=sum(1 for one in planned if one),
        volume_permille=round(Fraction(1000 * kept, whole)) if whole else None,
    )


def patterns(
    planned: Iterable[Occasion],
    *,
    statuses: Mapping[str, str],
    excused: Collection[str] = (),
    logged_on: Iterable[date],
    today: date,
) -> tuple[Pattern, ...]:
    """Weekdays and session types with how often they were missed, strongest first.

    Args:
        planned: planned sessions; those of today and later are ignored.
        statuses: status of each session that has an actual, by session key.
        excused: session keys that were missed for an accepted reason.
        logged_on: dates on which anything was logged; a week without any is unknown.
        today: the athlete's date.
    """
    known_weeks = {_monday(day) for day in logged_on}
    past = [o for o in planned if o.day < today and _monday(o.day) in known_weeks]
    groups: dict[tuple[str, str], list[Occasion]] = defaultdict(list)
    for occasion in past:
        groups["weekday", WEEKDAYS[occasion.day.weekday()]].append(occasion)
        if occasion.session_type is not None:
            groups["session_type", occasion.session_type].append(occasion)
    found = [_pattern(by, what, o, statuses, excused) for (by, what), o in groups.items()]
    return tuple(sorted(found, key=lambda p: (not p.persists, -p.missed, p.by, p.what)))


def _pattern(
    by: str,
    what: str,
    occasions: Sequence[Occasion],
    statuses: Mapping[str, str],
    excused: Collection[str],
) -> Pattern:
    missed = [o for o in occasions if statuses.get(o.session_key) not in _DONE]
    pardoned = [o for o in missed if o.session_key in excused]
    counted = [o for o in occasions if o not in pardoned]
    plain = [o for o in missed if o not in pardoned]
    weeks = {_monday(o.day) for o in counted}
    weeks_missed = {_monday(o.day) for o in plain}
    often = bool(weeks) and Fraction(len(weeks_missed), len(weeks)) >= MISSED_SHARE
    return Pattern(
        by=by,
        what=what,
        weeks=len(weeks),
        missed=len(weeks_missed),
        excused=len({_monday(o.day) for o in pardoned}),
        persists=often and len(weeks) >= WEEKS_NEEDED,
        session_keys=tuple(o.session_key for o in plain),
    )


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
