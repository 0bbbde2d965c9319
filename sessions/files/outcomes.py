"""What importing a file came to, session by session, and how that is told to people and programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import date

    from sessions.files.values import FileReport, ImportedSession, Problem, Question

NEW, ALREADY, RETRACTED, POSSIBLE = SESSION_STATUSES = (
    "new",
    "already",
    "retracted",
    "possible_duplicate",
)
FINE = frozenset({"new", "already"})
"""File statuses that leave nothing to be decided or repaired."""


@dataclass(frozen=True, slots=True)
class SessionOutcome:
    """One session of a file.

    Attributes:
        session: as read.
        status: `new`; `already` (the same recording is there); `retracted` (it was there and somebody
            took it out); `possible_duplicate` (the person decides).
        session_key: where it is filed, or the one it may be a duplicate of; None without a date.
        local_date: the athlete's day.
        zone: IANA zone of that day.
        planned: whether it is filed under a planned session.
        because: why it has this status, in words; empty for a plain new one.
    """

    session: ImportedSession
    status: str
    session_key: str | None
    local_date: date | None
    zone: str
    planned: bool = False
    because: str = ""

    def as_json(self) -> dict[str, Any]:
        """Seconds, metres and kilograms; None where unknown."""
        found, volume = self.session, self.session.volume_kg
        start = found.start.strftime("%Y-%m-%dT%H:%M:%SZ") if found.start else None
        return {
            "sport": found.sport,
            "start": start,
            "local_date": self.local_date.isoformat() if self.local_date else None,
            "duration_s": found.duration_s,
            "distance_m": found.distance_m,
            "sets": len(found.sets),
            "volume_kg": None if volume is None else float(round(volume, 3)),
            "kind": found.kind,
            "status": self.status,
            "session_key": self.session_key,
            "planned": self.planned,
            "because": self.because,
            "flags": list(found.flags),
        }


@dataclass(frozen=True, slots=True)
class ImportReport:
    """One file.

    Attributes:
        file: its name.
        kind: as told by its content.
        sha256: of its bytes.
        status: `new`, `already`, `possible_duplicate`, `question`, `refused` or `partial`.
        written: whether this import wrote something.
    """

    file: str
    kind: str
    sha256: str
    status: str
    sessions: tuple[SessionOutcome, ...]
    questions: tuple[Question, ...]
    errors: tuple[Problem, ...]
    written: bool = False

    @property
    def fine(self) -> bool:
        """Whether nothing has to be decided, answered or repaired."""
        return self.status in FINE

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "file": self.file,
            "kind": self.kind,
            "sha256": self.sha256,
            "status": self.status,
            "written": self.written,
            "sessions": [outcome.as_json() for outcome in self.sessions],
            "questions": [
                {
                    "asks": question.asks,
                    "message": question.message,
                    "options": list(question.options),
                    "suggestion": question.suggestion,
                }
                for question in self.questions
            ],
            "errors": [{"where": e.where, "message": e.message} for e in self.errors],
        }


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
