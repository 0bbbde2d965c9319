"""Numbers, loads and durations as people and apps write them. Exact: decimals, never floats.

Both decimal marks are read and none is guessed: a number that could mean two things is a question.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from sessions.domain.numbers import LB_IN_G

if TYPE_CHECKING:
    from collections.abc import Iterable

GRAMS = {"kg": Decimal(1000), "lb": LB_IN_G}
UNITS = {"kg": "kg", "kgs": "kg", "lb": "lb", "lbs": "lb", "pound": "lb", "pounds": "lb"}
LONGEST_S = 7 * 24 * 3600

_PLAIN = re.compile(r"[0-9]{1,12}")
_MARKED = re.compile(r"([0-9]{1,12})([.,])([0-9]{1,9})")
_GROUPED = re.compile(
    r"[0-9]{1,3}(?:([.,])[0-9]{3})(?:\1[0-9]{3}){0,3}(?:(?!\1)([.,])([0-9]{1,9}))?"
)
_SPOKEN = re.compile(
    r"(?:([0-9]{1,4})\s*h(?:r|rs|our|ours)?)?\s*(?:([0-9]{1,5})\s*m(?:in|ins|inute|inutes)?)?\s*"
    r"(?:([0-9]{1,6})\s*s(?:ec|ecs|econd|econds)?)?"
)
_CLOCK = re.compile(r"(?:([0-9]{1,3}):)?([0-5]?[0-9]):([0-5][0-9])")


class Ambiguous(Exception):
    """A number that two people would read differently; holds its text."""


def decimal_mark(texts: Iterable[str]) -> str:
    """The decimal mark that a column of numbers uses: `.` or `,`.

    Args:
        texts: all cells of the file that hold decimals.

    Raises:
        Ambiguous: only numbers such as `1,234` stand there, or both marks are decimal marks.
    """
    sure: dict[str, str] = {}
    doubtful = ""
    for raw in texts:
        text = _squeeze(raw)
        mark = _sure_mark(text)
        if mark:
            sure.setdefault(mark, text)
        elif "," in text:
            doubtful = doubtful or text
    if len(sure) == 2:
        raise Ambiguous(sure[","])
    if sure:
        return next(iter(sure))
    if doubtful:
        raise Ambiguous(doubtful)
    return "."


def number(text: str, mark: str = ".") -> Decimal:
    """A number that is not negative.

    Args:
        text: as written, such as `62.5`, `62,5`, `1.234,5`.
        mark: the decimal mark in use; the other one may only group thousands.

    Raises:
        ValueError: it is not such a number; the message says so.
    """
    squeezed = _squeeze(text)
    if _PLAIN.fullmatch(squeezed):
        return Decimal(squeezed)
    plain = _MARKED.fullmatch(squeezed)
    if plain and plain[2] == mark:
        return Decimal(f"{plain[1]}.{plain[3]}")
    grouped = _GROUPED.fullmatch(squeezed)
    if grouped and grouped[1] != mark and squeezed[0] != "0":
        return Decimal(squeezed.replace(grouped[1], "").replace(mark, "."))
    raise ValueError(f"“{text[:40]}” is not a number")


def grams(load: Decimal, unit: str) -> Decimal:
    """Exact grams of a load in `kg` or `lb`."""
    return load * GRAMS[unit]


def seconds(text: str) -> int:
    """A duration such as `1h 8m`, `38min`, `45s`, `1:02:03` or plain seconds.

    Raises:
        ValueError: it is not a duration, or longer than a week.
    """
    value = _seconds(text.strip().lower())
    if value is None or value > LONGEST_S:
        raise ValueError(f"“{text[:40]}” is not a duration")
    return value


def _seconds(text: str) -> int | None:
    if _PLAIN.fullmatch(text):
        return int(text)
    if re.fullmatch(r"[0-9]{1,9}\.0+", text):
        return int(text.partition(".")[0])
    parts = _CLOCK.fullmatch(text) or (_SPOKEN.fullmatch(text) if text else None)
    if parts is None:
        return None
    hours, minutes, rest = (int(part or 0) for part in parts.groups())
    return hours * 3600 + minutes * 60 + rest


def _sure_mark(text: str) -> str | None:
    """The decimal mark that a text proves, None when it proves nothing."""
    plain = _MARKED.fullmatch(text)
    if plain:
        could_be_thousands = len(plain[3]) == 3 and 1 <= len(plain[1]) <= 3 and plain[1][0] != "0"
        return None if could_be_thousands else plain[2]
    grouped = _GROUPED.fullmatch(text)
    if grouped:
        return grouped[2] or ("," if grouped[1] == "." else ".")
    return None


def _squeeze(text: str) -> str:
    return text.strip().replace("\u00a0", "").replace("\u202f", "").replace("'", "")
