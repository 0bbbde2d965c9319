"""What the coach made of a session: asked for until it is there, with a plain link for a reload."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from coach.web import access, decided, doses, links, record, wording
from coach.web.told import told
from coach.work import follow
from decisions import clock
from decisions.selectors import known
from decisions.selectors.known import Range
from sessions.domain import keys
from sessions.selectors import actuals

if TYPE_CHECKING:
    from coach.web.decided import Decided
    from decisions.models import Athlete, Stream
    from decisions.selectors.known import Known

Facts = dict[str, Any]

PATIENCE = timedelta(minutes=10)
"""After this the page says that nobody has looked yet, instead of asking on and on."""
AHEAD_DAYS = 21
HISTORY = (
    f"It lay more than {follow.ANALYSED_DAYS} days back when it became known: it counts as history, "
    "and old sessions are not looked at one by one."
)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A decision about a session, short: the page of the decision holds the rest."""

    outcome: str
    summary: str
    reasons: tuple[tuple[links.Segment, ...], ...]
    considered: tuple[str, ...]
    unknown: tuple[str, ...]
    evidence: tuple[tuple[str, int], ...]
    next_look: str
    href: str


@dataclass(frozen=True, slots=True)
class Following:
    """The next prescription, in one line."""

    title: str
    date: str
    reason: str


@login_required
@require_safe
def analysis(request: HttpRequest, session_key: str) -> HttpResponse:
    """The section alone, for the page that waits for it."""
    reading = access.reading(request)
    stream = reading.athlete.stream
    completed = actuals.completed(stream, session_key)
    if completed is None or completed.facts is None:
        raise Http404("no such session")
    shown = context(reading.athlete, completed, reading.query)
    return render(request, "coach/session/analysis.html", shown)


def context(athlete: Athlete, completed: Known, query: str) -> dict[str, Any]:
    """What the section shows for a recorded session."""
    stream, facts = athlete.stream, completed.facts or {}
    key = facts["session_key"]
    found = decided.newest(stream, "session_analysis", subject=key)
    over = facts["status"] in ("completed", "partial")
    newest = _newest(stream, key, completed)
    late = found is None or found.facts is None or found.facts["position"] < newest.position
    old = _history(facts, newest, athlete.zone)
    waits = over and late and not old and clock.now() - newest.recorded_at < PATIENCE
    return {
        "page_key": key,
        "query": query,
        "analysis": _analysis(stream, found, query, athlete),
        "waiting": waits,
        "stale": found is not None and late and over and not old,
        "following": _following(stream, facts, found, athlete),
        "reload": f"{reverse('session_detail', args=[key])}{query}#analysis",
        "why_not": HISTORY if over and old else _why_not(facts["status"]),
        "old": over and old,
    }


def _newest(stream: Stream, session_key: str, completed: Known) -> Known:
    """The newest event about the session: its record, its sets, what was felt in it."""
    low, high = keys.sets_range(session_key)
    return max(
        (completed, *known.known(stream, ranges=[Range(record.SET, low, high)])),
        key=lambda item: item.position,
    )


def _history(facts: Facts, newest: Known, zone: str) -> bool:
    """Whether it was long past when it became known: such a session is not analysed by itself."""
    became_known = newest.recorded_at.astimezone(ZoneInfo(zone)).date()
    return became_known - wording.as_date(facts["date"]) > timedelta(days=follow.ANALYSED_DAYS)


def _analysis(
    stream: Stream, found: Decided | None, query: str, reader: Athlete
) -> Analysis | None:
    if found is None or found.facts is None:
        return None
    said = found.facts
    cites = {p for reason in said["reasons"] for p in _positions(reason)}
    cited = {item.position: item for item in known.at_positions(stream, cites)}
    return Analysis(
        outcome=said["outcome"],
        summary=told(said["summary"], reader),
        reasons=tuple(
            links.prose(
                str(reason.get("text") or "A sentence was withheld: its number is not supported."),
                [cited[p] for p in _positions(reason) if p in cited],
                query,
                reader=reader,
            )
            for reason in said["reasons"]
        ),
        considered=tuple(
            f"{wording.outcome(str(other['outcome']))}: "
            f"{wording.small(told(str(other['why']), reader).rstrip('.'))}"
            for other in said["considered"]
            if not other.get("chosen")
        ),
        unknown=tuple(told(str(item["text"]), reader) for item in said["unknown"]),
        evidence=doses.evidence_counts(list(cited.values())),
        next_look=wording.day(said["next_look"]) if said["next_look"] else "",
        href=links.decision(found.key, query),
    )


def _positions(reason: Facts) -> list[int]:
    """Positions that a reason cites; handles of a context that is gone are left to the decision page."""
    return [cite for cite in reason.get("cites") or [] if isinstance(cite, int)]


def _following(
    stream: Stream, facts: Facts, found: Decided | None, reader: Athlete
) -> Following | None:
    """The next prescription after this session, once it was judged with the analysis known."""
    if found is None:
        return None
    day = wording.as_date(facts["date"])
    low, high = (
        (day + timedelta(days=1)).isoformat(),
        (day + timedelta(days=AHEAD_DAYS)).isoformat(),
    )
    items = known.known(stream, ranges=[Range(record.PRESCRIPTION, low, high)])
    looks = decided.looks(stream, "next_prescription", [item.key for item in items])
    for item in items:
        judged = looks.get(item.key, ())
        if item.facts and judged and judged[-1].position > found.position:
            reason = told(item.facts["reason"], reader)
            return Following(item.facts["title"], item.facts["date"], reason)
    return None


def _why_not(status: str) -> str:
    if status == "started":
        return "It is not finished yet."
    if status == "skipped":
        return "A skipped session is not analysed; the weekly review counts it."
    return "Nobody has looked at it yet. The work is queued and will be done."
