"""Numbers of texts and facts in one comparable form: "7½", "7,5" and 75 tenths are all "7.5".

Clock times count as seconds and dates as day and month, so that prose binds to facts in any common form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_HANDLE = re.compile(r"\b[EGCPRDFH]\d{1,4}\b")
_NUMBERED = re.compile(r"\b[DPG]-0*(\d+)\b")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_DAY = re.compile(
    r"\b(\d{1,2})\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.IGNORECASE
)
_CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?![\d:])")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?½?|½")
_WORD = re.compile(r"[a-z]+\d+[a-z0-9]*|\d+[a-z]+\d+[a-z0-9]*", re.IGNORECASE)


def plain(value: int | Decimal) -> str:
    """A number without sign, exponent or trailing zeros."""
    return format(abs(Decimal(value)).normalize(), "f")


@lru_cache(maxsize=20_000)
def of_text(text: str) -> frozenset[str]:
    """The numbers and dates of a text; handles and codes such as A1 are none."""
    found: set[str] = set()
    rest = _HANDLE.sub(" ", text)
    for match in _ISO.finditer(rest):
        found.add(_date(int(match[3]), int(match[2])))
    rest = _ISO.sub(" ", rest)
    for match in _DAY.finditer(rest):
        found.add(_date(int(match[1]), _MONTHS.index(match[2].lower()) + 1))
    rest = _DAY.sub(" ", rest)
    for match in _NUMBERED.finditer(rest):
        found.add(plain(int(match[1])))
    rest = _NUMBERED.sub(" ", rest)
    for match in _CLOCK.finditer(rest):
        found.add(_seconds(match))
    rest = _WORD.sub(" ", _CLOCK.sub(" ", rest))
    found |= {_decimal(match[0]) for match in _NUMBER.finditer(rest)}
    return frozenset(found)


def inside(text: str, allowed: frozenset[str] | set[str]) -> bool:
    """Whether every number of a text is allowed."""
    return of_text(text) <= allowed


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
        return of_text(value)
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
        found |= {plain(Decimal(value) / 1000)}
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


def _seconds(match: re.Match[str]) -> str:
    first, second, third = int(match[1]), int(match[2]), match[3]
    if third is None:
        return plain(first * 60 + second)
    return plain(first * 3600 + second * 60 + int(third))


def _decimal(text: str) -> str:
    if text == "½":
        return "0.5"
    half = text.endswith("½")
    number = Decimal(text.removesuffix("½").replace(",", "."))
    return plain(number + Decimal("0.5") if half else number)


def _date(day: int, month: int) -> str:
    return f"date {month:02d}-{day:02d}"
