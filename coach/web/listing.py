"""The list of sessions, newest first, also of those that nothing is known about."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_required
from django.shortcuts import render
from django.views.decorators.http import require_safe

from coach.web import access, links, listing_page, planning, record
from decisions import clock, registry
from decisions.domain import dates
from decisions.selectors import known
from decisions.selectors.known import Range

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest, HttpResponse

    from decisions.models import Stream


@login_required
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """Four weeks of sessions up to `?until=`, the present by default."""
    reading = access.reading(request)
    athlete, today = reading.athlete, clock.today(reading.athlete.zone)
    last = _until(request.GET.get("until", ""), today)
    first = last - timedelta(days=listing_page.SPAN_DAYS - 1)
    low, high = first.isoformat(), (last + timedelta(days=1)).isoformat()
    ranges = [
        *(Range(name) for name in (record.PLAN, record.BLOCK, record.DAY)),
        Range(record.COMPLETED, low, high),
        Range(record.SET, low, high),
    ]
    facts = record.Record(known.known(athlete.stream, ranges=ranges))
    done = facts.facts(record.COMPLETED)
    groups = listing_page.build(
        done,
        planning.planned(facts, first, min(last, today)),
        _work_sets(facts),
        _analysed(athlete.stream, done, reading.query),
        first=first,
        last=last,
        today=today,
        week_start=athlete.week_start,
        distance_unit=athlete.distance_unit,
    )
    context = {
        "reading": reading,
        "query": reading.query,
        "groups": groups,
        "older": (first - timedelta(days=1)).isoformat(),
        "newer": (last + timedelta(days=listing_page.SPAN_DAYS)).isoformat()
        if last < today
        else "",
        "first": first,
        "last": last,
    }
    return render(request, "coach/sessions.html", context)


def _until(asked: str, today: date) -> date:
    try:
        return min(dates.day("until", date.fromisoformat(asked)), today) if asked else today
    except ValueError:
        return today


def _work_sets(facts: record.Record) -> Counter[str]:
    return Counter(
        done["session_key"]
        for _, done in facts.pairs(record.SET)
        if done["kind"] == "work" and done["state"] == "done"
    )


def _analysed(stream: Stream, keys: Iterable[str], query: str) -> dict[str, tuple[str, str]]:
    """(outcome, address) of the newest analysis by session key."""
    model = registry.get(record.DECISION).model
    if model is None:
        return {}
    rows = (
        model._default_manager.filter(  # noqa: SLF001
            stream=stream, workflow="session_analysis", subject__in=list(keys)
        )
        .order_by("number")
        .values_list("subject", "outcome", "key")
    )
    return {subject: (outcome, links.decision(key, query)) for subject, outcome, key in rows}
