"""One recorded session, side by side with what was planned and prescribed, and the coach's analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from coach.web import (
    access,
    analysis,
    detail_page,
    finish,
    links,
    loading,
    past,
    record,
    taste,
    typed,
    wording,
)
from coach.web.told import told
from decisions import registry
from decisions.domain.errors import DecisionsError, InvalidFacts
from decisions.selectors import known
from decisions.selectors.known import Range
from sessions.domain import numbers
from sessions.domain.records import COMPLETED, SOURCE
from sessions.selectors import actuals
from sessions.services import corrections

if TYPE_CHECKING:
    from decisions.models import Stream
    from decisions.selectors.known import Known

STALE = "Nothing was written: the session was changed meanwhile. Look again, then say it again."


@dataclass(frozen=True, slots=True)
class Felt:
    """One thing that was said about the body in or after the session."""

    label: str
    says: str
    evidence: str
    href: str


@login_required
def detail(request: HttpRequest, session_key: str) -> HttpResponse:
    """The page of a session; its owner may add or correct the effort, or take the session back."""
    reading = access.reading(request)
    stream = reading.athlete.stream
    shown = actuals.detail(stream, session_key)
    if shown.completed is None or shown.completed.facts is None:
        if not reading.own:
            raise Http404("no such session")
        loading.load(reading.athlete, session_key)
        return redirect("session", session_key)
    complaints = typed.Complaints(typed.kept(request.POST))
    if request.method == "POST":
        if not reading.own:
            raise Http404("not yours to change")
        answer = _act(request, reading, session_key, complaints)
        if answer is not None:
            return answer
    sets = actuals.sets_of(stream, session_key)
    facts = record.Record(known.known(stream, ranges=[Range(record.EXERCISE)]))
    page = detail_page.build(
        completed=shown.completed,
        prescription=shown.prescription,
        sets=sets,
        older=past.older(stream, sets),
        versions=known.history(stream, COMPLETED, session_key),
        taste=taste.of(reading.athlete, facts),
        zone=reading.athlete.zone,
        own=reading.own,
        source=_source(stream, shown.completed.facts["source"]),
    )
    context: dict[str, Any] = {
        "reading": reading,
        "query": reading.query,
        "page": page,
        "felt": tuple(_felt(item, reading) for item in shown.felt),
        "ten": finish.TEN,
        "typed": complaints.typed,
        "errors": complaints.errors,
        "row_url": links.row(shown.completed, reading.query),
        "lineage": _lineage(shown.prescription, reading.query),
    }
    context |= analysis.context(reading.athlete, shown.completed, reading.query)
    return render(request, "coach/detail.html", context, status=422 if complaints.errors else 200)


def _act(
    request: HttpRequest, reading: access.Reading, session_key: str, complaints: typed.Complaints
) -> HttpResponse | None:
    """One act of the page; None when something is wrong and stands in the complaints."""
    post = request.POST
    common: dict[str, Any] = {
        "stream": reading.athlete.stream,
        "reviewed": post.get("reviewed", ""),
        "actor": f"user:{request.user.pk}",
    }
    try:
        if post.get("do") == "retract":
            written = corrections.retract_session(
                session_key=session_key,
                reason=post.get("why", "").strip() or "taken back by the athlete",
                occasion="retract session",
                **common,
            )
            said, leave = "The session is taken back. The log still says it was said.", "sessions"
        else:
            effort = _effort(post.get("srpe", ""))
            written = corrections.correct(
                surface=COMPLETED,
                key=session_key,
                changes={"srpe_x10": effort},
                reason="session effort given by the athlete",
                occasion=f"effort {effort}",
                **common,
            )
            said, leave = f"Session effort {wording.rpe(effort)} saved.", ""
    except InvalidFacts as error:
        complaints.note("srpe", error)
        return None
    except DecisionsError as error:
        complaints.errors["srpe"] = f"Nothing was saved: {error}."
        return None
    if written.outcome == "stale":
        messages.warning(request, STALE)
        leave = ""
    else:
        messages.success(request, said)
    return redirect(leave) if leave else redirect("session_detail", session_key)


def _effort(text: str) -> int:
    value = numbers.rpe_x10(text, field="session effort")
    if value is None:
        raise InvalidFacts("session effort", "choose a number from 1 to 10")
    return value


def _felt(item: Known, reading: access.Reading) -> Felt:
    surface = registry.get(item.surface)
    says = told(surface.sentence(item.facts or {}), reading.athlete)
    return Felt(
        links.label(item),
        says.partition(", ")[2] or says,
        item.evidence,
        links.row(item, reading.query),
    )


def _source(stream: Stream, source: str | None) -> str:
    """Where a session came from: the name of an imported file instead of its digest."""
    file = known.now(stream, SOURCE, source).facts if source else None
    return f"{file['name']}, imported" if file else source or ""


def _lineage(prescription: Known | None, query: str) -> str:
    if prescription is None:
        return ""
    return f"{reverse('lineage', args=[prescription.key])}{query}"
