"""Quoting of text from people and files, so that it stays data inside a prompt.

Owns what is neutralised and how long a text may be. It never judges a text's meaning.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

LONGEST = 600
"""Characters of one text; what is longer is cut, and says so."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_OPENING = re.compile(r"<(?=[A-Za-z/|!?<｜])")
_CLOSING = re.compile(r"(?<=[|｜/>])>")
_BRACKETS = re.compile(
    r"\[(/?(?:INST|SYS|SYSTEM|USER|ASSISTANT|[EGCPRDFH]\d{1,4}))\]", re.IGNORECASE
)
_FENCE = re.compile(r"`{3,}|~{3,}")
_MARKERS = re.compile(r"(BEGIN|END)([ _]+DATA)", re.IGNORECASE)
_ROLE = re.compile(r"\b(system|assistant|user|human|developer|tool)(\s*):", re.IGNORECASE)


def quoted(text: str, limit: int = LONGEST) -> str:
    """One text as a JSON string on one line, with every delimiter taken out of it."""
    return json.dumps(neutral(text, limit), ensure_ascii=False)


@lru_cache(maxsize=20_000)
def neutral(text: str, limit: int = LONGEST) -> str:
    """A text without chat-template tokens, fences, handles or invisible characters.

    Invisible characters (control, zero-width, bidirectional, tag) become visible escapes.
    """
    whole = len(text)
    cut = text[:limit]
    seen = "".join(_visible(char) for char in cut)
    seen = _OPENING.sub("‹", seen)
    seen = _CLOSING.sub("›", seen)
    seen = _BRACKETS.sub(r"(\1)", seen)
    seen = _FENCE.sub("'''", seen)
    seen = _MARKERS.sub(r"\1-\2", seen)
    seen = _ROLE.sub(r"\1\2 -", seen)
    return f"{seen}… (cut, {whole} characters)" if whole > limit else seen


def compact(value: Any) -> str:
    """Facts as one line of JSON, keys sorted, unknown entries left out, every text neutral."""
    return json.dumps(
        _neutral_value(value), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )


def _neutral_value(value: Any) -> Any:
    if isinstance(value, str):
        return neutral(value)
    if isinstance(value, Mapping):
        return {
            neutral(str(name), 80): _neutral_value(entry)
            for name, entry in value.items()
            if entry is not None
        }
    if isinstance(value, list | tuple):
        return [_neutral_value(entry) for entry in value]
    return value


def _visible(char: str) -> str:
    if unicodedata.category(char) not in _INVISIBLE:
        return char
    if char in "\n\r\t":
        return " "
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
