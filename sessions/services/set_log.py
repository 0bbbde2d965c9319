"""Logs sets of a session that was started: one at a time like a PUT, or several at once."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from sessions.services import entries, writing
from sessions.services.session_state import running
from sessions.services.writing import ATHLETE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.domain.mandates import Mandate
    from decisions.models import Stream
    from decisions.services.guard import Written
    from sessions.services.entries import SetEntry
    from sessions.services.writing import Base


def log_set(
    *,
    stream: Stream,
    session_key: str,
    entry: SetEntry,
    actor: str,
    zone: str,
    at: datetime | None = None,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Log one set, like a PUT: repeating it changes nothing.

    Raises:
        NotAllowedNow: the session has not been started, or was skipped.
        IdentityConflict: the same client id came with other numbers; that is a correction.
    """
    base = entries.base_of(stream, session_key, entry.client_id)
    return _write(
        [(entry, base)],
        stream=stream,
        session_key=session_key,
        occasion=base.occasion(f"set {entry.client_id}"),
        actor=actor,
        zone=zone,
        at=at,
        mandate=mandate,
    )


def log_sets(
    *,
    stream: Stream,
    session_key: str,
    sets: Sequence[SetEntry],
    occasion: str,
    actor: str,
    zone: str,
    at: datetime | None = None,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Log several sets in one decision: all of them or none.

    Args:
        stream: the athlete's log.
        session_key: of a session that was started.
        sets: as entered.
        occasion: the client's id of this act.
        actor: who.
        zone: the athlete's IANA zone.
        at: when they were done; now when None.
        mandate: under which they are written.

    Raises:
        NotAllowedNow: the session has not been started, or was skipped.
        IdentityConflict: the same act came with other sets.
    """
    return _write(
        [(entry, entries.base_of(stream, session_key, entry.client_id)) for entry in sets],
        stream=stream,
        session_key=session_key,
        occasion=occasion,
        actor=actor,
        zone=zone,
        at=at,
        mandate=mandate,
    )


def _write(
    sets: Sequence[tuple[SetEntry, Base]],
    *,
    stream: Stream,
    session_key: str,
    occasion: str,
    actor: str,
    zone: str,
    at: datetime | None,
    mandate: Mandate,
) -> Written:
    """Write sets, each over what it replaces."""
    day = date.fromisoformat(running(stream, session_key)["date"])
    targets = [
        entries.target(entry, base, session_key=session_key, day=day, zone=zone, at=at)
        for entry, base in sets
    ]
    return writing.write(
        targets,
        stream=stream,
        actor=actor,
        mandate=mandate,
        subject=session_key,
        occasion=occasion,
    )
