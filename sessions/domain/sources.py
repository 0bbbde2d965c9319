"""Imported files as facts: the digest of the bytes is the identity, so a file is known again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts
from sessions.domain import keys

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

FIELDS = ("sha256", "name", "kind", "size", "sessions", "zone", "unit")
KINDS = ("fit", "strong_csv", "hevy_csv")
_WORDS = {"fit": "FIT activity", "strong_csv": "Strong CSV", "hevy_csv": "Hevy CSV"}
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


def validate(facts: Facts) -> Facts:
    """Complete facts of one imported file.

    Raises:
        InvalidFacts: not a SHA-256 digest, an unknown kind, or a session key that is none.
    """
    check.known_only(facts, FIELDS)
    sha256 = check.text(facts, "sha256", limit=64)
    if sha256 is None or not _SHA256.fullmatch(sha256):
        raise InvalidFacts("sha256", "must be 64 hexadecimal digits")
    return {
        "sha256": sha256,
        "name": check.text(facts, "name", limit=200),
        "kind": check.choice(facts, "kind", KINDS),
        "size": check.integer(facts, "size", low=0, high=2**40),
        "sessions": [keys.checked_session(str(s)) for s in check.listing(facts, "sessions")],
        "zone": check.text(facts, "zone", limit=64, none=True),
        "unit": check.choice(facts, "unit", ("kg", "lb"), none=True),
    }


def sentence(facts: Facts) -> str:
    """One line, for example "FIT activity “tuesday.fit”, 1 session"."""
    count = len(facts["sessions"])
    kind = _WORDS[facts["kind"]]
    return f"{kind} “{facts['name']}”, {count} session{'' if count == 1 else 's'}"
