"""One session of an imported file: where it went and why, for people and as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import date

    from sessions.files.values import ImportedSession


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
