"""Logging one session, set by set. One address, one form per act; the button says which.

Works without JavaScript: every act is a POST that ends in a redirect, or in the same page with what
was typed and what is wrong. With htmx the answer is the log alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from coach.web import (
    access,
    acts,
    begin,
    checkin_page,
    conflict,
    links,
    loading,
    naming,
    resting,
    session_page,
    setrows,
    typed,
)
from coach.web.doing import Doing, Done
from decisions.domain.errors import DecisionsError, InvalidFacts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decisions.models import Athlete

SKIP_WHYS = ("time", "pain", "equipment", "tired")


@login_required
def session(request: HttpRequest, session_key: str) -> HttpResponse:
    """The logging page; POST carries one act."""
    athlete = access.athlete_of(request.user)
    asked, complaint = _asked(request, athlete)
    loaded = loading.load(athlete, session_key, asked)
    if request.method == "POST":
        return _act(request, athlete, loaded)
    if loaded.completed is None:
        return render(request, "coach/session_start.html", _start_context(loaded))
    if loaded.page.status == "skipped":
        return redirect("session_detail", session_key)
    complaints = typed.Complaints(typed.kept(None))
    if complaint:
        complaints.errors["exercise"] = complaint
        complaints.typed["exercise"] = request.GET.get("exercise", "")
    return _page(request, athlete, loaded, complaints)


def _act(request: HttpRequest, athlete: Athlete, loaded: loading.Loaded) -> HttpResponse:
    act = request.POST.get("do", "")
    actor = f"user:{request.user.pk}"
    if act == "start":
        return _start(request, athlete, loaded, actor)
    if loaded.completed is None:
        messages.warning(request, "This session has not been started, so nothing was saved.")
        return redirect("session", loaded.key)
    handler = acts.HANDLERS.get(act)
    if handler is None:
        raise Http404("no such act")
    complaints = typed.Complaints(typed.kept(request.POST))
    doing = Doing(athlete, loaded, actor, request.POST, complaints)
    try:
        done = handler(doing)
    except InvalidFacts as error:
        complaints.note(acts.FIELD_OF.get(error.field, "short" if act == "short" else "why"), error)
        return _refused(request, athlete, loaded, complaints)
    except DecisionsError as error:
        complaints.errors["why"] = f"Nothing was saved: {error}."
        both = conflict.page(request, doing, act, error)
        return both or _refused(request, athlete, loaded, complaints)
    return _answer(request, doing, done)


def _answer(request: HttpRequest, doing: Doing, done: Done | None) -> HttpResponse:
    if done is None:
        return _refused(request, doing.athlete, doing.loaded, doing.complaints)
    if done.clash is not None:
        address = reverse("session", args=[doing.loaded.key])
        return conflict.both(
            request,
            done.clash,
            zone=doing.athlete.zone,
            back=address,
            to=address,
            post=request.POST.dict(),
        )
    if done.stale:
        return conflict.stale(request, doing)
    return _saved(request, doing.athlete, doing.loaded, done)


def _start(
    request: HttpRequest, athlete: Athlete, loaded: loading.Loaded, actor: str
) -> HttpResponse:
    page = loaded.page
    version = request.POST.get("version", "")
    try:
        written = begin.begin(
            athlete,
            loaded.stream,
            loaded.key,
            actor=actor,
            title=page.title if loaded.prescription is None else None,
            sport=page.sport if loaded.prescription is None else None,
            shown_version=int(version) if version.isascii() and version.isdigit() else None,
        )
    except DecisionsError as error:
        messages.error(request, f"Not started: {error}.")
        return redirect("session", loaded.key)
    if written.outcome == "stale":
        return conflict.unstarted(request, athlete, loaded, written, "started now")
    return redirect("session", loaded.key)


def _saved(
    request: HttpRequest, athlete: Athlete, loaded: loading.Loaded, done: Done
) -> HttpResponse:
    if done.leave:
        messages.success(request, done.said)
        return redirect(done.leave, loaded.key)
    if request.headers.get("HX-Request"):
        fresh = loading.load(athlete, loaded.key, session_page.Asked(done.next_row))
        extra = {"saved_text": done.said, "undo": _undo(fresh, done)}
        return render(
            request,
            "coach/session/log.html",
            _context(athlete, fresh, typed.Complaints(typed.kept(None)), done) | extra,
        )
    if not done.client_id:
        messages.success(request, done.said)
    query = {
        name: value for name, value in (("row", done.next_row), ("done", done.client_id)) if value
    }
    anchor = f"#l-{done.lift}" if done.lift else ""
    address = reverse("session", args=[loaded.key])
    return redirect(f"{address}{'?' + urlencode(query) if query else ''}{anchor}")


def _refused(
    request: HttpRequest, athlete: Athlete, loaded: loading.Loaded, complaints: typed.Complaints
) -> HttpResponse:
    complaints.typed["exercise"] = None
    fresh = loading.load(athlete, loaded.key, _asked_again(request.POST))
    return _page(request, athlete, fresh, complaints, status=422)


def _page(
    request: HttpRequest,
    athlete: Athlete,
    loaded: loading.Loaded,
    complaints: typed.Complaints,
    status: int = 200,
) -> HttpResponse:
    name = "coach/session/log.html" if request.headers.get("HX-Request") else "coach/session.html"
    done = Done("", client_id=request.GET.get("done", ""))
    context = _context(athlete, loaded, complaints, done) | {"undo": _undo(loaded, done)}
    return render(request, name, context, status=status)


def _context(
    athlete: Athlete, loaded: loading.Loaded, complaints: typed.Complaints, done: Done
) -> dict[str, Any]:
    page = loaded.page
    return {
        "page": page,
        "typed": complaints.typed,
        "errors": complaints.errors,
        "doubt": complaints.doubt,
        "open_lift": next((x for x in page.lifts if any(r.entry for r in x.rows)), None),
        "units": athlete.units,
        "distance_unit": athlete.distance_unit,
        "zone": athlete.zone,
        "rpe_choices": setrows.RPE_CHOICES,
        "pain_scale": checkin_page.PAIN_SCALE,
        "skip_whys": SKIP_WHYS,
        "gates": loading.gates(loaded),
        "pains": loading.pains(loaded),
        "ask_under": next((lift.id for lift in page.lifts if lift.held or lift.branches), ""),
        "decision": links.decision(page.carried.decision) if page.carried else "",
        "exercises": naming.choices(loaded.facts),
        "rest": resting.rest(loaded, done.client_id),
        "finished": page.status in ("completed", "partial"),
    }


def _undo(loaded: loading.Loaded, done: Done) -> dict[str, str] | None:
    for lift in loaded.page.lifts:
        for row in lift.rows:
            if done.client_id and row.client_id == done.client_id and row.saved:
                item = next(s for s in loaded.sets if s.key == row.key)
                text = "Warm-up" if row.kind == "warmup" else f"Set {row.label}"
                return {
                    "client_id": row.client_id,
                    "reviewed": item.fingerprint,
                    "text": text,
                    "lift": lift.id,
                }
    return None


def _asked(request: HttpRequest, athlete: Athlete) -> tuple[session_page.Asked, str]:
    """The row and the exercise that are asked for, and what is wrong with the exercise."""
    if request.method == "POST":
        return _asked_again(request.POST), ""
    name = request.GET.get("exercise", "").strip()
    row = request.GET.get("row", "")[: setrows.LONGEST_STEM + 8]
    if not name:
        return session_page.Asked(row), ""
    try:
        found = naming.find(athlete, name)
    except InvalidFacts as error:
        return session_page.Asked(row), f"Exercise: {error.message}."
    return session_page.Asked(row or setrows.first_id(found.slug), found.slug, found.new), ""


def _asked_again(post: Mapping[str, str]) -> session_page.Asked:
    """The row and the exercise of the form that was sent."""
    row = post.get("client_id") or post.get("row") or ""
    if post.get("item"):
        return session_page.Asked(row)
    return session_page.Asked(row, post.get("exercise", ""), post.get("named", ""))


def _start_context(loaded: loading.Loaded) -> dict[str, Any]:
    page = loaded.page
    return {
        "page": page,
        "early": page.date > loaded.today.isoformat(),
        "late": page.date < loaded.today.isoformat(),
        "prescribed": loaded.prescription is not None,
        "lifts": page.lifts,
        "gates": loading.gates(loaded),
    }
