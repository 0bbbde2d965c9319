"""How large a tactical change is: M0 to T2 inside the policy's numbers, R1 beyond them.

Measures the diff alone, whatever a draft claims about itself. The reference of the diff is what the
plan states next, so a plan's own rule step is no change at all. Structural changes of the plan
itself are measured in `plans.domain.structural`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from decisions.domain.magnitude import Magnitude
from plans.domain.diff import Change, move_days

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plans.domain.policy import Policy


def _other(_before: str, _after: str) -> str:
    return "other"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a diff cannot know about its change.

    Attributes:
        cause: one of the policy's free causes (illness, travel, pain_red, red_flag, constraint,
            layoff), empty otherwise. These may last 7 days, and reduce, cancel, drop and swap more.
        exposures: how many future sessions carry the change.
        expires_days: days until it ends; None for no end.
        rule_fired: ids of items whose rise is the step of the plan's own progression rule.
        autoregulated_sets: whether the plan lets a set be added.
        spacing_h: hours to the nearest hard session of the same region after a move; None unknown.
        monitoring: whether gates, reminders or questions come with it.
        swap: "family", "pattern" or "other" for two exercises.
    """

    cause: str = ""
    exposures: int = 1
    expires_days: int | None = 7
    rule_fired: frozenset[str] = frozenset()
    autoregulated_sets: bool = False
    spacing_h: int | None = None
    monitoring: bool = False
    swap: Callable[[str, str], str] = _other


@dataclass(frozen=True, slots=True)
class _Seen:
    """Everything that one change is judged by."""

    small: dict[str, Any]
    bounded: dict[str, Any]
    setting: Setting
    changes: tuple[Change, ...]

    @property
    def free(self) -> bool:
        """Whether the cause allows more reduction than the numbers."""
        return self.setting.cause in self.bounded["free_causes"]

    @property
    def single(self) -> bool:
        """Whether it ends with one session, or within days for a cause that allows that."""
        days = self.setting.expires_days
        if days is None or days > self.bounded["expires_days"]:
            return False
        return self.setting.exposures <= 1 or self.free


Check = Callable[[Change, _Seen], bool]


@dataclass(frozen=True, slots=True)
class Measured:
    """The size of a change.

    Attributes:
        magnitude: of the whole.
        reductive: nothing in it makes training harder, the plan's own rule step apart.
        because: one plain line per change beyond T1.
    """

    magnitude: Magnitude
    reductive: bool
    because: tuple[str, ...] = ()

    @property
    def automatic(self) -> bool:
        """Whether the policy lets it happen without a person."""
        if self.magnitude == Magnitude.T2:
            return self.reductive
        return self.magnitude < Magnitude.T2


def magnitude(
    changes: Sequence[Change], policy: Policy, setting: Setting | None = None
) -> Magnitude:
    """The size of a change; see `measure`."""
    return measure(changes, policy, setting).magnitude


def measure(changes: Sequence[Change], policy: Policy, setting: Setting | None = None) -> Measured:
    """The size of a change of one session, whether it only reduces, and why it is that large.

    Args:
        changes: from `plans.domain.diff.diff`.
        policy: the change policy.
        setting: what the diff cannot know; the careful default otherwise.
    """
    setting = setting or Setting()
    if not changes:
        return Measured(Magnitude.M1 if setting.monitoring else Magnitude.M0, reductive=True)
    seen = _Seen(policy["tactical_small"], policy["tactical_bounded"], setting, tuple(changes))
    levels = [(_level(change, seen), change) for change in changes]
    reductive = not any(_counts_as_rise(change, seen) for change in changes)
    because = [f"{c.path} is {level.name}" for level, c in levels if level > Magnitude.T1]
    whole = max(level for level, _ in levels)
    dropped = sum(c.field == "item" and c.after is None for c in changes)
    if dropped > seen.bounded["drop_exercises"] and not seen.free:
        whole = max(whole, Magnitude.R1)
        because.append(f"{dropped} exercises are dropped")
    if not seen.single:
        whole = max(whole, Magnitude.R1)
        because.append("it does not end with one session")
    return Measured(whole, reductive, tuple(because))


def _counts_as_rise(change: Change, seen: _Seen) -> bool:
    if change.field == "load_g" and change.item in seen.setting.rule_fired:
        return not _within_pct(change, seen.bounded["load_pct_x10"])
    return change.rises


def _level(change: Change, seen: _Seen) -> Magnitude:
    """The size of one change: T1 or T2 by its own bound; R1 where no tactical bound has room."""
    if SMALL.get(change.field, _never)(change, seen):
        return Magnitude.T1
    if BOUNDED.get(change.field, _never)(change, seen):
        return Magnitude.T2
    if not change.rises and seen.free:
        return Magnitude.T2
    return Magnitude.R1


def _small_load(change: Change, seen: _Seen) -> bool:
    """Inside the share, or inside whole increments where those are larger, upwards capped."""
    if _within_pct(change, seen.small["load_pct_x10"]):
        return True
    low, high = seen.small["load_increments"]
    if change.increments is None or not low <= change.increments <= high:
        return False
    return change.percent is not None and change.percent * 10 <= seen.small["load_cap_pct_x10"]


def _small_sets(change: Change, seen: _Seen) -> bool:
    if change.rises and not seen.setting.autoregulated_sets:
        return False
    return _within(change, seen.small["sets"])


def _small_total(change: Change, seen: _Seen) -> bool:
    """The session's total of sets; it has a bound of its own beside that of each exercise."""
    if change.rises and not seen.setting.autoregulated_sets:
        return False
    if any(other.field == "item" for other in seen.changes):
        return False
    return _within_pct(change, seen.small["session_sets_pct_x10"])


def _small_careful(change: Change, seen: _Seen) -> bool:
    """A cap or a rest that was not stated before only holds back."""
    stated = change.before is None and change.falls
    return stated or _within(change, seen.small[change.field])


def _small_count(change: Change, seen: _Seen) -> bool:
    return _within(change, seen.small[change.field])


def _small_intensity(change: Change, seen: _Seen) -> bool:
    return _within_pct(change, seen.small["intensity_pct_x10"])


def _small_length(change: Change, seen: _Seen) -> bool:
    return _within_pct(change, seen.small["duration_pct_x10"])


def _small_move(change: Change, seen: _Seen) -> bool:
    low, high = seen.small["move_days"]
    spacing = seen.setting.spacing_h
    near = low <= move_days(change) <= high
    return near and spacing is not None and spacing >= seen.small["spacing_h"]


def _small_swap(change: Change, seen: _Seen) -> bool:
    return seen.setting.swap(change.before, change.after) in seen.small["swap"]


def _bounded_load(change: Change, seen: _Seen) -> bool:
    return _within_pct(change, seen.bounded["load_pct_x10"])


def _bounded_total(change: Change, seen: _Seen) -> bool:
    return _within_pct(change, seen.bounded["session_sets_pct_x10"])


def _bounded_length(change: Change, seen: _Seen) -> bool:
    return _within_pct(change, seen.bounded["duration_pct_x10"])


def _bounded_swap(change: Change, seen: _Seen) -> bool:
    return seen.setting.swap(change.before, change.after) in seen.bounded["swap"]


def _falls(change: Change, _seen: _Seen) -> bool:
    return change.falls


def _always(_change: Change, _seen: _Seen) -> bool:
    return True


def _never(_change: Change, _seen: _Seen) -> bool:
    return False


SMALL: dict[str, Check] = {
    "load_g": _small_load,
    "sets": _small_sets,
    "session_sets": _small_total,
    "reps": _small_count,
    "intervals": _small_count,
    "rpe_x10": _small_careful,
    "rest_s": _small_careful,
    "intensity": _small_intensity,
    "duration_s": _small_length,
    "distance_m": _small_length,
    "step_duration": _small_length,
    "step_distance": _small_length,
    "date": _small_move,
    "exercise": _small_swap,
}
"""What keeps a kind of change inside T1; a kind that is not here is never that small."""

BOUNDED: dict[str, Check] = {
    "load_g": _bounded_load,
    "sets": _always,  # the total of the session decides
    "session_sets": _bounded_total,
    "reps": _falls,
    "reps_range": _falls,
    "intervals": _falls,
    "rpe_x10": _falls,
    "rest_s": _falls,
    "intensity": _falls,
    "step": _falls,
    "item": _falls,
    "duration_s": _bounded_length,
    "distance_m": _bounded_length,
    "step_duration": _bounded_length,
    "step_distance": _bounded_length,
    "exercise": _bounded_swap,
    "modality": _always,
    "sport": _always,
    "replaced": _always,
}
"""What keeps a kind of change inside T2; a kind that is not here is structural."""


def _within(change: Change, bound: Sequence[int]) -> bool:
    if change.before is None or change.after is None:
        return False
    return bool(bound[0] <= change.after - change.before <= bound[1])


def _within_pct(change: Change, bound: Sequence[int]) -> bool:
    return change.percent is not None and bound[0] <= change.percent * 10 <= bound[1]
