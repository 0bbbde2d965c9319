"""The lifter's half year: a knee that healed once and is back, a stalled press, missed Saturdays, slips of the pen."""

from __future__ import annotations

from coach.demo.lifting import Manner

DAYS = {0: "lower-a", 2: "upper-b", 4: "lower-b", 5: "upper-a"}
"""Day of the plan's week to the day's slug."""

FIRST_PAIN = 63
SECOND_PAIN = 172
LAST_SESSION = 179

MANNERS = {
    FIRST_PAIN: Manner(pain={"knee": 4}, note="Left knee, dull, from the third set on"),
    67: Manner(pain={"knee": 2}),
    70: Manner(pain={"knee": 2}),
    74: Manner(pain={"knee": 1}),
    77: Manner(pain={"knee": 1}),
    98: Manner(note="New plates at the gym"),
    103: Manner(typed_later_days=2, note="Typed from the notebook"),
    112: Manner(bulk=True),
    119: Manner(no_rpe=True),
    126: Manner(harder=10, note="Slept badly"),
    SECOND_PAIN: Manner(pain={"knee": 4}, note="Left knee again on split squats"),
    175: Manner(pain={"knee": 2}),
    LAST_SESSION: Manner(
        pain={"knee": 1}, harder=-15, note="Felt light, the best squats in months"
    ),
}
"""Day to how it differs from an ordinary one."""

KNEE_MORNINGS = {64: 4, 68: 2, 71: 2, 75: 1, 78: 1, 173: 3, 176: 2}
"""Day to next-morning pain. The morning after the last session was not reported."""

MISSED = {
    *(2, 9, 16, 23, 30),  # Upper B, in the first block
    *(54, 61, 68, 75, 82),  # Upper A, in the second
    *(142, 149, 156, 163, 170),  # Upper B again, in the last
}
"""Days on which nothing was done. A day that is missed most weeks does not fit the plan."""


def skipped_because(day: int) -> str:
    """Why a session was left out."""
    return "work ran late" if day % 2 else "no time this Saturday"
