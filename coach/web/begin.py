"""Beginning a session: now, which freezes the prescription, or later for a day that is past.

A session typed later has no time of day: nobody said when it began, so it stays unknown.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from decisions import clock
from decisions.services.guard import Target
from sessions.domain import actuals as rules
from sessions.domain import keys
from sessions.domain.records import COMPLETED
from sessions.services import actuals, session_facts, writing

if TYPE_CHECKING:
    from decisions.models import Athlete, Stream
    from decisions.services.guard import Written


def begin(
    athlete: Athlete,
    stream: Stream,
    session_key: str,
    *,
    actor: str,
    day: date | None = None,
    title: str | None = None,
    sport: str | None = None,
    shown_version: int | None = None,
) -> Written:
    """Start a session, once: today by the clock, an earlier day without a time.

    Args:
        athlete: who trains.
        stream: their log.
        session_key: planned or unplanned.
        actor: who writes.
        day: the day it was done; that of its key when None and past, else today.
        title: needed where no prescription names it.
        sport: needed where no prescription names it.
        shown_version: the version that the page showed.

    Raises:
        InvalidFacts: names the field.
    """
    today = clock.today(athlete.zone)
    done_on = min(day or keys.original_date(session_key), today)
    if done_on == today:
        return actuals.start(
            stream=stream,
            session_key=session_key,
            actor=actor,
            zone=athlete.zone,
            shown_version=shown_version,
            title=title,
            sport=sport,
        )
    facts = session_facts.opened(
        stream=stream,
        session_key=session_key,
        day=done_on,
        zone=athlete.zone,
        entry_mode=rules.LATER,
        at=None,
        shown_version=shown_version,
        title=title,
        sport=sport,
        session_type=None,
    )
    reviewed = writing.before_first(stream, COMPLETED, session_key)
    target = Target(
        surface=COMPLETED,
        key=session_key,
        intended=facts,
        reviewed=reviewed,
        local_date=done_on,
        zone=athlete.zone,
    )
    return writing.write(
        [target],
        stream=stream,
        actor=actor,
        mandate=writing.ATHLETE,
        subject=session_key,
        occasion="start",
        reviewed=reviewed,
        same_payload=False,
    )
