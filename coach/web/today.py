"""Today, and the check-in that stands on it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.shortcuts import render

from coach.web import (
    access,
    answers,
    checkin_page,
    decided,
    last_session,
    planning,
    record,
    skipping,
    taste,
    today_page,
)
from decisions import clock
from decisions.selectors import known
from decisions.selectors.known import Range

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from decisions.models import Athlete, Stream

BACK_DAYS = 7


@login_required
def today(request: HttpRequest) -> HttpResponse:
    """What to train today, why, and what is asked."""
    athlete = access.athlete_of(request.user)
    return render(request, "coach/today.html", context(athlete))


def context(athlete: Athlete) -> dict[str, Any]:
    """What the Today template shows, for a fresh page and for one with a complaint."""
    on, stream = clock.today(athlete.zone), athlete.stream
    facts = _record(stream, on)
    liking = taste.of(athlete, facts)
    reviewed = decided.newest(stream, "strategic_review")
    answer = None
    if reviewed is not None and reviewed.facts is not None:
        answer = answers.answer(stream, reviewed.key, reviewed.facts, zone=athlete.zone)
    page = today_page.build(
        facts,
        on=on,
        planned=planning.planned(
            facts, on - timedelta(days=BACK_DAYS), on + timedelta(days=BACK_DAYS)
        ),
        upcoming=planning.upcoming(facts, on),
        cited=_cited(stream, facts, on),
        looks=decided.looks(stream, "next_prescription", _prescribed(facts, on)),
        taste=liking,
        zone=athlete.zone,
    )
    return {
        "page": page,
        "five": checkin_page.FIVE,
        "pain_scale": checkin_page.PAIN_SCALE,
        "skip_reasons": skipping.REASONS,
        "review": today_page.review(reviewed, athlete.zone, reader=liking, on=on, answer=answer),
        "last": last_session.last_session(stream, on, liking),
        "page_id": uuid4().hex,
        "typed": {},
        "errors": {},
    }


def _record(stream: Stream, on: date) -> record.Record:
    low = (on - timedelta(days=BACK_DAYS)).isoformat()
    high = (on + timedelta(days=BACK_DAYS + 1)).isoformat()
    ranges = [
        *(Range(name) for name in (record.PLAN, record.BLOCK, record.DAY)),
        *(Range(name) for name in (record.CONSTRAINT, record.GATE, record.INJURY)),
        Range(record.EXERCISE),
        Range(record.PRESCRIPTION, low, high),
        Range(record.COMPLETED, low, high),
        Range(
            record.DAILY,
            (on - timedelta(days=1)).isoformat(),
            (on + timedelta(days=1)).isoformat(),
        ),
    ]
    return record.Record(known.known(stream, ranges=ranges))


def _prescribed(facts: record.Record, on: date) -> list[str]:
    """Keys of the sessions that are prescribed for a date."""
    return [
        key
        for key, given in facts.facts(record.PRESCRIPTION).items()
        if given["date"] == on.isoformat()
    ]


def _cited(stream: Stream, facts: record.Record, on: date) -> dict[int, known.Known]:
    positions = {
        position
        for _, given in facts.pairs(record.PRESCRIPTION)
        if given["date"] == on.isoformat()
        for position in (*given["cites"], *(p for item in given["items"] for p in item["cites"]))
    }
    return {item.position: item for item in known.at_positions(stream, positions)}
