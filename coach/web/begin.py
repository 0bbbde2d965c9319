"""Beginning a session: now, which freezes the prescription, or later for a day that is past.

A session typed later has no time of day: nobody said when it began, so it stays unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions import clock
from sessions.domain import actuals as rules
from sessions.domain import keys
from sessions.services import actuals

if TYPE_CHECKING:
    from datetime import date

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
    live = done_on == today
    return actuals.start(
        stream=stream,
        session_key=session_key,
        actor=actor,
        zone=athlete.zone,
        day=None if live else done_on,
        shown_version=shown_version,
        title=title,
        sport=sport,
        entry_mode=rules.EDITED if live else rules.LATER,
    )
