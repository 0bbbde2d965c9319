"""Planned against done in amounts: the colour of a day, and how much of a week was kept.

An overshoot never hides a miss. What is missed again and again is found in `adherence`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


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
