"""The numbers of the evidence policy as typed whole numbers: no floats reach a rule.

Pure: takes the loaded document of `evidence_policy.yaml` or of a per-athlete override.
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


@dataclass(frozen=True, slots=True)
class EvidencePolicy:
    """The part of the evidence policy that this app applies.

    Attributes:
        version: of the policy.
        strength: keys of strength exposures.
        endurance: keys of endurance exposures.
        never_comparable: flags that rule an exposure out.
        error: typical error by class in per mille; None where no estimate is allowed.
        unit_windows: ratios of load to expected load, in thousandths, that suggest a wrong unit.
        e1rm_jump: (warn, quarantine) above the best of 90 days, in per cent.
        reps_max: repetitions of one set above which it is implausible.
    """

    version: int
    strength: KeySet
    endurance: KeySet
    never_comparable: frozenset[str]
    error: Mapping[str, int | None]
    unit_windows: tuple[tuple[int, int], ...]
    e1rm_jump: tuple[int, int]
    reps_max: int


def parse(document: Mapping[str, Any]) -> EvidencePolicy:
    """Read the document of the policy.

    Raises:
        KeyError: an entry that this app needs is missing.
    """
    comparability = document["comparability"]
    plausibility = document["plausibility"]
    jump = plausibility["e1rm_jump_pct_vs_90d_best"]
    error = document["measurement_error_te"]
    return EvidencePolicy(
        version=document["version"],
        strength=_keys(comparability["strength"]),
        endurance=_keys(comparability["endurance"]),
        never_comparable=frozenset(comparability["never_comparable_flags"]),
        error={
            "e1rm_near_failure": _thousandths(error["e1rm_low_rep_near_failure"]),
            "e1rm_mid": _thousandths(error["e1rm_mid"]),
            "e1rm_ineligible": None,
            "endurance_test": _thousandths(error["endurance_test_power"]),
        },
        unit_windows=tuple(
            (_thousandths(low), _thousandths(high))
            for low, high in plausibility["unit_ratio_windows"]
        ),
        e1rm_jump=(jump["warn"], jump["quarantine"]),
        reps_max=plausibility["reps_per_set_max"],
    )


def _keys(entry: Mapping[str, Any]) -> KeySet:
    soft = tuple(_soft(name, spec) for name, spec in entry["soft_keys"].items())
    return KeySet(hard=tuple(entry["hard_keys"]), soft=soft)


def _soft(name: str, spec: Any) -> SoftKey:
    field = COMPARISONS.get(name)
    if field is None:
        return SoftKey(name, "equal", None)
    rule = "fraction" if field.startswith("min_fraction") else field
    rule = "relative" if name in RELATIVE else rule
    return SoftKey(name, rule, _thousandths(spec[field]))


def _thousandths(value: float) -> int:
    return int(Decimal(str(value)) * 1000)
