"""Saying that a session was not done, and why. The reason decides how the gap is read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.shortcuts import redirect, render
from django.urls import reverse

from coach.web import access, begin, conflict, loading
from decisions.domain.errors import DecisionsError, IdentityConflict
from decisions.selectors import known
from sessions.domain.records import COMPLETED
from sessions.services import actuals

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from decisions.models import Athlete
    from decisions.services.guard import Written

REASONS = (
    ("time", "No time"),
    ("tired", "Too tired"),
    ("illness", "Ill"),
    ("injury", "Injured or in pain"),
    ("travel", "Travelling"),
    ("equipment", "No equipment"),
    ("coach", "Agreed with the coach"),
)
_WORDS = dict(REASONS)


@login_required
def skip(request: HttpRequest, session_key: str) -> HttpResponse:
    """Ask why, then skip. Sets that were logged make it a session in part, never a skipped one."""
    athlete = access.athlete_of(request.user)
    loaded = loading.load(athlete, session_key)
    page = loaded.page
    context = {
        "title": page.title,
        "date": page.date,
        "skip_reasons": REASONS,
        "typed": request.POST,
        "errors": {},
    }
    if request.method != "POST":
        return render(request, "coach/skip.html", context)
    why, note = request.POST.get("why", ""), request.POST.get("note", "").strip()
    if why not in _WORDS and not note:
        context["errors"] = {"why": "Why: choose a reason, or say it in your own words."}
        return render(request, "coach/skip.html", context, status=422)
    told = ": ".join(part for part in (_WORDS.get(why, ""), note) if part)[:500]
    try:
        written = _skip(request, athlete, loaded, why, told)
    except IdentityConflict:
        return _clash(request, athlete, loaded, conflict.Clash(()), told)
    except DecisionsError as error:
        context["errors"] = {"why": f"Not skipped: {error}."}
        return render(request, "coach/skip.html", context, status=422)
    if written.outcome == "stale":
        return _clash(request, athlete, loaded, conflict.clash(written, ()), told)
    messages.success(request, f"{page.title} is skipped. Nothing is made up later.")
    return redirect("today")


def _skip(
    request: HttpRequest, athlete: Athlete, loaded: loading.Loaded, why: str, told: str
) -> Written:
    """Skip it, after writing down that it was there where nothing was prescribed for it."""
    actor = f"user:{request.user.pk}"
    if loaded.completed is None and loaded.prescription is None:
        begun = begin.begin(
            athlete,
            loaded.stream,
            loaded.key,
            actor=actor,
            title=loaded.page.title,
            sport=loaded.page.sport,
        )
        if begun.outcome == "stale":
            return begun
    return actuals.skip(
        stream=loaded.stream,
        session_key=loaded.key,
        actor=actor,
        zone=athlete.zone,
        why=told,
        excuse=why if why in actuals.EXCUSES else None,
    )


def _clash(
    request: HttpRequest,
    athlete: Athlete,
    loaded: loading.Loaded,
    found: conflict.Clash,
    told: str,
) -> HttpResponse:
    """Both sides: what is recorded of the session, and that it should be skipped."""
    now = known.now(loaded.stream, COMPLETED, loaded.key).facts
    side = conflict.Side(loaded.page.title, conflict.told_session(now), f"skipped, “{told}”")
    possible = now is None or now["status"] == "started"
    return conflict.both(
        request,
        replace(found, sides=(side,)),
        zone=athlete.zone,
        back=reverse("session_detail", args=[loaded.key]) if now else reverse("today"),
        to=request.path if possible else "",
        post=request.POST.dict(),
    )
