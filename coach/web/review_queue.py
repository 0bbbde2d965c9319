"""The triage queue: everything that waits for one coach, and what needs nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from coach.review import queue
from coach.review.briefs import briefs
from coach.review.decisions import SURFACE as DECISION
from coach.review.effects import first_day
from coach.review.evidence import by_type, strongest
from coach.review.log import Log
from coach.review.proposals import SURFACE as PROPOSAL
from coach.review.proposals import UNDECIDED
from coach.review.rows import cited
from coach.review.waiting import Entry
from coach.review.words import short_date
from coach.web.review_frame import reviews
from coach.workflows import escalations
from decisions import clock
from decisions.selectors import athletes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from django.contrib.auth.models import User
    from django.http import HttpRequest, HttpResponse

    from coach.review.briefs import Brief
    from decisions.selectors.known import Known

RECENT = timedelta(days=14)
QUIET = frozenset({"NO_CHANGE", "MONITOR_ONLY"})


@dataclass(frozen=True, slots=True)
class Quiet:
    """A decision that needs nothing from the coach, and how many more said the same."""

    athlete: str
    who: str
    one: Brief
    more: int


@reviews
@require_safe
def waiting(request: HttpRequest, user: User) -> HttpResponse:
    """The queue, filtered by athlete, kind and risk."""
    now = clock.now()
    logs = [Log(athlete) for athlete in athletes.coached_by(user)]
    told = {log: briefs(log) for log in logs}
    entries = [entry for log in logs for entry in (*_proposals(log), *_escalations(log, told[log]))]
    filters = {field: request.GET.get(field, "") for field in ("athlete", "kind", "risk")}
    quiet = [line for log in logs for line in _quiet(log, told[log], now)]
    context = {
        "entries": queue.order(queue.keep(entries, filters), now=now),
        "summary": queue.summary(entries),
        "filters": filters,
        "athletes": [log.athlete for log in logs],
        "risks": ("high", "medium", "low"),
        "kinds": sorted({one.change_kind for one in entries}),
        "no_change": [line for line in quiet if line.one.outcome == "NO_CHANGE"],
        "monitoring": [line for line in quiet if line.one.outcome == "MONITOR_ONLY"],
        "decided": sum(_decided(log, user, now) for log in logs),
        "now": now,
        "once": uuid4().hex,
    }
    return render(request, "admin/review/queue.html", context)


def _proposals(log: Log) -> Iterator[Entry]:
    for item in log.of(PROPOSAL):
        facts = item.facts or {}
        state = str(facts["state"])
        superseded = state == "STALE" and any(
            one.position > item.position for one in log.of(PROPOSAL)
        )
        if state in UNDECIDED or (state == "STALE" and not superseded):
            yield _entry(log, item, facts, "STALE" if _moved(log, facts) else state)


def _entry(log: Log, item: Known, facts: dict[str, Any], state: str) -> Entry:
    conflicts = len(facts["conflicts"])
    told = [item.key, *([f"{conflicts} to answer"] if conflicts else [])]
    evidence = log.at_positions(one for one in facts["evidence"] if isinstance(one, int))
    day = first_day(facts["targets"], clock.today(log.athlete.zone))
    return Entry(
        key=item.key,
        kind="proposal",
        athlete=log.athlete.name,
        athlete_id=log.athlete.pk,
        title=str(facts["title"]),
        detail=f"{log.athlete.name}, {str(facts['kind']).replace('_', ' ')}, {', '.join(told)}",
        state=state,
        change_kind=str(facts["kind"]),
        risk=str(facts["risk"]),
        evidence=strongest(by_type(cited(evidence, log.items, str))),
        conflicts=conflicts,
        since=_opened(log, item),
        takes_effect=day,
        effect=_effect(state, day.isoformat() if day else None),
        href=reverse("proposal", args=[log.athlete.user.get_username(), item.key]),
    )


def _effect(state: str, day: str | None) -> str:
    if state == "STALE":
        return "blocked until redone"
    if state == "NEEDS_EVIDENCE":
        return "waits for evidence"
    return short_date(day) if day else "when applied"


def _moved(log: Log, facts: dict[str, Any]) -> bool:
    """Whether a target is no longer what it was when the proposal was written."""
    for target in facts["targets"]:
        known = log.items.get((target["surface"], target["key"]))
        if (known.fingerprint if known else "absent") != target["reviewed"]:
            return True
    return False


def _opened(log: Log, item: Known) -> datetime:
    """When a proposal began to wait: the moment of the review that wrote it."""
    review = log.items.get((DECISION, str((item.facts or {})["decision"])))
    return review.recorded_at if review is not None else item.recorded_at


def _escalations(log: Log, told: Sequence[Brief]) -> Iterator[Entry]:
    decided = [item for (surface, _), item in log.items.items() if surface == DECISION]
    waiting = escalations.unanswered(log.athlete.stream, decided)
    for one in told:
        if one.key not in waiting:
            continue
        evidence = log.at_positions(log.items[DECISION, one.key].basis)
        yield Entry(
            key=one.key,
            kind="escalation",
            athlete=log.athlete.name,
            athlete_id=log.athlete.pk,
            title=one.summary,
            detail=f"{log.athlete.name}, {one.name}, waits for its review",
            state="ESCALATED",
            change_kind="escalation",
            risk="high",
            evidence=strongest(by_type(cited(evidence, log.items, str))),
            conflicts=0,
            since=one.recorded_at,
            takes_effect=None,
            effect="at its review",
            href=f"{reverse('decision', args=[one.key])}?of={log.athlete.user.get_username()}",
        )


def _quiet(log: Log, told: Sequence[Brief], now: datetime) -> Iterator[Quiet]:
    """NO_CHANGE and MONITOR_ONLY of the last two weeks, newest first, equal words told once."""
    alike: dict[tuple[str, str], list[Brief]] = {}
    for one in told:
        recent = now - one.recorded_at <= RECENT
        if recent and one.outcome in QUIET and one.workflow != "next_prescription":
            alike.setdefault((one.outcome, one.summary), []).append(one)
    for newest, *older in alike.values():
        yield Quiet(log.athlete.user.get_username(), log.athlete.name, newest, len(older))


def _decided(log: Log, user: User, now: datetime) -> int:
    """How many proposals this person closed in the last seven days."""
    since = (now - timedelta(days=7)).isoformat()[:19]
    return sum(
        (closed := (one.facts or {}).get("closed") or {}).get("by") == f"user:{user.pk}"
        and str(closed.get("at", ""))[:19] >= since
        for one in log.of(PROPOSAL)
    )
