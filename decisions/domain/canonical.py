"""Canonical JSON of facts: one text per value, so that a digest of it means something.

For the value types that facts may hold (text, integers, booleans, null, lists, objects with ASCII
keys) the result equals RFC 8785. Everything else is refused at the edge, naming the path.
"""

from __future__ import annotations

import json
from typing import Any

from decisions.domain.errors import InvalidFacts

LARGEST = 2**53 - 1
"""Integers beyond this do not survive a round trip through other JSON readers."""

DEEPEST = 64
"""Levels of lists and objects: what both databases read back without complaint."""

NULL = "null"
"""Canonical text of a retracted item."""


def canonical(value: Any) -> str:
    """Canonical JSON text of facts.

    Raises:
        InvalidFacts: a float, a too large integer, NUL, a lone surrogate, a non-ASCII key
            or too many levels.
    """
    _check(value, "facts")
    return encode(value)


def encode(value: Any) -> str:
    """Canonical text of a value that is known to be valid."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def parse(text: str) -> Any:
    """The value of a canonical text."""
    return json.loads(text)


def _check(value: Any, path: str, depth: int = 0) -> None:
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        _check_text(value, path)
    elif isinstance(value, int):
        if abs(value) > LARGEST:
            raise InvalidFacts(path, "is too large a number")
    elif isinstance(value, dict | list | tuple):
        if depth == DEEPEST:
            raise InvalidFacts(path, f"is nested more than {DEEPEST} levels deep")
        _check_inside(value, path, depth + 1)
    else:
        raise InvalidFacts(path, f"cannot hold a {type(value).__name__}")


def _check_inside(value: Any, path: str, depth: int) -> None:
    if not isinstance(value, dict):
        for index, item in enumerate(value):
            _check(item, f"{path}[{index}]", depth)
        return
    for key, item in value.items():
        if not isinstance(key, str) or not key.isascii() or "\x00" in key:
            raise InvalidFacts(path, "has a name that is not plain ASCII text")
        _check(item, f"{path}.{key}", depth)


def _check_text(value: str, path: str) -> None:
    if value.isascii():
        if "\x00" in value:
            raise InvalidFacts(path, "holds a NUL character")
        return
    if "\x00" in value:
        raise InvalidFacts(path, "holds a NUL character")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidFacts(path, "holds half a character (a lone surrogate)") from None
