"""Text and JSON as somebody typed it into a form: refused by name where it cannot become a fact.

Pure. What the text means is read elsewhere; nothing is cut short or mended here.
"""

from __future__ import annotations

import json
import re
from typing import Any

from decisions.domain import canonical
from decisions.domain.errors import InvalidFacts

LONGEST_JSON = 100_000
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_HALF = re.compile(r"[\ud800-\udfff]")


def plain(label: str, typed: str, *, limit: int) -> str:
    """A text without the blanks around it, with plain line ends.

    Raises:
        InvalidFacts: naming `label`: too long, a control character, or half a character.
    """
    text = typed.replace("\r\n", "\n").strip()
    if len(text) > limit:
        raise InvalidFacts(label, f"is longer than {limit} characters")
    if _CONTROL.search(typed):
        raise InvalidFacts(label, "holds a character that cannot be printed")
    if _HALF.search(text):
        raise InvalidFacts(label, "holds half a character (a lone surrogate)")
    return text


def parsed(label: str, typed: str) -> Any:
    """A value typed or sent as JSON, which facts may hold.

    Raises:
        InvalidFacts: naming `label`, or the path inside it: no JSON, too long, nested too deep, or
            a value that facts cannot hold.
    """
    if len(typed) > LONGEST_JSON:
        raise InvalidFacts(label, f"is longer than {LONGEST_JSON} characters")
    try:
        value = json.loads(typed)
    except RecursionError:
        raise InvalidFacts(label, "is nested too deep") from None
    except ValueError:
        raise InvalidFacts(label, "is not JSON") from None
    try:
        canonical.canonical(value)
    except InvalidFacts as error:
        inside = error.field.removeprefix("facts").removeprefix(".")
        raise InvalidFacts(f"{label}, {inside}" if inside else label, error.message) from None
    return value
