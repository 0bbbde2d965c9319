"""Whether two exposures may be compared at all, with every reason. Pure and symmetric.

Hard keys decide, soft keys weaken. A key that this athlete never records is left out and named, so
that nobody is kept from progress by a field they do not keep.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from statistics import median
from typing import TYPE_CHECKING

from sessions.domain import effective_reps

if TYPE_CHECKING:
    from sessions.domain.catalogue import Exercise
    from sessions.domain.exposure import Exposure
    from sessions.domain.policy_keys import KeySet, SoftKey

Value = int | Decimal | str | bool | None
Conditions = Mapping[str, Value]
"""What is known about the circumstances of an exposure, by key, in the key's own unit.

`sleep_h` is a fraction of the athlete's own 28-day median; `intent` (rep range, intensity or test
protocol) is no key of its own but lets exposures reach back over a phase border.
"""

IDENTITY = frozenset({"exercise_slug", "modality", "session_type"})
"""Keys that are never left out."""

MUST_HOLD = frozenset({"illness_free_days_ge_7", "load_unit_verified"})
"""Hard keys that both exposures must answer with yes."""


class Verdict(StrEnum):
    """How far two exposures may be compared."""

    COMPARABLE = "comparable"
    PARTIAL = "partial"
    NOT_COMPARABLE = "not_comparable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Reason:
    """One key that stands in the way: "different", "unknown", "out" (of tolerance) or "flagged"."""

    key: str
    kind: str
    older: Value = None
    newer: Value = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdict, what stands in the way, and which keys were not asked."""

    verdict: Verdict
    reasons: tuple[Reason, ...]
    left_out: tuple[str, ...]


def compare(
    older: Conditions,
    newer: Conditions,
    *,
    keys: KeySet,
    recorded: Collection[str] | None = None,
    flags: Collection[str] = (),
    never: Collection[str] = (),
) -> Comparison:
    """Compare the circumstances of two exposures of one kind.

    Args:
        older: circumstances of one exposure.
        newer: circumstances of the other.
        keys: hard and soft keys of the policy.
        recorded: keys that this athlete records; None counts every key.
        flags: flags of both exposures.
        never: flags that rule an exposure out.
    """
    asked = None if recorded is None else {*recorded, *IDENTITY}
    every = [*keys.hard, *(soft.name for soft in keys.soft)]
    left_out = tuple(key for key in every if asked is not None and key not in asked)
    flagged = [Reason(flag, "flagged") for flag in sorted(set(flags) & set(never))]
    hard = [r for key in keys.hard if key not in left_out and (r := _hard(key, older, newer))]
    soft = [r for key in keys.soft if key.name not in left_out and (r := _soft(key, older, newer))]
    return Comparison(_verdict(flagged, hard, soft), (*flagged, *hard, *soft), left_out)


def recorded_keys(conditions: Iterable[Conditions]) -> frozenset[str]:
    """Keys that were known at least once: the athlete records them."""
    return frozenset(key for one in conditions for key, value in one.items() if value is not None)


def conditions(
    exposure: Exposure, exercise: Exercise | None, declared: Mapping[str, Value] | None = None
) -> dict[str, Value]:
    """Circumstances of a strength exposure.

    Args:
        exposure: what was trained.
        exercise: of the catalogue.
        declared: standing declarations (energy regime, phase, gym, gear) and whatever else is
            known; they hold until they change and win over what is read from the exposure.
    """
    found: dict[str, Value] = {
        "exercise_slug": exposure.exercise,
        "bar_or_implement": exercise.equipment if exercise else None,
        "load_unit_verified": not {"unit_suspect", "unit_unverified"} & set(exposure.flags),
        "pain_state": _pain_state(exposure.pain_during),
        "effective_reps": _effective_reps(exposure),
        "session_position": exposure.rank,
        "intent": _intent(exposure),
    }
    return {**found, **(declared or {})}


def _verdict(flagged: list[Reason], hard: list[Reason], soft: list[Reason]) -> Verdict:
    if flagged or any(reason.kind == "different" for reason in hard):
        return Verdict.NOT_COMPARABLE
    if hard:
        return Verdict.UNKNOWN
    if len(soft) <= 1:
        return Verdict.COMPARABLE
    return Verdict.PARTIAL if len(soft) <= 3 else Verdict.NOT_COMPARABLE


def _hard(key: str, older: Conditions, newer: Conditions) -> Reason | None:
    one, other = older.get(key), newer.get(key)
    if key in MUST_HOLD and (one is False or other is False):
        return Reason(key, "different", one, other)
    if one is None or other is None:
        return Reason(key, "unknown", one, other)
    if one == other or (key == "block_phase" and _same_intent(older, newer)):
        return None
    return Reason(key, "different", one, other)


def _same_intent(older: Conditions, newer: Conditions) -> bool:
    return older.get("intent") is not None and older.get("intent") == newer.get("intent")


def _soft(key: SoftKey, older: Conditions, newer: Conditions) -> Reason | None:
    one, other = older.get(key.name), newer.get(key.name)
    if one is None or other is None:
        return Reason(key.name, "unknown", one, other)
    return None if _within(key, one, other) else Reason(key.name, "out", one, other)


def _within(key: SoftKey, one: Value, other: Value) -> bool:
    if key.limit is None or isinstance(one, str) or isinstance(other, str):
        return one == other
    low, high = sorted((Decimal(one or 0), Decimal(other or 0)))
    if key.rule in ("min", "fraction"):
        return low * 1000 >= key.limit
    apart = high - low
    if key.name == "time_of_day_h":
        apart = min(apart, 24 - apart)  # 23:30 and 00:30 are an hour apart.
    if key.rule == "relative":
        return apart * 100_000 <= key.limit * low
    return apart * 1000 <= key.limit


def _pain_state(pain: int | None) -> str | None:
    if pain is None:
        return None
    return "green" if pain <= 2 else "not_green"


def _effective_reps(exposure: Exposure) -> Decimal | None:
    known = [effective_reps.effective_reps_x10(work) for work in exposure.work if work.trained]
    if not known or any(value is None for value in known):
        return None
    return Decimal(median(value for value in known if value is not None)) / 10


def _intent(exposure: Exposure) -> str | None:
    dose = exposure.prescribed
    if dose is None or dose.reps_low is None:
        return None
    return f"{dose.reps_low}-{dose.reps_high} at RPE {dose.rpe_x10}"
