"""The numbers of the evidence policy as typed whole numbers: no floats reach a rule.

Pure: takes the loaded document of `evidence_policy.yaml` or of a per-athlete override.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sessions.domain.policy_keys import KeySet, key_set, thousandths

if TYPE_CHECKING:
    from collections.abc import Mapping


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
        strength=key_set(comparability["strength"]),
        endurance=key_set(comparability["endurance"]),
        never_comparable=frozenset(comparability["never_comparable_flags"]),
        error={
            "e1rm_near_failure": thousandths(error["e1rm_low_rep_near_failure"]),
            "e1rm_mid": thousandths(error["e1rm_mid"]),
            "e1rm_ineligible": None,
            "endurance_test": thousandths(error["endurance_test_power"]),
        },
        unit_windows=tuple(
            (thousandths(low), thousandths(high))
            for low, high in plausibility["unit_ratio_windows"]
        ),
        e1rm_jump=(jump["warn"], jump["quarantine"]),
        reps_max=plausibility["reps_per_set_max"],
    )
