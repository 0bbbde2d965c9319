"""Numbers of texts in one comparable form: "7½", "7,5" and 75 tenths are all "7.5".

Clock times count as seconds and dates as day and month, so that prose binds to facts in any common form.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

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
