"""Injuries: opened, updated and closed by the athlete, never by anything else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from coach.web import access, checkin_page, conflict, typed, wording
from decisions import clock
from decisions.domain.errors import DecisionsError, IdentityConflict, InvalidFacts, NotFound
from decisions.selectors import known
from sessions.catalogue import catalogue
from sessions.domain import numbers, regions
from sessions.domain.records import INJURY
from sessions.selectors import observations
from sessions.services import injuries as service

if TYPE_CHECKING:
    from decisions.models import Athlete, Stream
    from decisions.selectors.known import Known
    from decisions.services.guard import Written

SIDES = ("", "left", "right", "both")


@dataclass(frozen=True, slots=True)
class Earlier:
    """One earlier update."""

    when: str
    severity: int | None
    update: str


@dataclass(frozen=True, slots=True)
class InjuryView:
    """One episode with its updates, newest first."""

    key: str
    where: str
    title: str
    opened_on: str
    closed_on: str
    severity: int | None
    update: str
    fingerprint: str
    earlier: tuple[Earlier, ...]

    @property
    def name(self) -> str:
        """Place and title; once where they say the same."""
        same = self.title.strip().lower() == self.where.lower()
        return self.where if same else f"{self.where}, {wording.small(self.title)}"


@login_required
def injuries(request: HttpRequest) -> HttpResponse:
    """What is open, what is over, and a form for something new."""
    athlete = access.athlete_of(request.user)
    complaints = typed.Complaints(
        {
            name: request.POST.get(name)
            for name in ("region", "side", "title", "opened_on", "update")
        }
    )
    failed = ""
    if request.method == "POST":
        written = _act(request, athlete, complaints)
        if written is not None:
            if written.outcome == "stale":
                return _clash(request, athlete, written)
            messages.success(request, "Saved. Prescriptions are judged again with it.")
            return redirect("injuries")
        failed = request.POST.get("key") or "new"
    stream = athlete.stream
    found = [_view(stream, item) for item in observations.injuries(stream)]
    context = {
        "open": [view for view in found if not view.closed_on],
        "closed": [view for view in reversed(found) if view.closed_on],
        "regions": _regions(),
        "sides": SIDES,
        "pain_scale": checkin_page.PAIN_SCALE,
        "today": clock.today(athlete.zone).isoformat(),
        "typed": complaints.typed,
        "errors": complaints.errors,
        "failed_key": failed,
        "severity": _chosen(request.POST.get("severity", "")),
    }
    return render(request, "coach/injuries.html", context, status=422 if failed else 200)


def _act(request: HttpRequest, athlete: Athlete, complaints: typed.Complaints) -> Written | None:
    """One act; None when something is wrong and stands in the complaints."""
    acts = {"open": _open, "update": _update, "close": _close}
    act = acts.get(request.POST.get("do", ""))
    if act is None:
        raise Http404("no such act")
    common: dict[str, Any] = {
        "stream": athlete.stream,
        "zone": athlete.zone,
        "actor": f"user:{request.user.pk}",
    }
    try:
        return act(request, athlete, common)
    except NotFound as error:
        raise Http404(str(error)) from None
    except InvalidFacts as error:
        complaints.note(error.field, error)
    except IdentityConflict:
        complaints.errors["title"] = (
            "Nothing was saved: an injury of that place and day stands already; add an update to it."
        )
    except DecisionsError as error:
        complaints.errors["title"] = f"Nothing was saved: {error}."
    return None


def _clash(request: HttpRequest, athlete: Athlete, written: Written) -> HttpResponse:
    """Both sides: how the injury stands, and what this page said about it."""
    post = request.POST.dict()
    state = known.now(athlete.stream, INJURY, written.results[0].key)
    facts, words = state.facts, post.get("update", "").strip() or post.get("title", "").strip()
    wanted = _told(
        "closed" if post.get("do") == "close" else "open",
        _severity(post.get("severity", "")),
        words,
    )
    now = (
        _told(facts["status"], facts["severity"], facts["update"] or "") if facts else "taken back"
    )
    side = conflict.Side(_where(facts) if facts else "Injury", now, wanted)
    possible = facts is not None and facts["status"] == "open" and post.get("do") != "open"
    return conflict.both(
        request,
        conflict.clash(written, [side]),
        zone=athlete.zone,
        back=request.path,
        to=request.path if possible else "",
        post={**post, "reviewed": state.fingerprint},
    )


def _told(status: str, severity: int | None, words: str) -> str:
    how = f", severity {severity}" if severity is not None else ""
    return f"{status}{how}{f', “{words}”' if words else ''}"


def _open(request: HttpRequest, athlete: Athlete, common: dict[str, Any]) -> Written:
    post = request.POST
    title = post.get("title", "").strip()
    if not title:
        raise InvalidFacts("title", "say in your own words what it is")
    return service.open_episode(
        region=post.get("region", ""),
        title=title,
        opened_on=_day(post.get("opened_on", ""), clock.today(athlete.zone)),
        side=post.get("side") or None,
        severity=_severity(post.get("severity", "")),
        **common,
    )


def _update(request: HttpRequest, athlete: Athlete, common: dict[str, Any]) -> Written:
    post = request.POST
    words, severity = post.get("update", "").strip(), _severity(post.get("severity", ""))
    if not words and severity is None:
        raise InvalidFacts("update", "say how it is, or choose a severity")
    return service.update(
        key=post.get("key", ""),
        words=words or f"severity {severity}",
        severity=severity,
        reviewed=post.get("reviewed", ""),
        on=clock.today(athlete.zone),
        occasion=f"update {typed.digest(words, severity)}",
        **common,
    )


def _close(request: HttpRequest, athlete: Athlete, common: dict[str, Any]) -> Written:
    return service.close(
        key=request.POST.get("key", ""),
        reviewed=request.POST.get("reviewed", ""),
        closed_on=clock.today(athlete.zone),
        words=request.POST.get("update", "").strip() or None,
        **common,
    )


def _severity(text: str) -> int | None:
    return numbers.whole(text, field="severity", high=10)


def _chosen(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _day(text: str, today: date) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise InvalidFacts("opened_on", "is a date such as 2026-11-26") from None
    if day > today:
        raise InvalidFacts("opened_on", "lies in the future")
    return day


def _view(stream: Stream, item: Known) -> InjuryView:
    facts = item.facts or {}
    versions = [v for v in known.history(stream, INJURY, item.key) if v.facts and not v.retracted]
    return InjuryView(
        key=item.key,
        where=_where(facts),
        title=facts["title"],
        opened_on=facts["opened_on"],
        closed_on=facts["closed_on"] or "",
        severity=facts["severity"],
        update=facts["update"] or "",
        fingerprint=item.fingerprint,
        earlier=tuple(
            Earlier(
                wording.day(version.local_date),
                (version.facts or {})["severity"],
                (version.facts or {})["update"] or "",
            )
            for version in reversed(versions[:-1])
        ),
    )


def _where(facts: dict[str, Any]) -> str:
    words = wording.region(regions.sided(facts["region"], facts["side"]))
    return f"{wording.capital(words)}{' (both sides)' if facts['side'] == 'both' else ''}"


def _regions() -> list[str]:
    found = {region for e in catalogue().exercises.values() for region in e.regions}
    return sorted(wording.region(region) for region in found)
