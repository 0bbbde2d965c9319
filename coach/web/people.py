"""The athletes of a coach, each with a door to their plan, their sessions and their decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from coach.web import decided, record, today_page
from decisions.selectors import athletes as selectors
from decisions.selectors import known
from decisions.selectors.known import Range

if TYPE_CHECKING:
    from decisions.models import Athlete


@dataclass(frozen=True, slots=True)
class Person:
    """One athlete in the list."""

    name: str
    query: str
    plan: str
    injuries: tuple[str, ...]
    gates: int
    review: today_page.Review | None
    last: today_page.Review | None


@login_required
@require_safe
def athletes(request: HttpRequest) -> HttpResponse:
    """Everybody this person coaches."""
    found = selectors.coached_by(request.user)
    if not found:
        raise Http404("coaches nobody")
    people = [_person(athlete) for athlete in found.order_by("name")]
    return render(request, "coach/athletes.html", {"people": people})


def _person(athlete: Athlete) -> Person:
    stream = athlete.stream
    surfaces = (record.PLAN, record.INJURY, record.GATE)
    facts = record.Record(known.known(stream, ranges=[Range(name) for name in surfaces]))
    active = [p["title"] for p in facts.facts(record.PLAN).values() if p["status"] == "active"]
    query = f"?of={athlete.user.get_username()}"
    return Person(
        name=athlete.name,
        query=query,
        plan=active[0] if active else "",
        injuries=tuple(
            i["title"] for i in facts.facts(record.INJURY).values() if i["status"] == "open"
        ),
        gates=sum(g["state"] == "open" for g in facts.facts(record.GATE).values()),
        review=today_page.review(
            decided.newest(stream, "strategic_review"), athlete.zone, query=query
        ),
        last=today_page.review(
            decided.newest(stream, "session_analysis"), athlete.zone, query=query
        ),
    )
