"""The numbers of facts in every form in which prose may give them, comparable with those of texts."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from coach.rules.numbers import bindable, plain


def of_facts(facts: Mapping[str, Any]) -> frozenset[str]:
    """Every number of facts in every form in which prose may give it."""
    found: set[str] = set()
    kind = str(facts.get("target_kind") or facts.get("metric") or facts.get("field") or "")
    for name, value in facts.items():
        found |= _of_value(name, value, kind)
    return frozenset(found)


def _of_value(name: str, value: Any, kind: str) -> frozenset[str]:
    if value is None or isinstance(value, bool):
        return frozenset()
    if isinstance(value, int):
        return frozenset(_forms(name, value, kind))
    if isinstance(value, str):
        return bindable(value)
    if isinstance(value, Mapping):
        return of_facts(value)
    if isinstance(value, list | tuple):
        return frozenset().union(*(_of_value(name, entry, kind) for entry in value))
    return frozenset()


def _forms(name: str, value: int, kind: str) -> set[str]:
    """The ways in which people write one stored number."""
    scaled = f"{name} {kind} " if name in {"value", "low", "high"} else f"{name} "
    if "x10" in scaled or "rpe" in scaled:
        return {plain(Decimal(value) / 10)}
    found = {plain(value)}
    if "_g " in scaled:
        kilograms = plain(Decimal(value) / 1000)
        found |= {kilograms, f"{kilograms} kg"}
    if "_m " in scaled:
        found |= {plain(Decimal(value) / 1000), plain(round(Decimal(value) / 1000, 1))}
    if "_s" in scaled:
        found |= _times(value)
    return found


def _times(seconds: int) -> set[str]:
    seconds = abs(seconds)
    found = {plain(seconds), plain(seconds // 60), plain(seconds % 60)}
    found |= {plain(seconds // 3600), plain(seconds % 3600 // 60)}
    if seconds % 6 == 0:
        found.add(plain(Decimal(seconds) / 60))
    return found
