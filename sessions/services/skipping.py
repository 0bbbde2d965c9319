"""Says that a session was not done: with a reason, an excuse, or neither."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from decisions.domain.errors import InvalidFacts, NotAllowedNow
from decisions.selectors.known import now
from sessions.domain import actuals, adherence
from sessions.domain.records import COMPLETED
from sessions.selectors import actuals as reads
from sessions.selectors import prescriptions
from sessions.services import session_facts, writing
from sessions.services.session_state import newest_with, session_target
from sessions.services.writing import ATHLETE

if TYPE_CHECKING:
    from decisions.domain.mandates import Mandate
    from decisions.domain.surface import Facts
    from decisions.models import Stream
    from decisions.services.guard import Written


EXCUSES = ("illness", "injury", "travel", "coach")
"""Reasons that take a missed session out of the count of misses."""


def skip(
    *,
    stream: Stream,
    session_key: str,
    actor: str,
    zone: str,
    why: str | None = None,
    excuse: str | None = None,
    day: date | None = None,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Say that a session was not done. Without a reason the reason is unknown, not "none".

    Args:
        stream: the athlete's log.
        session_key: of a planned session.
        actor: who.
        zone: the athlete's IANA zone.
        why: in words.
        excuse: one of EXCUSES; takes it out of the count of misses.
        day: the date it was meant for; that of its prescription or key when None.
        mandate: under which it is written.

    Raises:
        NotAllowedNow: sets were logged, or it is finished.
        InvalidFacts: names the field.
    """
    if excuse is not None and excuse not in EXCUSES:
        raise InvalidFacts("excuse", f"must be one of {', '.join(EXCUSES)}")
    state = now(stream, COMPLETED, session_key)
    if state.facts and state.facts["status"] in ("completed", "partial"):
        raise NotAllowedNow(f"{session_key} is {state.facts['status']}; correct or retract it")
    if reads.sets_of(stream, session_key):
        raise NotAllowedNow(f"{session_key} has sets: finish it as partial")
    started = newest_with(stream, session_key, "started")
    base = started or writing.before_first(stream, COMPLETED, session_key)
    facts = base.facts or _unstarted(stream, session_key, zone, day)
    flags = [f"{adherence.EXCUSED}{excuse}"] if excuse else []
    after = {**facts, "status": "skipped", "note": why, "flags": flags}
    return writing.write(
        [session_target(session_key, after, base.fingerprint, zone=zone)],
        stream=stream,
        actor=actor,
        mandate=mandate,
        subject=session_key,
        occasion=base.occasion("skip"),
    )


def _unstarted(stream: Stream, session_key: str, zone: str, day: date | None) -> Facts:
    version = prescriptions.newest(stream, session_key)
    meant = version.facts or {} if version else {}
    on = day or date.fromisoformat(meant.get("date") or session_key[:10])
    return session_facts.opened(
        stream=stream,
        session_key=session_key,
        day=on,
        zone=zone,
        entry_mode=actuals.EDITED,
        at=None,
        shown_version=meant.get("version"),
        title=None,
        sport=None,
        session_type=None,
    )
