"""One derived number with its formula, inputs and evidence. Unknown in, unknown out, never zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from decisions.domain.evidence import Evidence, weakest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sessions.domain.worksets import WorkSet


@dataclass(frozen=True, slots=True)
class Metric:
    """One computed number, or the reason why there is none.

    Attributes:
        metric: what it is.
        formula_id: which formula gave it.
        formula_version: of that formula.
        value: None when it cannot be known from these inputs.
        unit: of the value.
        evidence: never stronger than the weakest input; unknown when there is no value.
        inputs: positions of the events it was computed from.
        flags: what weakens it, for example "rpe_missing" or "confirmed_default".
        why: one phrase when there is no value.
    """

    metric: str
    formula_id: str
    formula_version: int
    value: int | None
    unit: str
    evidence: Evidence
    inputs: tuple[int, ...]
    flags: tuple[str, ...] = ()
    why: str = ""


def from_sets(
    name: str,
    formula: str,
    value: int | None,
    unit: str,
    sets: Sequence[WorkSet],
    kind: Evidence,
    why: str,
) -> Metric:
    """A metric computed from work sets: never stronger than its kind or its weakest set."""
    evidence = weakest(kind, *(work.evidence for work in sets))
    flags = {flag for work in sets for flag in work.flags}
    flags |= {"confirmed_default"} if any(work.confirmed for work in sets) else set()
    flags |= (
        {"rpe_missing"} if any(work.trained and work.rpe_x10 is None for work in sets) else set()
    )
    return Metric(
        metric=name,
        formula_id=formula,
        formula_version=1,
        value=value,
        unit=unit,
        evidence=Evidence.UNKNOWN if value is None else evidence,
        inputs=tuple(sorted(work.position for work in sets)),
        flags=tuple(sorted(flags)),
        why=why,
    )
