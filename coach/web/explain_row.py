"""One event of the log: what it says, how it became known, its versions, what rests on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.shortcuts import render

from coach.review import diff, sayings
from coach.review.leaves import leaves
from coach.review.lineage import actor
from coach.review.words import Units, show
from coach.web import links
from coach.web.explain_frame import Looking, explains
from coach.web.told import told
from decisions.domain.errors import NotFound
from decisions.selectors import known as reader
from decisions.selectors import lineage as kernel

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from decisions.selectors.known import Known

MOST = 40
OWN_PAGE = frozenset({"decisions.decision", "decisions.proposal"})


@dataclass(frozen=True, slots=True)
class Version:
    """One version of the item, with what it changed against the one before."""

    position: int
    at: datetime
    who: str
    word: str
    why: str
    changes: tuple[diff.Change, ...]
    current: bool


@dataclass(frozen=True, slots=True)
class Related:
    """Another event, in one line."""

    href: str
    label: str
    evidence: str
    says: str


@explains
def row(request: HttpRequest, look: Looking, position: int) -> HttpResponse:
    """The page of one event."""
    found = look.log.at_positions([position])
    if not found:
        raise NotFound(f"no event {position}")
    item = found[0]
    units = Units(look.athlete.units, look.athlete.distance_unit)
    versions = reader.history(look.log.stream, item.surface, item.key)
    dependents = kernel.dependents(look.log.stream, position)
    context = {
        **look.context,
        "item": item,
        "label": sayings.label(item.surface),
        "says": told(sayings.sentence(item), look.athlete, [item.facts or {}]),
        "mode": sayings.mode(item),
        "who": actor(look.log, str((item.source or {}).get("actor", ""))),
        "facts": tuple(_told(item, units)),
        "versions": tuple(_versions(look, versions, units, position)),
        "rests_on": tuple(_related(look, look.log.at_positions(item.basis))),
        "dependents": tuple(_related(look, look.log.at_positions(dependents[:MOST]))),
        "dependents_count": len(dependents),
    }
    return render(request, "coach/explain/row.html", context)


def _told(item: Known, units: Units) -> Iterable[tuple[str, str]]:
    """(name, value) of every fact; what has a page of its own is told by its plain values."""
    facts = sayings.ordered(item.surface, _facts(item))
    if item.surface in OWN_PAGE and facts is not None:
        facts = {name: one for name, one in facts.items() if not isinstance(one, dict | list)}
    for leaf in leaves(facts).values():
        yield leaf.label, show(leaf.kind, leaf.value, units)


def _facts(item: Known) -> dict[str, object] | None:
    return None if item.retracted else item.facts


def _versions(
    look: Looking, versions: Iterable[Known], units: Units, position: int
) -> Iterable[Version]:
    before: Known | None = None
    for item in versions:
        if item.position > look.log.up_to:
            return
        changes = diff.compare(_facts(before), _facts(item), units) if before is not None else ()
        yield Version(
            position=item.position,
            at=item.recorded_at,
            who=actor(look.log, str((item.source or {}).get("actor", ""))),
            word=item.fact_type,
            why=item.reasoning,
            changes=changes,
            current=item.position == position,
        )
        before = item


def _related(look: Looking, items: Iterable[Known]) -> Iterable[Related]:
    for item in items:
        yield Related(
            links.row(item, look.query), links.label(item), item.evidence, sayings.sentence(item)
        )
