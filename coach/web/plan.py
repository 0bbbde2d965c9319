"""The plan, to be read. It changes through proposals and the coach's own edits, never here."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_required
from django.shortcuts import render
from django.views.decorators.http import require_safe

from coach.web import access, bounds, plan_page, record, taste
from decisions import clock
from decisions.selectors import known
from decisions.selectors.known import Range
from plans.domain import block_weeks

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from decisions.models import Athlete, Stream

Facts = dict[str, Any]


@login_required
@require_safe
def plan(request: HttpRequest) -> HttpResponse:
    """Blocks, weeks and rules of the plan that is followed."""
    reading = access.reading(request)
    facts = _record(reading.athlete)
    context = {
        "reading": reading,
        "query": reading.query,
        "page": None,
        "zone": reading.athlete.zone,
    }
    active = [(k, p) for k, p in facts.facts(record.PLAN).items() if p["status"] == "active"]
    if active:
        context |= _page(reading.athlete, facts, *active[0], request.GET.get("block", ""))
    return render(request, "coach/plan.html", context)


def _page(
    athlete: Athlete, facts: record.Record, key: str, chosen: Facts, wanted: str
) -> dict[str, Any]:
    on = clock.today(athlete.zone)
    liking = taste.of(athlete, facts)
    blocks = {k: b for k, b in facts.facts(record.BLOCK).items() if b["plan"] == key}
    page = plan_page.build(
        chosen,
        blocks,
        facts.facts(record.DAY),
        [rule for rule in facts.facts(record.RULE).values() if rule["plan"] == key],
        _prescriptions(athlete.stream, blocks),
        wanted=wanted,
        on=on,
        taste=liking,
    )
    return {
        "page": page,
        "gates": bounds.gates(facts.facts(record.GATE), on=on, name=liking.name),
        "constraints": bounds.constraints(
            facts.facts(record.CONSTRAINT), on=on, reader=liking, name=liking.name
        ),
    }


def _record(athlete: Athlete) -> record.Record:
    surfaces = (
        record.PLAN,
        record.BLOCK,
        record.DAY,
        record.RULE,
        record.GATE,
        record.CONSTRAINT,
        record.EXERCISE,
    )
    return record.Record(known.known(athlete.stream, ranges=[Range(name) for name in surfaces]))


def _prescriptions(stream: Stream, blocks: dict[str, Facts]) -> dict[str, Facts]:
    if not blocks:
        return {}
    first = min(block["starts_on"] for block in blocks.values())
    last = max(block_weeks.ends_on(block) for block in blocks.values())
    high = date.fromordinal(last.toordinal() + 1).isoformat()
    found = known.known(stream, ranges=[Range(record.PRESCRIPTION, first, high)])
    return {item.key: item.facts for item in found if item.facts}
