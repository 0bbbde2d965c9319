"""The keys that decide whether two exposures are comparable, read from the evidence policy.

Owns hard and soft keys with their limits in thousandths; comparing is the business of `comparability`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

COMPARISONS = {
    "effective_reps": "tolerance",
    "relative_intensity_pct": "tolerance",
    "bodyweight_trend_pct": "tolerance",
    "session_position": "tolerance",
    "time_of_day_h": "tolerance",
    "hours_since_same_region": "min",
    "sleep_h": "min_fraction_of_own_28d_median",
    "days_since_illness_or_layoff": "min",
    "duration_pct": "tolerance",
    "intensity_if": "tolerance",
    "temperature_c": "tolerance",
    "altitude_m": "tolerance",
    "elevation_m_per_km": "tolerance",
    "form_tsb": "tolerance",
    "hours_since_hard_session": "min",
}
"""Which number of a soft key's entry is its limit; keys that are not here must be equal."""

RELATIVE = frozenset({"bodyweight_trend_pct", "duration_pct"})
"""Soft keys whose tolerance is a percentage of the smaller value."""


@dataclass(frozen=True, slots=True)
class SoftKey:
    """One soft key: how two exposures may differ in it.

    Attributes:
        name: the key.
        rule: "tolerance" (they differ by at most `limit`), "relative" (by at most `limit` per
            cent), "min" (each is at least `limit`), "fraction" (each is at least that part of the
            usual) or "equal".
        limit: in thousandths of the key's unit or of a per cent; None for "equal".
    """

    name: str
    rule: str
    limit: int | None


@dataclass(frozen=True, slots=True)
class KeySet:
    """The keys that decide whether two exposures of one kind are comparable."""

    hard: tuple[str, ...]
    soft: tuple[SoftKey, ...]


def key_set(entry: Mapping[str, Any]) -> KeySet:
    """The hard and soft keys of one kind of exposure."""
    soft = tuple(_soft(name, spec) for name, spec in entry["soft_keys"].items())
    return KeySet(hard=tuple(entry["hard_keys"]), soft=soft)


def _soft(name: str, spec: Any) -> SoftKey:
    field = COMPARISONS.get(name)
    if field is None:
        return SoftKey(name, "equal", None)
    rule = "fraction" if field.startswith("min_fraction") else field
    rule = "relative" if name in RELATIVE else rule
    return SoftKey(name, rule, thousandths(spec[field]))


def thousandths(value: float) -> int:
    """A number of the document in whole thousandths."""
    return int(Decimal(str(value)) * 1000)
