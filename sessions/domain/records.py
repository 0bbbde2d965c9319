"""What a reader hands over to the rules, sorted by session. Order of arrival does not matter."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol

from sessions.domain import regions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SET = "training_sessions.set"
COMPLETED = "training_sessions.completed"
PRESCRIPTION = "training_sessions.prescription"
DAILY = "training_sessions.daily"
INJURY = "training_sessions.injury"
EXERCISE = "training_sessions.exercise"
SOURCE = "training_sessions.source"


class Recorded(Protocol):
    """What a reader hands over: an item's facts as the log has them."""

    @property
    def surface(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def position(self) -> int: ...
    @property
    def evidence(self) -> str: ...
    @property
    def facts(self) -> dict[str, Any] | None: ...


@dataclass(slots=True)
class Gathered:
    """Records of this app by session; redacted ones are left out.

    Attributes:
        sets: sets by session key.
        completed: session by session key.
        prescriptions: versions by session key.
        pain: every report of pain.
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


def pain_of(
    records: Sequence[Recorded], where: Sequence[str], day: date, moment: str, session_key: str
) -> list[Recorded]:
    matched = []
    for record in records:
        facts = record.facts or {}
        elsewhere = facts["session_key"] not in (None, session_key)
        if facts["moment"] != moment or facts["date"] != day.isoformat() or elsewhere:
            continue
        if facts["value"] is not None and regions.any_same(facts["region"], where):
            matched.append(record)
    return matched


def worst(records: Sequence[Recorded]) -> int | None:
    return max(((record.facts or {})["value"] for record in records), default=None)


def about_one_set(flag: str) -> bool:
    return ":" in flag
