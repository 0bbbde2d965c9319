"""What was read for a decision, from the manifest stored with it: included, left out, missing.

Reads only what the manifest says; never reconstructs what may have been shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One row that was read: its handle, position and form (`full` or `short`)."""

    handle: str
    position: int
    form: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why some rows were left out, and how many."""

    why: str
    count: int


@dataclass(frozen=True, slots=True)
class Read:
    """A manifest as a page shows it."""

    rows: tuple[Row, ...]
    left_out: tuple[LeftOut, ...]
    missing: tuple[str, ...]
    tokens: int | None

    @property
    def left_out_count(self) -> int:
        """How many rows were left out."""
        return sum(one.count for one in self.left_out)

    def handle_of(self, position: int) -> str:
        """The handle of a position, empty when it was not read."""
        return next((row.handle for row in self.rows if row.position == position), "")

    def position_of(self, cite: object) -> int | None:
        """The position that a citation means: a position itself, or a handle of this manifest."""
        if isinstance(cite, int) and not isinstance(cite, bool):
            return cite
        return next((row.position for row in self.rows if row.handle == cite), None)

    @property
    def summary(self) -> str:
        """One line: rows, tokens, what was left out and what is missing."""
        parts = [f"{len(self.rows)} rows" if len(self.rows) != 1 else "1 row"]
        if self.tokens is not None:
            parts[0] += f", {thousands(self.tokens)} tokens"
        if self.left_out:
            parts.append(f"Left out {self.left_out_count}")
        if self.missing:
            parts.append(f"Missing: {', '.join(self.missing)}")
        return ". ".join(parts)


def read(manifest: Mapping[str, Any]) -> Read:
    """Read a stored manifest; an entry without a position is not a row."""
    rows = tuple(
        Row(str(one.get("handle", "")), one["position"], str(one.get("form", "full")))
        for one in manifest.get("included") or ()
        if isinstance(one, Mapping) and isinstance(one.get("position"), int)
    )
    tokens = manifest.get("tokens")
    return Read(
        rows=rows,
        left_out=_left_out(manifest.get("left_out") or ()),
        missing=tuple(str(one) for one in manifest.get("missing") or ()),
        tokens=tokens if isinstance(tokens, int) else None,
    )


def thousands(number: int) -> str:
    """A count in short: 3200 reads 3.2k."""
    return str(number) if number < 1000 else f"{number / 1000:.1f}k"


def _left_out(entries: Any) -> tuple[LeftOut, ...]:
    if isinstance(entries, Mapping):
        counts = {str(why): int(count) for why, count in entries.items()}
    else:
        counts = dict(Counter(_why(one) for one in entries))
    return tuple(LeftOut(why, count) for why, count in sorted(counts.items()))


def _why(entry: Any) -> str:
    return str(entry.get("why") or "not said") if isinstance(entry, Mapping) else "not said"
