"""Numbers, loads and durations as people and apps write them. Exact: decimals, never floats.

The decimal mark is given: it is found in `decimal_marks`.
"""

from __future__ import annotations

import re
from decimal import Decimal

from sessions.domain.numbers import LB_IN_G
from sessions.files.decimal_marks import GROUPED, MARKED, squeeze

GRAMS = {"kg": Decimal(1000), "lb": LB_IN_G}
UNITS = {"kg": "kg", "kgs": "kg", "lb": "lb", "lbs": "lb", "pound": "lb", "pounds": "lb"}
LONGEST_S = 7 * 24 * 3600

_PLAIN = re.compile(r"[0-9]{1,12}")
_SPOKEN = re.compile(
    r"(?:([0-9]{1,4})\s*h(?:r|rs|our|ours)?)?\s*(?:([0-9]{1,5})\s*m(?:in|ins|inute|inutes)?)?\s*"
    r"(?:([0-9]{1,6})\s*s(?:ec|ecs|econd|econds)?)?"
)
_CLOCK = re.compile(r"(?:([0-9]{1,3}):)?([0-5]?[0-9]):([0-5][0-9])")


def number(text: str, mark: str = ".") -> Decimal:
    """A number that is not negative.

    Args:
        text: as written, such as `62.5`, `62,5`, `1.234,5`.
        mark: the decimal mark in use; the other one may only group thousands.

    Raises:
        ValueError: it is not such a number; the message says so.
    """
    squeezed = squeeze(text)
    if _PLAIN.fullmatch(squeezed):
        return Decimal(squeezed)
    plain = MARKED.fullmatch(squeezed)
    if plain and plain[2] == mark:
        return Decimal(f"{plain[1]}.{plain[3]}")
    grouped = GROUPED.fullmatch(squeezed)
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
