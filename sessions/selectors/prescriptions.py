"""Prescriptions: the newest version, all versions, and the one a session was done under."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.selectors.known import Known, at_positions, history
from sessions.domain.records import COMPLETED, PRESCRIPTION
from sessions.selectors import reading

if TYPE_CHECKING:
    from datetime import date, datetime

    from decisions.models import Stream


def newest(stream: Stream, session_key: str, *, up_to: int | None = None) -> Known | None:
    """The newest version for a session, None when nothing is prescribed."""
    return reading.one(stream, PRESCRIPTION, session_key, up_to=up_to)


def of_day(stream: Stream, day: date, *, up_to: int | None = None) -> list[Known]:
    """The newest prescriptions for a date (today's, most often), moved sessions included."""
    return reading.dated(stream, PRESCRIPTION, day, day, up_to=up_to)


def between(stream: Stream, first: date, last: date, *, up_to: int | None = None) -> list[Known]:
    """The newest prescriptions of a span of days, both ends included."""
    return reading.dated(stream, PRESCRIPTION, first, last, up_to=up_to)


def versions(stream: Stream, session_key: str) -> list[Known]:
    """Every version that was issued, oldest first."""
    return [v for v in history(stream, PRESCRIPTION, session_key) if v.facts]


def shown(stream: Stream, session_key: str, number: int) -> Known | None:
    """One version by its number, None when there is no such version."""
    return next(
        (v for v in versions(stream, session_key) if (v.facts or {})["version"] == number), None
    )


def at(stream: Stream, session_key: str, instant: datetime) -> Known | None:
    """The version in force at a moment, None when none had been issued yet."""
    issued = [v for v in versions(stream, session_key) if v.recorded_at <= instant]
    return issued[-1] if issued else None


def in_force(stream: Stream, session_key: str, *, up_to: int | None = None) -> Known | None:
    """The version that the session was done under, else the newest one."""
    session = reading.one(stream, COMPLETED, session_key, up_to=up_to)
    if session is None or not session.facts:
        return newest(stream, session_key, up_to=up_to)
    position = session.facts["prescription_position"]
    found = at_positions(stream, [position]) if position is not None else []
    return found[0] if found and found[0].facts else None
