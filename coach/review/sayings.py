"""A known item in words: its sentence, its surface, and how it came to be known.

Says what is stored; an erased or a retracted item is named as such.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions import registry
from decisions.domain.errors import InvalidFacts

if TYPE_CHECKING:
    from decisions.domain.surface import Facts
    from decisions.selectors.known import Known

ERASED = "erased at the person's wish"
_MODES = {
    "edited": "edited",
    "confirmed_default": "confirmed as prescribed",
    "typed_later": "typed later",
    "imported": "imported",
    "bulk_confirmed": "confirmed in bulk",
}


def sentence(item: Known) -> str:
    """One plain line about an item; says so when it was erased or retracted."""
    if item.retracted:
        return "retracted"
    if item.facts is None:
        return ERASED
    try:
        return str(registry.get(item.surface).sentence(item.facts))
    except LookupError:
        return str(item.key)


def ordered(surface: str, facts: Facts | None) -> Facts | None:
    """Facts in the order in which their surface names them; as they are when they are not valid."""
    if facts is None:
        return None
    try:
        return registry.get(surface).validate(facts)
    except (InvalidFacts, LookupError):
        return facts


def label(surface: str) -> str:
    """A surface in words."""
    try:
        return str(registry.get(surface).label)
    except LookupError:
        return surface


def days_late(item: Known) -> int:
    """How many days after its own date a fact became known, 0 when on time or undated."""
    if item.local_date is None:
        return 0
    return max((item.recorded_at.date() - item.local_date).days, 0)


def mode(item: Known) -> str:
    """How a fact came to be known, in words; empty when there is nothing to say."""
    if item.fact_type == "correction":
        return "corrected"
    late = days_late(item)
    entry = _MODES.get(str((item.facts or {}).get("entry_mode", "")), "")
    if entry == "imported" or late == 0 or item.evidence not in {"user_reported", "observed"}:
        return entry
    return f"typed {late} day{'' if late == 1 else 's'} later"
