"""Finishes a session with what was reported about it. What was not reported stays unknown."""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from decisions import clock
from decisions.domain.errors import IdentityConflict, NotAllowedNow
from sessions.domain import actuals
from sessions.services import observations, session_facts, writing
from sessions.services.session_state import newest_with, running, session_target
from sessions.services.writing import ATHLETE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decisions.domain.mandates import Mandate
    from decisions.domain.surface import Facts
    from decisions.models import Stream
    from decisions.services.guard import Written


def finish(
    *,
    stream: Stream,
    session_key: str,
    actor: str,
    zone: str,
    status: str = "completed",
    ended_at: datetime | None = None,
    reported: Mapping[str, Any] | None = None,
    pain: Mapping[str, int] | None = None,
    attempt: str = "",
    mandate: Mandate = ATHLETE,
) -> Written:
    """Finish a session that was started; finishing it again with the same words changes nothing.

    Args:
        stream: the athlete's log.
        session_key: of the session.
        actor: who.
        zone: the athlete's IANA zone.
        status: "completed" or "partial".
        ended_at: when it ended; now, for a session that was started by its button.
        reported: any of `session_facts.REPORTED`, for example `srpe_x10` and `note`.
        pain: region to 0-10 during the session; a region that is not named stays unknown.
        attempt: the client's id of another try, after one that was answered stale.
        mandate: under which it is written.

    Raises:
        NotAllowedNow: it was never started, or was skipped.
        IdentityConflict: it is finished with other values; those are corrected, not finished again.
    """
    ask = partial(
        _finish,
        stream=stream,
        session_key=session_key,
        actor=actor,
        zone=zone,
        status=status,
        ended_at=ended_at,
        reported=dict(reported or {}),
        pain=dict(pain or {}),
        attempt=attempt,
        mandate=mandate,
    )
    try:
        return ask()
    except IdentityConflict:
        return ask()  # A rival finished in between: its end is now known, ask once more.


def _finish(
    *,
    stream: Stream,
    session_key: str,
    actor: str,
    zone: str,
    status: str,
    ended_at: datetime | None,
    reported: dict[str, Any],
    pain: dict[str, int],
    attempt: str,
    mandate: Mandate,
) -> Written:
    current = running(stream, session_key)
    base = newest_with(stream, session_key, "started")
    if base is None or base.facts is None:
        raise NotAllowedNow(f"{session_key} was recorded as {current['status']}; correct it")
    facts = base.facts
    ended = ended_at or _end(current, facts)
    after = session_facts.closed(facts, status=status, ended_at=ended, reported=reported)
    day = date.fromisoformat(facts["date"])
    felt = [
        observations.pain_target(
            stream=stream,
            day=day,
            region=region,
            value=value,
            moment="during",
            session_key=session_key,
            zone=zone,
            at=ended,
        )
        for region, value in pain.items()
    ]
    return writing.write(
        [session_target(session_key, after, base.fingerprint, zone=zone, at=ended), *felt],
        stream=stream,
        actor=actor,
        mandate=mandate,
        subject=session_key,
        occasion=base.occasion(f"finish {attempt}" if attempt else "finish"),
    )


def _end(current: Facts, started: Facts) -> datetime | None:
    """A live session ends now; one that has ended keeps its end; one typed later has none."""
    if current["ended_at"]:
        return datetime.fromisoformat(current["ended_at"])
    live = started["entry_mode"] == actuals.EDITED and started["started_at"]
    return clock.now() if live else None
