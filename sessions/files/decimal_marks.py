"""Which decimal mark a column of numbers uses. Both are known and none is guessed.

A number that could mean two things is a question for the person.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MARKED = re.compile(r"([0-9]{1,12})([.,])([0-9]{1,9})")
GROUPED = re.compile(
    r"[0-9]{1,3}(?:([.,])[0-9]{3})(?:\1[0-9]{3}){0,3}(?:(?!\1)([.,])([0-9]{1,9}))?"
)


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
        text = squeeze(raw)
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


def _sure_mark(text: str) -> str | None:
    """The decimal mark that a text proves, None when it proves nothing."""
    plain = MARKED.fullmatch(text)
    if plain:
        could_be_thousands = len(plain[3]) == 3 and 1 <= len(plain[1]) <= 3 and plain[1][0] != "0"
        return None if could_be_thousands else plain[2]
    grouped = GROUPED.fullmatch(text)
    if grouped:
        return grouped[2] or ("," if grouped[1] == "." else ".")
    return None


def squeeze(text: str) -> str:
    """A text without the blanks and apostrophes that only group digits."""
    return text.strip().replace("\u00a0", "").replace("\u202f", "").replace("'", "")
