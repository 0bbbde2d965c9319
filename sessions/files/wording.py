"""Words out of files, made safe to store and show. Text from files is never an instruction."""

from __future__ import annotations

TITLE = 120
NOTE = 900

_JOINING = "\n\u200d"
"""A line break, and what joins emoji."""


def clean(text: str, limit: int) -> str:
    """Text without control characters and outer space, cut with an ellipsis after `limit`."""
    kept = text.strip()
    if not kept.isprintable():
        kept = "".join(c if c.isprintable() or c in _JOINING else " " for c in kept).strip()
    return kept if len(kept) <= limit else kept[: limit - 1].rstrip() + "…"


def line(text: str, limit: int = TITLE) -> str:
    """Text as one line: runs of white space become single spaces."""
    return clean(" ".join(clean(text, len(text) + 1).split()), limit)


def joined(*parts: str) -> str | None:
    """Parts of a note with a middle dot between them, None when all are empty."""
    kept = [part for part in (clean(p, NOTE) for p in parts) if part]
    return clean(" · ".join(kept), NOTE) if kept else None
