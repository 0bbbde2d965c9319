"""Numbers that are spelled out: "fifty kilos" is 50, "a dozen reps" 12, "half an hour" 30 minutes.

Owns which words count as a number: those that give a quantity, and every one above twelve. Shares
and multiples ("twice the load", "half the volume") become claims of their own that no fact has.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

_SMALL = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {word: value for value, word in enumerate(_SMALL)}
_VALUES |= {word: 20 + 10 * place for place, word in enumerate(_TENS)}
_SCALES = {"hundred": 100, "thousand": 1000}
_DIGIT = r"(?:zero|one|two|three|four|five|six|seven|eight|nine)"
_WORD = "|".join(sorted((*_VALUES, *_SCALES), key=len, reverse=True))
_RUN = re.compile(
    rf"\b(?:an?[\s-]+(?=hundred|thousand))?(?:{_WORD})(?:(?:[\s-]+and)?[\s-]+(?:{_WORD}))*"
    rf"(?:\s+point(?:\s+{_DIGIT})+)?(?P<half>\s+and\s+an?\s+half)?\b",
    re.IGNORECASE,
)
_MEASURE = (
    r"(?:kilos?|kilogram(?:me)?s?|kgs?|grams?|pounds?|lbs?|plates?|increments?|reps?|repetitions?|"
    r"sets?|rounds?|intervals?|laps?|minutes?|mins?|seconds?|secs?|hours?|hrs?|kilomet(?:er|re)s?|"
    r"km|k|met(?:er|re)s?|miles?|watts?|beats?|bpm|percent(?:age)?|per\s+cent|%|points?)"
)
_COUNTED = (
    r"(?:steps?|days?|weeks?|months?|years?|sessions?|workouts?|exposures?|runs?|rides?|swims?|"
    r"tests?|mornings?|nights?|times|exercises?|blocks?)"
)
_ADJECTIVES = r"(?:[\s-]+[a-z]+){0,2}?[\s-]+"
_OF_MEASURE = re.compile(rf"(?:{_ADJECTIVES}|-)(?:{_MEASURE})\b|\s*%", re.IGNORECASE)
_OF_KILOS = re.compile(rf"{_ADJECTIVES}(?:kgs?|kilos?|kilogram(?:me)?s?)\b", re.IGNORECASE)
_OF_COUNT = re.compile(rf"(?:{_ADJECTIVES}|-)(?:{_COUNTED})\b|\s+(?:of|out\s+of)\s", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:rpe|rir|at|to|by|with|over|above|under|below|than)\s+$", re.IGNORECASE)

_QUANTITY = (
    r"(?:load|volume|weight|dose|sets?|reps?|repetitions?|time|distance|work|effort|intensity|"
    r"mileage|minutes|kilomet(?:er|re)s|duration|pace|speed|power|kilos?|session|training|rest)"
)
_WHOSE = (
    r"(?:the|your|his|her|their|our|my|that|this|what|it|them|everything|all|"
    r"as\s+(?:much|many|heavy|hard|long|far|fast))"
)
_TARGET = rf"(?:(?:up\s+)?(?:on\s+)?{_WHOSE}\b|(?:[a-z]+\s+)?{_QUANTITY}\b)"
_SHARES = {"half": "0.5", "third": "0.333", "quarter": "0.25", "fifth": "0.2", "tenth": "0.1"}
_SHARE = "|".join(_SHARES)
_MULTIPLES = (
    (re.compile(rf"\b(?:twice|two-?fold)\s+{_TARGET}", re.IGNORECASE), "2"),
    (re.compile(rf"\b(?:thrice|three-?fold)\s+{_TARGET}", re.IGNORECASE), "3"),
    (re.compile(rf"\bdoubl(?:e|es|ed|ing)\s+{_TARGET}", re.IGNORECASE), "2"),
    (re.compile(rf"\btripl(?:e|es|ed|ing)\s+{_TARGET}", re.IGNORECASE), "3"),
    (re.compile(rf"\bhalv(?:e|es|ed|ing)\s+{_TARGET}", re.IGNORECASE), "0.5"),
    (re.compile(rf"\bhalf\s+(?:of\s+)?{_TARGET}", re.IGNORECASE), "0.5"),
    (re.compile(rf"\b{_QUANTITY}\s+(?:[a-z]+\s+){{0,3}}(?:doubl\w+|twice)\b", re.IGNORECASE), "2"),
    (re.compile(rf"\b{_QUANTITY}\s+(?:[a-z]+\s+){{0,3}}tripl\w+\b", re.IGNORECASE), "3"),
    (re.compile(rf"\b{_QUANTITY}\s+(?:[a-z]+\s+){{0,3}}halv\w+\b", re.IGNORECASE), "0.5"),
    (re.compile(r"\b(?:in|by|at|to)\s+half\b", re.IGNORECASE), "0.5"),
    (re.compile(r"\b(?:two|three|four|five|ten)-?\s?fold\b", re.IGNORECASE), "many"),
)
_PART = re.compile(
    rf"\b(?P<count>an?|one|two|three|four|{'|'.join(_SMALL[5:10])})[\s-]+(?P<part>{_SHARE})s?\s+"
    rf"(?:of\b|more\b|less\b|heavier\b|lighter\b|longer\b|shorter\b|{_QUANTITY}\b)",
    re.IGNORECASE,
)
_BY_PART = re.compile(
    r"\bby\s+(?:an?|one|two|three)?[\s-]*(?P<part>third|quarter|fifth|tenth)s?\b", re.IGNORECASE
)
_HOURS = (
    (re.compile(r"\b(?:an|one)\s+hour\s+and\s+a\s+half\b", re.IGNORECASE), "90"),
    (re.compile(r"\bhalf\s+an?\s+hour\b|\bhalf-hour\b", re.IGNORECASE), "30"),
    (re.compile(r"\b(?:three\s+quarters|three-quarters)\s+of\s+an\s+hour\b", re.IGNORECASE), "45"),
    (re.compile(r"\b(?:a\s+)?quarter\s+of\s+an\s+hour\b", re.IGNORECASE), "15"),
)
_DOZENS = (
    (re.compile(r"\bhalf\s+a\s+dozen\b", re.IGNORECASE), "6"),
    (re.compile(r"\btwo\s+dozen\b", re.IGNORECASE), "24"),
    (re.compile(r"\bdozens?\b", re.IGNORECASE), "12"),
    (re.compile(rf"\b(?:a\s+)?couple\s+of(?={_ADJECTIVES}{_MEASURE}\b)", re.IGNORECASE), "2"),
)


@lru_cache(maxsize=20_000)
def of_words(text: str, *, counts: bool = True) -> frozenset[str]:
    """The spelled numbers of a text; a share or multiple of something is `times <factor>`.

    Args:
        counts: with those that only count days, sessions and the like.
    """
    found: set[str] = set()
    rest = text
    for pattern, value in (*_HOURS, *_DOZENS):
        rest, count = pattern.subn(" ", rest)
        if count:
            found.add(value)
    found |= _shares(rest)
    rest = _BY_PART.sub(" ", _PART.sub(" ", rest))
    for match in _RUN.finditer(rest):
        number = _value(match[0].lower())
        if _gives(number, rest[: match.start()], rest[match.end() :], counts=counts):
            found.add(_plain(number))
    return frozenset(found)


def _shares(text: str) -> set[str]:
    """Shares and multiples of something that is there already."""
    found = {f"times {factor}" for pattern, factor in _MULTIPLES if pattern.search(text)}
    found |= {f"times {m['count']} {m['part']}".lower() for m in _PART.finditer(text)}
    return found | {f"times {m['part']}".lower() for m in _BY_PART.finditer(text)}


def kilograms(text: str) -> frozenset[str]:
    """The spelled numbers of a text that are said in kilograms."""
    runs = _RUN.finditer(text)
    return frozenset(_plain(_value(m[0].lower())) for m in runs if _OF_KILOS.match(text[m.end() :]))


def _gives(value: Decimal, before: str, after: str, *, counts: bool) -> bool:
    """Whether a number word gives a quantity: "one" rarely does, what is above twelve always."""
    if value > 12 or value != value.to_integral_value():
        return True
    if _OF_MEASURE.match(after):
        return True
    counted = counts and _OF_COUNT.match(after)
    return value != 1 and bool(counted or _AFTER.search(before))


def _value(run: str) -> Decimal:
    whole, _, decimals = run.partition(" point")
    half = whole.endswith("half")
    words = [word for word in re.split(r"[\s-]+", whole) if word in _VALUES or word in _SCALES]
    total = group = 0
    for word in words:
        if word == "thousand":
            total, group = total + (group or 1) * 1000, 0
        elif word == "hundred":
            group = (group or 1) * 100
        else:
            group += _VALUES[word]
    number = Decimal(total + group)
    digits = "".join(str(_VALUES[word]) for word in decimals.split() if word in _VALUES)
    if digits:
        number += Decimal(f"0.{digits}")
    return number + Decimal("0.5") if half else number


def _plain(value: Decimal) -> str:
    return format(value.normalize(), "f")
