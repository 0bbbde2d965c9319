"""Decisions: the list, and one decision with what it rests on, thresholds and lineage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.shortcuts import render

from coach.review import lineage
from coach.review.decisions import SURFACE, decision, name
from coach.web.explain_frame import Looking, explains
from coach.web.explain_links import drawn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest, HttpResponse

    from decisions.selectors.known import Known

PAGE = 60


@dataclass(frozen=True, slots=True)
class Line:
    """One decision in the list; `alike` are (key, number) of older ones with the same words."""

    key: str
    number: str
    workflow: str
    outcome: str
    summary: str
    next_look: str | None
    at: object
    alike: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Week:
    """The decisions of one week, newest first."""

    starts: date
    lines: tuple[Line, ...]


@explains
def decisions(request: HttpRequest, look: Looking) -> HttpResponse:
    """Every decision, newest first, by week; `?workflow=` and `?outcome=` keep some."""
    items = sorted(look.log.of(SURFACE), key=lambda one: one.position, reverse=True)
    workflows = sorted({str((one.facts or {})["workflow"]) for one in items})
    outcomes = sorted({str((one.facts or {})["outcome"]) for one in items})
    chosen = {field: request.GET.get(field, "") for field in ("workflow", "outcome")}
    kept = [
        one
        for one in items
        if all(want in {"", (one.facts or {})[field]} for field, want in chosen.items())
    ]
    pages = max((len(kept) + PAGE - 1) // PAGE, 1)
    page = min(max(_number(request.GET.get("page", "1")), 1), pages)
    shown = kept[(page - 1) * PAGE : page * PAGE]
    context = {
        **look.context,
        "weeks": tuple(_weeks(shown, look.athlete.zone)),
        "total": len(kept),
        "workflows": workflows,
        "outcomes": outcomes,
        "chosen": chosen,
        "page": page,
        "pages": pages,
    }
    return render(request, "coach/explain/decisions.html", context)


@explains
def one_decision(request: HttpRequest, look: Looking, key: object) -> HttpResponse:
    """One decision: the answer, the number that decides, the evidence, and how it came about."""
    one = decision(look.log, str(key))
    context = {
        **look.context,
        "decision": one,
        "facts": one.facts,
        "drawn": drawn(lineage.of_decision(look.log, one), look.query),
        "then_query": look.query_at(one.item.recorded_at),
    }
    return render(request, "coach/explain/decision.html", context)


def _weeks(items: Iterable[Known], zone: str) -> Iterable[Week]:
    weeks: dict[date, list[Line]] = {}
    for item in items:
        day = item.recorded_at.astimezone(ZoneInfo(zone)).date()
        weeks.setdefault(day - timedelta(days=day.weekday()), []).append(_line(item))
    for starts, lines in weeks.items():
        yield Week(starts, tuple(_once(lines)))


def _once(lines: Iterable[Line]) -> Iterable[Line]:
    """Lines of a week, those with the same words told once, where the newest stands."""
    told: dict[tuple[str, str, str], list[Line]] = {}
    for line in lines:
        told.setdefault((line.workflow, line.outcome, line.summary), []).append(line)
    for newest, *older in told.values():
        yield replace(newest, alike=tuple((one.key, one.number) for one in older))


def _line(item: Known) -> Line:
    facts = item.facts or {}
    return Line(
        key=item.key,
        number=name(facts["number"]),
        workflow=str(facts["workflow"]),
        outcome=str(facts["outcome"]),
        summary=str(facts["summary"]),
        next_look=facts["next_look"],
        at=item.recorded_at,
    )


def _number(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 1
