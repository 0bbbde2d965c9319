"""Known items as the API sends them: every value with its unit and its evidence."""

from __future__ import annotations

from typing import Any

from coach.api.schemas import Fact, Value
from coach.review import sayings
from decisions.domain.evidence import Evidence
from decisions.selectors.known import Known

_UNITS = {
    "_g": "g",
    "_s": "s",
    "_m": "m",
    "_x10": "0.1 RPE",
    "_bpm": "bpm",
    "_w": "W",
    "_ms": "ms",
    "_kcal": "kcal",
    "_h": "h",
}


def fact(item: Known) -> Fact:
    """One item; an erased one has no values."""
    facts = None if item.retracted else item.facts
    return Fact(
        surface=item.surface,
        key=item.key,
        position=item.position,
        fingerprint=item.fingerprint,
        evidence=item.evidence,
        fact_type=item.fact_type,
        recorded_at=item.recorded_at,
        occurred_at=item.occurred_at,
        local_date=item.local_date,
        zone=item.zone,
        source=_source(item),
        reasoning=item.reasoning,
        supersedes=item.supersedes,
        basis=list(item.basis),
        says=sayings.sentence(item),
        erased=item.facts is None and not item.retracted,
        values={name: _value(item, facts or {}, name) for name in facts or {}},
    )


def _value(item: Known, facts: dict[str, Any], name: str) -> Value:
    value = facts[name]
    mode = facts.get("entry_mode")
    return Value(
        value=value,
        unit=_unit(name, facts),
        evidence=Evidence.UNKNOWN.value if value is None else item.evidence,
        entry_mode=str(mode) if mode is not None else None,
        recorded_at=item.recorded_at,
    )


def _unit(name: str, facts: dict[str, Any]) -> str | None:
    """The unit of an entry, said by its own name or, for `value`, by that of what it measures."""
    said = str(facts.get("field") or facts.get("kind") or "") if name == "value" else name
    return next((unit for suffix, unit in _UNITS.items() if said.endswith(suffix)), None)


def _source(item: Known) -> str:
    """What kind of author: never a name, and never more than the reader may know."""
    actor = str((item.source or {}).get("actor", ""))
    return actor.partition(":")[0] or "unknown"
