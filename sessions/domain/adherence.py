"""Planned sessions by weekday and by session type: which of them are missed again and again.

Silence is unknown, not a miss: a week in which nothing at all was logged does not count.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sessions.domain.missed import Occasion, Pattern, monday, pattern_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import date

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EXCUSED = "excused:"
"""Start of a session's flag that says why it was missed: illness, travel, coach, injury."""


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
    known_weeks = {monday(day) for day in logged_on}
    past = [o for o in planned if o.day < today and monday(o.day) in known_weeks]
    groups: dict[tuple[str, str], list[Occasion]] = defaultdict(list)
    for occasion in past:
        groups["weekday", WEEKDAYS[occasion.day.weekday()]].append(occasion)
        if occasion.session_type is not None:
            groups["session_type", occasion.session_type].append(occasion)
    found = [pattern_of(by, what, o, statuses, excused) for (by, what), o in groups.items()]
    return tuple(sorted(found, key=lambda p: (not p.persists, -p.missed, p.by, p.what)))
