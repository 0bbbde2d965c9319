"""Sessions of a file that lie in the future: a device or a phone with a wrong clock wrote them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from decisions.domain.dates import EARLY
from sessions.files.values import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sessions.files.values import FileReport, ImportedSession


def unhappened(sessions: Sequence[ImportedSession], *, now: datetime) -> frozenset[int]:
    """Places of the sessions that are not over yet."""
    return frozenset(
        place
        for place, session in enumerate(sessions)
        if session.start is not None
        and session.start + timedelta(seconds=session.elapsed_s or 0) > now + EARLY
    )


def without(found: FileReport, places: frozenset[int]) -> FileReport:
    """The report without some sessions: each is named, and nothing is left to ask about none."""
    if not places:
        return found
    errors = (*found.errors, *(_problem(found.sessions[place]) for place in sorted(places)))
    sessions = tuple(s for place, s in enumerate(found.sessions) if place not in places)
    if not sessions:
        return replace(found, status="refused", sessions=(), questions=(), errors=errors)
    status = "partial" if found.status == "new" else found.status
    return replace(found, status=status, sessions=sessions, errors=errors)


def _problem(session: ImportedSession) -> Problem:
    day = f"{session.start:%Y-%m-%d}" if session.start else "no date"
    message = "This session lies in the future, so it is left out. Was the clock set right?"
    return Problem(f"{session.title or session.sport}, {day}", message)
