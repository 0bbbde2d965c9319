"""A session that nobody planned, or one of a day that is past. First class: it counts all the same."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.shortcuts import redirect, render

from coach.web import access, begin, planning, record, typed
from decisions import clock
from decisions.domain import dates
from decisions.domain.errors import DecisionsError, InvalidFacts
from decisions.selectors import known
from decisions.selectors.known import Range
from sessions.domain import keys

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from decisions.models import Athlete
    from plans.domain.schedule import Planned

SPORTS = (
    ("strength", "Strength"),
    ("run", "Run"),
    ("ride", "Ride"),
    ("swim", "Swim"),
    ("row", "Row"),
    ("walk", "Walk"),
    ("other", "Other"),
)
BACK_DAYS = 10


@login_required
def new_session(request: HttpRequest) -> HttpResponse:
    """Ask for day, sport and name, then go on to logging."""
    athlete = access.athlete_of(request.user)
    on = clock.today(athlete.zone)
    said = {
        "date": request.POST.get("date", on.isoformat()),
        "sport": request.POST.get("sport", "strength"),
        "title": request.POST.get("title", "").strip(),
    }
    complaints = typed.Complaints(dict(said))
    if request.method == "POST":
        key = _start(request, athlete, on, said, complaints)
        if key:
            return redirect("session", key)
    context = {
        "typed": said,
        "errors": complaints.errors,
        "today": on,
        "sports": SPORTS,
        "client_id": request.POST.get("client_id") or uuid4().hex,
        "missed": _missed(athlete, on),
    }
    return render(
        request, "coach/new_session.html", context, status=422 if complaints.errors else 200
    )


def _start(
    request: HttpRequest,
    athlete: Athlete,
    on: date,
    said: dict[str, str],
    complaints: typed.Complaints,
) -> str:
    """Start it; the session key, or nothing when something is wrong."""
    sports = dict(SPORTS)
    try:
        day = date.fromisoformat(said["date"])
    except ValueError:
        complaints.errors["date"] = "Day: write a date such as 2026-11-26."
        return ""
    try:
        dates.past_day("day", day, today=on)
    except InvalidFacts as error:
        complaints.note("date", error)
    if said["sport"] not in sports:
        complaints.errors["sport"] = "What: choose one of the list."
    if complaints.errors:
        return ""
    title = said["title"] or ("Strength" if said["sport"] == "strength" else sports[said["sport"]])
    try:
        key = keys.unplanned_session(day, request.POST.get("client_id", ""))
        begin.begin(
            athlete,
            athlete.stream,
            key,
            actor=f"user:{request.user.pk}",
            day=day,
            title=title,
            sport=said["sport"],
        )
    except InvalidFacts as error:
        complaints.note(error.field, error)
        return ""
    except DecisionsError as error:
        complaints.errors["title"] = f"Not started: {error}."
        return ""
    return key


def _missed(athlete: Athlete, on: date) -> tuple[Planned, ...]:
    """Planned sessions of the last days of which nothing is recorded, newest first."""
    first = on - timedelta(days=BACK_DAYS)
    ranges = [
        *(Range(name) for name in (record.PLAN, record.BLOCK, record.DAY)),
        Range(record.COMPLETED, first.isoformat(), (on + timedelta(days=1)).isoformat()),
    ]
    facts = record.Record(known.known(athlete.stream, ranges=ranges))
    done = facts.facts(record.COMPLETED)
    planned = planning.planned(facts, first, on)
    return tuple(s for s in reversed(planned) if s.session_key not in done)
