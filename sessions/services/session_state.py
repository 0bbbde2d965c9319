"""The state a session is in, and the target that writes its next one."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from decisions.domain.errors import NotAllowedNow
from decisions.selectors.known import history, now
from decisions.services.guard import Target
from sessions.domain.records import COMPLETED
from sessions.services.writing import Base

if TYPE_CHECKING:
    from decisions.domain.surface import Facts
    from decisions.models import Stream


def running(stream: Stream, session_key: str) -> Facts:
    """Facts of a session that was started and not skipped.

    Raises:
        NotAllowedNow: it was not started, or was skipped.
    """
    facts = now(stream, COMPLETED, session_key).facts
    if facts is None:
        raise NotAllowedNow(f"{session_key} has not been started")
    if facts["status"] == "skipped":
        raise NotAllowedNow(f"{session_key} was skipped")
    return facts


def newest_with(stream: Stream, session_key: str, status: str) -> Base | None:
    """The newest version with a status since the last retraction."""
    found: Base | None = None
    for version in history(stream, COMPLETED, session_key):
        if version.retracted:
            found = None
        elif version.facts and version.facts["status"] == status:
            found = Base(version.fingerprint, version.position, version.facts)
    return found


def session_target(
    session_key: str, facts: Facts, reviewed: str, *, zone: str, at: datetime | None = None
) -> Target:
    """The target that writes a session."""
    return Target(
        surface=COMPLETED,
        key=session_key,
        intended=facts,
        reviewed=reviewed,
        occurred_at=at,
        local_date=date.fromisoformat(facts["date"]),
        zone=zone,
    )
