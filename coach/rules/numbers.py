"""Numbers of texts in one comparable form: "7½", "7,5", "seven and a half" and 75 tenths are all "7.5".

Clock times count as seconds and dates as day and month, so that prose binds to facts in any common form.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache

from coach.rules import number_words
from coach.rules.number_words import of_words

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_HANDLE = re.compile(r"\b[EGCPRDFH]\d{1,4}\b")
_NUMBERED = re.compile(r"\b[DPG]-0*(\d+)\b")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_DAY = re.compile(
    r"\b(\d{1,2})\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.IGNORECASE
)
_CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?![\d:])")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?½?|½")
_CODE = re.compile(r"\b(?:e1RM\w*|VO2\w*|[A-Z]\d{1,2}[a-z]?)\b")
_MEASURED = re.compile(
    r"(?<![\d.,])(\d+(?:[.,]\d+)?½?)\s*(?:kgs?|kilos?|kilogram(?:me)?s?|g|lbs?|pounds?|%|per\s?cent|"
    r"km|k|m|met(?:er|re)s?|miles?|h|hours?|min|minutes?|s|sec|seconds?|w|watts?|bpm|reps?|sets?)\b"
    r"|(?<![\d.,])(\d+(?:[.,]\d+)?½?)\s*%|\b(?:RPE|RIR)\s*(\d+(?:[.,]\d+)?½?)",
    re.IGNORECASE,
)
_KILOGRAMS = re.compile(
    r"(?<![\d.,])(\d+(?:[.,]\d+)?½?)[\s-]*(?:kgs?|kilos?|kilogram(?:me)?s?)\b", re.IGNORECASE
)
_SHARES = ("No", "Nl")
"""Unicode kinds of characters that are numbers without being digits, such as ¾ and ⑤."""


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
    rest = _CODE.sub(" ", _CLOCK.sub(" ", rest))
    found |= {_decimal(match[0]) for match in _NUMBER.finditer(rest)}
    found |= {_odd(char) for char in rest if char != "½" and unicodedata.category(char) in _SHARES}
    return frozenset(found) | of_words(text)


@lru_cache(maxsize=20_000)
def bindable(text: str) -> frozenset[str]:
    """The numbers of a text, and each load once more with its unit: 5 reps are no 5 kg."""
    said = {_decimal(match[1]) for match in _KILOGRAMS.finditer(text)}
    return of_text(text) | {f"{load} kg" for load in said | number_words.kilograms(text)}


@lru_cache(maxsize=20_000)
def measured(text: str) -> frozenset[str]:
    """The numbers of a text that carry a unit; the rest may be counts of what is cited."""
    found = {next(part for part in match.groups() if part) for match in _MEASURED.finditer(text)}
    return frozenset(_decimal(number) for number in found) | of_words(text, counts=False)


def inside(text: str, allowed: frozenset[str] | set[str]) -> bool:
    """Whether every number of a text is allowed."""
    return of_text(text) <= allowed


def _seconds(match: re.Match[str]) -> str:
    first, second, third = int(match[1]), int(match[2]), match[3]
    if third is None:
        return plain(first * 60 + second)
    return plain(first * 3600 + second * 60 + int(third))


def _odd(char: str) -> str:
    return plain(Decimal(str(unicodedata.numeric(char))))


def _decimal(text: str) -> str:
    if text == "½":
        return "0.5"
    half = text.endswith("½")
    number = Decimal(text.removesuffix("½").replace(",", "."))
    return plain(number + Decimal("0.5") if half else number)


def _date(day: int, month: int) -> str:
    return f"date {month:02d}-{day:02d}"
