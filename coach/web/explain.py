"""Decisions: the list, and one decision with what it rests on, thresholds and lineage."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.shortcuts import render

from coach.review import lineage
from coach.review.briefs import briefs
from coach.review.decisions import decision
from coach.web import wording
from coach.web.explain_frame import Looking, explains
from coach.web.explain_links import drawn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest, HttpResponse

    from coach.review.briefs import Brief

PAGE = 120
FEWEST = 2
"""So many decisions in a row that changed nothing stand as one line."""


@dataclass(frozen=True, slots=True)
class Line:
    """One decision in the list, and older ones of the same run with the same words."""

    one: Brief
    alike: tuple[Brief, ...]

    @property
    def day(self) -> str:
        """The day of the session that it is about, empty for a review."""
        return "" if self.one.workflow == "strategic_review" else self.one.subject[:10]


@dataclass(frozen=True, slots=True)
class Run:
    """Decisions that follow each other; those that changed nothing stand folded, as one line."""

    lines: tuple[Line, ...]
    folded: bool
    count: int
    span: str


@dataclass(frozen=True, slots=True)
class Week:
    """The decisions of one week, newest first."""

    starts: date
    runs: tuple[Run, ...]


@explains
def decisions(request: HttpRequest, look: Looking) -> HttpResponse:
    """Every decision, newest first, by week; `?workflow=` and `?outcome=` keep some."""
    items = briefs(look.log)
    workflows = sorted({one.workflow for one in items})
    outcomes = [(name, wording.outcome(name)) for name in sorted({one.outcome for one in items})]
    chosen = {field: request.GET.get(field, "") for field in ("workflow", "outcome")}
    kept = [
        one
        for one in items
        if chosen["workflow"] in {"", one.workflow} and chosen["outcome"] in {"", one.outcome}
    ]
    pages = max((len(kept) + PAGE - 1) // PAGE, 1)
    page = min(max(_number(request.GET.get("page", "1")), 1), pages)
    shown = kept[(page - 1) * PAGE : page * PAGE]
    context = {
        **look.context,
        "weeks": tuple(_weeks(shown, look.athlete.zone, fold=not chosen["outcome"])),
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
        "drawn": drawn(lineage.of_decision(look.log, one), look.query, look.athlete),
        "then_query": look.query_at(one.item.recorded_at),
    }
    return render(request, "coach/explain/decision.html", context)


def _weeks(items: Iterable[Brief], zone: str, *, fold: bool) -> Iterable[Week]:
    weeks: dict[date, list[Brief]] = {}
    for item in items:
        day = item.recorded_at.astimezone(ZoneInfo(zone)).date()
        weeks.setdefault(day - timedelta(days=day.weekday()), []).append(item)
    for starts, found in weeks.items():
        yield Week(starts, tuple(_runs(found, zone, fold=fold)))


def _runs(items: Iterable[Brief], zone: str, *, fold: bool) -> Iterable[Run]:
    """Decisions of a week in runs: each change stands open, what lies between is folded."""
    for quiet, group in groupby(items, key=lambda one: fold and one.outcome == "NO_CHANGE"):
        found = list(group)
        folded = quiet and len(found) >= FEWEST
        yield Run(tuple(_once(found)), folded, len(found), _span(found, zone) if folded else "")


def _span(items: list[Brief], zone: str) -> str:
    """The days of a run, as "Mon 9 Nov to Thu 12 Nov"."""
    days = [wording.day(one.recorded_at.astimezone(ZoneInfo(zone))) for one in items]
    return days[0] if days[-1] == days[0] else f"{days[-1]} to {days[0]}"


def _once(items: Iterable[Brief]) -> Iterable[Line]:
    """Decisions of a run, those with the same words told once, where the newest stands."""
    told: dict[tuple[str, str, str], list[Brief]] = {}
    for item in items:
        told.setdefault((item.workflow, item.outcome, item.summary), []).append(item)
    for newest, *older in told.values():
        yield Line(newest, tuple(older))


def _number(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 1
