"""What is due by the calendar of each athlete: a weekly review, a daily look, expiry of proposals.

Due is computed from the athlete's own date, never from a timer: whatever the ticking does, a week
is reviewed once and a missed tick is caught up once.
"""

from __future__ import annotations

import logging
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from coach.models import Work
from coach.work import pending, queue
from decisions import clock
from decisions.models import Athlete, Stream
from decisions.services import proposals

logger = logging.getLogger(__name__)

REVIEW_AT = time(6, 0)
LOOK_AT = time(3, 0)

OVERLAP_DAYS = 3
"""Weeks that begin so many days apart share most of their days."""


def tick() -> int:
    """Enqueue what is due for every athlete; gives how many rows were asked for.

    What cannot be done for one athlete is logged and never stops the others.
    """
    asked = 0
    for athlete in Athlete.objects.order_by("pk"):
        try:
            asked += tick_one(athlete)
        except Exception:
            logger.exception("the calendar of athlete %s could not be looked at", athlete.pk)
    return asked


def week_of(athlete: Athlete, day: date) -> date:
    """First day of the athlete's week that a date lies in."""
    return day - timedelta(days=(day.weekday() - athlete.week_start) % 7)


def review_subject(athlete: Athlete, day: date) -> str:
    """Name of the athlete-week whose beginning is reviewed: `week 2026-11-30`."""
    return f"week {week_of(athlete, day).isoformat()}"


def tick_one(athlete: Athlete) -> int:
    """Enqueue what is due for one athlete; gives how many rows were asked for."""
    stream = athlete.stream
    if stream.head == 0:
        return 0
    local = clock.now().astimezone(ZoneInfo(athlete.zone))
    asked = 0
    first = datetime.combine(week_of(athlete, local.date()), REVIEW_AT, ZoneInfo(athlete.zone))
    if local >= first and not _reviewed(stream, first.date()):
        subject = review_subject(athlete, local.date())
        queue.enqueue(stream=stream, kind="strategic_review", subject=subject, occasion=subject)
        asked += 1
    if local.time() >= LOOK_AT:
        proposals.expire(stream=stream, zone=athlete.zone)
        for session_key in pending.to_look_at(athlete):
            queue.enqueue(
                stream=stream,
                kind="next_prescription",
                subject=session_key,
                occasion=f"day {local.date().isoformat()}",
            )
            asked += 1
    return asked


def _reviewed(stream: Stream, first: date) -> bool:
    """Whether a review was asked for of the week that begins on a date, or of most of its days.

    Weeks overlap only after another zone or another first day of the week was chosen.
    """
    near = [first + timedelta(days=days) for days in range(-OVERLAP_DAYS, OVERLAP_DAYS + 1)]
    subjects = [f"week {day.isoformat()}" for day in near]
    asked = Work.objects.filter(stream=stream, kind="strategic_review", subject__in=subjects)
    return asked.exists()
