"""The order in which things wait for a coach: safety, about to take effect, stale, then age."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from coach.review.waiting import Entry

SOON = timedelta(days=2)
DECIDABLE = frozenset({"OPEN", "NEEDS_EVIDENCE", "STALE"})


def order(entries: Iterable[Entry], *, now: datetime) -> tuple[Entry, ...]:
    """Sort entries and give each its age in words."""
    aged = (replace(entry, age=age(now - entry.since)) for entry in entries)
    return tuple(sorted(aged, key=lambda entry: _place(entry, now)))


def keep(entries: Iterable[Entry], filters: Mapping[str, str]) -> tuple[Entry, ...]:
    """Entries that match every filter that is set: `athlete` (id), `kind`, `risk`."""
    return tuple(
        entry
        for entry in entries
        if filters.get("athlete", "") in {"", str(entry.athlete_id)}
        and filters.get("kind", "") in {"", entry.change_kind}
        and filters.get("risk", "") in {"", entry.risk}
    )


def summary(entries: Sequence[Entry]) -> str:
    """The queue in one sentence."""
    if not entries:
        return "Nothing is waiting for you."
    words = {
        "OPEN": "to decide",
        "ESCALATED": "escalated",
        "STALE": "stale",
        "NEEDS_EVIDENCE": "needing evidence",
    }
    parts = [
        f"{number} {words[state]}"
        for state in words
        if (number := sum(entry.state == state for entry in entries))
    ]
    return f"{len(entries)} waiting for you: {', '.join(parts)}."


def age(span: timedelta) -> str:
    """A span as one number: minutes, hours, days."""
    minutes = max(int(span.total_seconds() // 60), 0)
    if minutes < 60:
        return f"{minutes}\u00a0min"
    if minutes < 48 * 60:
        return f"{minutes // 60}\u00a0h"
    return f"{minutes // (24 * 60)}\u00a0d"


def _place(entry: Entry, now: datetime) -> tuple[Any, ...]:
    day = entry.takes_effect if entry.state == "OPEN" else None
    soon = day is not None and day <= (now + SOON).date()
    return (
        entry.state != "ESCALATED",
        not soon,
        entry.state != "STALE",
        entry.state == "NEEDS_EVIDENCE",
        entry.since,
        entry.key,
    )
