"""One imported file: what became of its sessions, and what it leaves to decide, answer or repair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sessions.files.session_outcome import SessionOutcome
    from sessions.files.values import Problem, Question

FINE = frozenset({"new", "already"})
"""File statuses that leave nothing to be decided or repaired."""


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
