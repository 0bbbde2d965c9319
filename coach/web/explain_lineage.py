"""The lineage of one prescription: from evidence to what was done, version by version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.shortcuts import render

from coach.review import diff, lineage
from coach.review.words import Units
from coach.web.explain_frame import Looking, explains
from coach.web.explain_links import drawn
from decisions.domain.errors import NotFound
from decisions.selectors import known as reader

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse


@dataclass(frozen=True, slots=True)
class Version:
    """One issue of the prescription."""

    number: int
    at: datetime
    changed: str
    changes: tuple[diff.Change, ...]


@explains
def prescription(request: HttpRequest, look: Looking, session_key: str) -> HttpResponse:
    """Evidence, context, draft, gate, decision, effect; and how the plan behind it came about."""
    item = look.log.get(lineage.PRESCRIPTION, session_key)
    proposals = lineage.behind_plan(look.log, item)
    context = {
        **look.context,
        "item": item,
        "facts": item.facts,
        "own": drawn(lineage.of_prescription(look.log, item), look.query, look.athlete),
        "plan": tuple(
            drawn(lineage.of_proposal(look.log, one), look.query, look.athlete) for one in proposals
        ),
        "versions": tuple(_versions(look, session_key)),
    }
    return render(request, "coach/explain/lineage.html", context)


def _versions(look: Looking, key: str) -> list[Version]:
    units = Units(look.athlete.units, look.athlete.distance_unit)
    versions = [
        one
        for one in reader.history(look.log.stream, lineage.PRESCRIPTION, key)
        if one.position <= look.log.up_to
    ]
    if not versions:
        raise NotFound(f"no prescription {key}")
    made: list[Version] = []
    before: dict[str, object] | None = None
    for one in versions:
        facts = {} if one.retracted else one.facts or {}
        changes = diff.compare(before, facts, units) if before else ()
        told = tuple(c for c in changes if c.path.startswith(("items", "branches", "minutes")))
        number = int(facts.get("version") or len(made) + 1)
        made.append(Version(number, one.recorded_at, str(facts.get("changed") or ""), told))
        before = facts
    return made[::-1]
