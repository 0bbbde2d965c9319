"""The statuses that a session of a file, and the file itself, can come to; and how they follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sessions.files.session_outcome import SessionOutcome
    from sessions.files.values import FileReport

NEW, ALREADY, RETRACTED, POSSIBLE = SESSION_STATUSES = (
    "new",
    "already",
    "retracted",
    "possible_duplicate",
)


def file_status(read: FileReport, sessions: tuple[SessionOutcome, ...]) -> str:
    """The status of a file from what was read and what became of its sessions."""
    statuses = {outcome.status for outcome in sessions}
    if read.status in {"question", "refused"}:
        return read.status
    if POSSIBLE in statuses:
        return POSSIBLE
    if statuses <= {ALREADY, RETRACTED}:
        return ALREADY
    return read.status
