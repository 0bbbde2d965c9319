"""How much endurance is enough for now: the longest session of 30 days and the mean of four weeks.

Unknown is no limit and no permission: without history the plan's own dose stands, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.domain.training import Outing

WEEKS = 4


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest sound session of a sport in the days before a date."""

    distance_m: int | None
    duration_s: int | None
    handles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Week:
    """Time trained this week so far, and the mean of the four weeks before; None is unknown."""

    done_s: int
    mean_s: int | None
    handles: tuple[str, ...]

    def room_s(self, percent: int) -> int | None:
        """Seconds that are left this week below `percent` of the mean; None without a mean."""
        if self.mean_s is None:
            return None
        return max(0, self.mean_s * percent // 100 - self.done_s)


def longest(outings: Sequence[Outing], *, sport: str, on: date, days: int) -> Longest:
    """The longest session of a sport in the `days` before a date."""
    first = on - timedelta(days=days)
    found = [o for o in outings if o.sport == sport and first <= o.day < on and not o.flagged]
    far = max((o for o in found if o.distance_m), key=lambda o: o.distance_m or 0, default=None)
    long = max((o for o in found if o.duration_s), key=lambda o: o.duration_s or 0, default=None)
    handles = dict.fromkeys(o.handle for o in (far, long) if o is not None)
    return Longest(
        None if far is None else far.distance_m,
        None if long is None else long.duration_s,
        tuple(handles),
    )


def week(outings: Sequence[Outing], *, sport: str, on: date, session_key: str) -> Week:
    """The athlete's week of a date (Monday to Sunday) in one sport, without the session itself.

    The mean is known only where each of the four weeks before holds at least one session and none
    lacks its duration: silence is unknown, not rest.
    """
    monday = on - timedelta(days=on.weekday())
    mine = [
        o for o in outings if o.sport == sport and not o.flagged and o.session_key != session_key
    ]
    this = [o for o in mine if monday <= o.day <= on]
    totals: list[int] = []
    for back in range(1, WEEKS + 1):
        start = monday - timedelta(days=7 * back)
        times = [o.duration_s for o in mine if start <= o.day < start + timedelta(days=7)]
        if not times or None in times:
            totals = []
            break
        totals.append(sum(time or 0 for time in times))
    return Week(
        done_s=sum(o.duration_s or 0 for o in this),
        mean_s=sum(totals) // WEEKS if totals else None,
        handles=tuple(o.handle for o in this),
    )
