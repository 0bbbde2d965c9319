"""Names of people: what may stand in one, so that two that look alike are alike and none is invisible."""

from __future__ import annotations

from unicodedata import category

LIMIT = 120
_UNSEEN = ("Cc", "Cf", "Co", "Cs")
"""Control characters; marks of direction and of no width; private ones; halves of pairs."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and patterns that show nothing."""


def tidy(name: str) -> str:
    """A name without space around it, and with single spaces inside."""
    return " ".join(name.split())


def complaint(name: str) -> str:
    """What is wrong with a tidied name, in words that follow its label; empty for nothing."""
    if not 0 < len(name) <= LIMIT:
        return f"write 1 to {LIMIT} characters."
    for char in name:
        if category(char) in _UNSEEN or char in _BLANK:
            return f"leave out the character U+{ord(char):04X}, which nobody can see."
    return ""
