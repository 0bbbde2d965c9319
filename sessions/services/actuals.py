"""Records sessions as they happen: started, set by set, finished or skipped.

Starting freezes the prescription that the athlete saw. Nothing here edits what was recorded before:
that is a correction. RPE and pain are recorded only where somebody gave them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decisions import clock
from sessions.domain import actuals, moments
from sessions.domain.records import COMPLETED
from sessions.services import session_facts, writing
from sessions.services.finishing import finish
from sessions.services.session_state import newest_with, session_target
from sessions.services.set_log import log_set, log_sets
from sessions.services.skipping import EXCUSES, skip
from sessions.services.writing import ATHLETE

if TYPE_CHECKING:
    from datetime import date, datetime

    from decisions.domain.mandates import Mandate
    from decisions.models import Stream
    from decisions.services.guard import Written

__all__ = ["EXCUSES", "finish", "log_set", "log_sets", "skip", "start"]


def start(
    *,
    stream: Stream,
    session_key: str,
    actor: str,
    zone: str,
    at: datetime | None = None,
    day: date | None = None,
    shown_version: int | None = None,
    title: str | None = None,
    sport: str | None = None,
    session_type: str | None = None,
    entry_mode: str = actuals.EDITED,
    mandate: Mandate = ATHLETE,
    source: dict[str, Any] | None = None,
) -> Written:
    """Start a session, planned or not; starting it again is answered with the first start.

    Args:
        stream: the athlete's log.
        session_key: planned, or `keys.unplannedsession_target(...)`.
        actor: who, `user:7`.
        zone: the athlete's IANA zone; decides the date.
        at: when; now when None, not known when only the day is given.
        day: the date of a session that is entered later; that of `at` when None.
        shown_version: version of the prescription that the client showed.
        title: needed without a plan.
        sport: needed without a plan.
        session_type: for example "easy".
        entry_mode: how it is entered.
        mandate: under which it is written.
        source: integration and external id, for connectors.

    Raises:
        InvalidFacts: names the field.
    """
    begun = at or (clock.now() if day is None else None)
    on = day or moments.local_date(begun or clock.now(), zone)
    facts = session_facts.opened(
        stream=stream,
        session_key=session_key,
        day=on,
        zone=zone,
        entry_mode=entry_mode,
        at=begun,
        shown_version=shown_version,
        title=title,
        sport=sport,
        session_type=session_type,
    )
    skipped = newest_with(stream, session_key, "skipped")
    base = skipped or writing.before_first(stream, COMPLETED, session_key)
    target = session_target(session_key, facts, base.fingerprint, zone=zone, at=begun)
    return writing.write(
        [target],
        stream=stream,
        actor=actor,
        mandate=mandate,
        subject=session_key,
        occasion=base.occasion("start"),
        source=source,
        same_payload=False,
    )
