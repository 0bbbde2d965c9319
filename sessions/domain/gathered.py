"""Records of this app sorted by session: which belong together, in whatever order they arrive."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sessions.domain.records import Recorded


@dataclass(slots=True)
class Gathered:
    """Records of this app by session; redacted ones are left out.

    Attributes:
        sets: sets by session key.
        completed: session by session key.
        prescriptions: versions by session key; `pain` holds every report of it.
    """

    sets: dict[str, list[Recorded]]
    completed: dict[str, Recorded]
    prescriptions: dict[str, list[Recorded]]
    pain: list[Recorded]

    @classmethod
    def sorted_out(cls, records: Iterable[Recorded]) -> Gathered:
        found = cls(defaultdict(list), {}, defaultdict(list), [])
        for record in sorted(records, key=lambda r: (r.position, r.key)):
            facts = record.facts
            if facts is None:
                continue
            match record.surface:
                case "training_sessions.set":
                    found.sets[facts["session_key"]].append(record)
                case "training_sessions.completed":
                    found.completed[record.key] = record
                case "training_sessions.prescription":
                    found.prescriptions[record.key].append(record)
                case "training_sessions.daily" if facts["kind"] == "pain":
                    found.pain.append(record)
        return found

    def sessions(self) -> list[tuple[str, str]]:
        pairs = {
            (self.day(key), key, (r.facts or {})["exercise"])
            for key, records in self.sets.items()
            for r in records
            if (r.facts or {})["kind"] == "work"
        }
        return [(key, slug) for _, key, slug in sorted(pairs)]

    def day(self, session_key: str) -> date:
        session = self.completed.get(session_key)
        source = session.facts if session else self.sets[session_key][0].facts
        return date.fromisoformat((source or {})["date"])

    def status(self, session_key: str) -> str | None:
        session = self.completed.get(session_key)
        return (session.facts or {})["status"] if session else None

    def session_flags(self, session_key: str) -> tuple[str, ...]:
        session = self.completed.get(session_key)
        return tuple((session.facts or {})["flags"]) if session else ()

    def in_force(self, session_key: str) -> Recorded | None:
        """The version that the session names; never another one in its place."""
        session = self.completed.get(session_key)
        facts = session.facts if session else None
        if not facts or facts["prescription_position"] is None:
            return None
        versions = self.prescriptions.get(session_key, [])
        named = [r for r in versions if r.position == facts["prescription_position"]]
        return named[0] if named else None
