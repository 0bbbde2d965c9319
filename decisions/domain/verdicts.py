"""Three verdicts about a guarded write, no fourth. Pure; the guard executes them."""

from __future__ import annotations

from enum import StrEnum


class WriteVerdict(StrEnum):
    """What is to be done with a write, given the state it was reviewed against."""

    APPLY = "apply"
    ALREADY = "already_applied"
    STALE = "stale"


def verdict(*, reviewed: str, found: str, intended: str) -> WriteVerdict:
    """Compare fingerprints: reviewed by the writer, found under the lock, and wanted."""
    if found == intended:
        return WriteVerdict.ALREADY
    if found == reviewed:
        return WriteVerdict.APPLY
    return WriteVerdict.STALE
