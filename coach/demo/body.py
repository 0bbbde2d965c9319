"""What the demo's athletes can do: true strength and speed that the product never sees."""

from __future__ import annotations

from dataclasses import dataclass

from coach.demo import chance

REPS = 30.0
"""Epley's constant: load = best / (1 + reps / 30)."""


@dataclass(frozen=True, slots=True)
class Lift:
    """True best of an exercise in grams on day 0, and how it grows per week."""

    best_g: float
    weekly: float = 0.004
    noise: float = 0.012


LIFTS = {
    "back_squat_high_bar": Lift(118_000),
    "romanian_deadlift": Lift(128_000),
    "bench_press": Lift(86_000),
    "overhead_press": Lift(60_000, weekly=0.0),
    "barbell_row": Lift(82_000),
    "bulgarian_split_squat": Lift(60_000, weekly=0.006),
    "standing_calf_raise": Lift(110_000, weekly=0.005),
    "lat_pulldown": Lift(76_000, weekly=0.005),
}


def reps_possible(exercise: str, load_g: int, day: int, set_number: int) -> float:
    """Reps to failure on a day.

    Args:
        day: days since the demo began.
        set_number: from 1; later sets are harder.
    """
    lift = LIFTS[exercise]
    grown = lift.best_g * (1 + lift.weekly * day / 7)
    today = grown * (1 + lift.noise * chance.spread("day", exercise, day))
    return REPS * (today / load_g - 1) - 0.35 * (set_number - 1)


def reps_done(possible: float, low: int, high: int, target_x10: int) -> int:
    """As many reps of the range as the effort limit allows, fewer than the range at failure."""
    comfortable = int(possible - (100 - target_x10) / 10)
    return max(1, min(high, max(comfortable, min(low, int(possible)))))


def rpe_x10(possible: float, reps: int) -> int:
    """How hard a set felt, in tenths from 50 to 100, to the half point."""
    felt = 10.0 - (possible - reps)
    return max(50, min(100, 5 * round(felt * 2)))


def pace_s_per_km(day: int) -> float:
    """True threshold pace: slowly faster."""
    return 294.0 - 0.17 * day


def heart_rate(share: float, day: int, name: str) -> int:
    """Mean heart rate of a run at a share of threshold speed."""
    return round(92 + 78 * share + 2.0 * chance.spread("hr", name, day))
