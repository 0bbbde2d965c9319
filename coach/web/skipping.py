"""Saying that a session was not done, and why. The reason decides how the gap is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.shortcuts import redirect, render

from coach.web import access, begin, loading
from decisions.domain.errors import DecisionsError
from sessions.services import actuals

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

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
    actor = f"user:{request.user.pk}"
    told = ": ".join(part for part in (_WORDS.get(why, ""), note) if part)
    try:
        if loaded.completed is None and loaded.prescription is None:
            begin.begin(
                athlete,
                loaded.stream,
                session_key,
                actor=actor,
                title=page.title,
                sport=page.sport,
            )
        actuals.skip(
            stream=loaded.stream,
            session_key=session_key,
            actor=actor,
            zone=athlete.zone,
            why=told[:500],
            excuse=why if why in actuals.EXCUSES else None,
        )
    except DecisionsError as error:
        context["errors"] = {"why": f"Not skipped: {error}."}
        return render(request, "coach/skip.html", context, status=422)
    messages.success(request, f"{page.title} is skipped. Nothing is made up later.")
    return redirect("today")
