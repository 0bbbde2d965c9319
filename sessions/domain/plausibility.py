"""What looks wrong about a number. Flags only: a value changes by a correction, never here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decisions.domain.surface import Facts
    from sessions.domain.catalogue import Exercise
    from sessions.domain.policy import EvidencePolicy

CHECKED = "checked:"
"""Start of a session's flag by which the athlete says that a set is right as it stands."""

SESSION_MAX_S = 960 * 60
HEART_RATE = (25, 230)


def set_flags(
    *,
    load_g: int | None,
    reps: int | None,
    exercise: Exercise | None,
    expected_g: int | None,
    policy: EvidencePolicy,
    checked: bool = False,
) -> tuple[str, ...]:
    """Flags of one work set.

    Args:
        load_g: external load.
        reps: repetitions.
        exercise: of the catalogue; without it there is no ceiling.
        expected_g: prescribed load, or that of the last time; without it no unit is suspected.
        policy: the windows and limits.
        checked: the athlete has said that the set is right; the ceiling still holds.
    """
    flags = []
    if load_g is not None and exercise is not None and exercise.plaus_g is not None:
        flags += ["implausible"] if load_g > exercise.plaus_g else []
    if reps is not None and reps > policy.reps_max:
        flags.append("reps_implausible")
    if load_g and expected_g and not checked:
        ratio = load_g * 1000 / expected_g
        suspect = any(low <= ratio <= high for low, high in policy.unit_windows)
        flags += ["unit_suspect"] if suspect else []
    return tuple(flags)


def e1rm_flags(
    e1rm_g: int | None, best_before_g: int | None, policy: EvidencePolicy, *, checked: bool = False
) -> tuple[str, ...]:
    """Flags of an estimate against the best of the 90 days before it."""
    if not e1rm_g or not best_before_g or checked:
        return ()
    above = (e1rm_g - best_before_g) * 100
    warn, quarantine = policy.e1rm_jump
    if above > quarantine * best_before_g:
        return ("e1rm_quarantine",)
    return ("e1rm_warn",) if above > warn * best_before_g else ()


def session_flags(facts: Facts) -> tuple[str, ...]:
    """Flags of a session as a whole: its length and its heart rate."""
    flags = []
    if facts["duration_s"] is not None and facts["duration_s"] > SESSION_MAX_S:
        flags.append("implausible_duration")
    heart = facts["avg_hr_bpm"]
    if heart is not None and not HEART_RATE[0] <= heart <= HEART_RATE[1]:
        flags.append("implausible_heart_rate")
    return tuple(flags)


def checked_flag(client_id: str) -> str:
    """The session's flag that says: this set is right as it stands."""
    return f"{CHECKED}{client_id}"
