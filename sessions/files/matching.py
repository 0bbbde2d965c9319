"""What a session of a file is to what the athlete has: new, already there, taken out, or doubtful.

The same recording (same device or app, same clock) is silently one; what only looks alike is the
person's to decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sessions.files.duplicates import Recording, why_same
from sessions.files.outcomes import ALREADY, NEW, POSSIBLE, RETRACTED

if TYPE_CHECKING:
    from sessions.files.around import Around, Present

DAMAGED = frozenset({"partial_record", "partial_streams"})


@dataclass(frozen=True, slots=True)
class Match:
    """The status of a session, the key of what it was matched with, and why."""

    status: str
    key: str | None = None
    because: str = ""


def match(
    new: Recording,
    external_id: str,
    around: Around,
    *,
    damaged: bool = False,
    keep_both: bool = False,
    restore: bool = False,
) -> Match:
    """Judge one session of a file.

    Args:
        new: the session.
        external_id: identity of its recording.
        around: what the athlete has.
        damaged: it comes from a damaged file.
        keep_both: the person has said that look-alikes are two sessions.
        restore: the person wants back what was taken out.
    """
    same = around.same(external_id)
    for found in same:
        if not found.gone:
            return _again(found, damaged=damaged, keep_both=keep_both)
    if same and not restore:
        return Match(RETRACTED, same[0].key, "it was taken out before and stays out")
    if keep_both or same:
        return Match(NEW)
    for found in around.near(new.day):
        why = why_same(new, found.recording)
        if why:
            was = "a session that was taken out" if found.gone else "another session"
            return Match(POSSIBLE, found.key, f"it may be {was}: {why}")
    return Match(NEW)


def _again(found: Present, *, damaged: bool, keep_both: bool) -> Match:
    """The same recording is there; a whole copy of a damaged one is worth a question."""
    if not found.damaged or damaged:
        return Match(ALREADY, found.key, "the same recording is there")
    if keep_both:
        return Match(NEW)
    return Match(POSSIBLE, found.key, "the same recording is there, read from a damaged file")
