"""Reads that the logging pages need: what corrected sets said before, and the last time of a lift."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Max

from coach.web import record
from coach.web.session_page import Past
from decisions import registry
from decisions.selectors import known

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from decisions.models import Stream
    from decisions.selectors.known import Known

Facts = dict[str, Any]

ENOUGH_ROWS = 400


@dataclass(frozen=True, slots=True)
class Most:
    """The most of one exercise in any set so far: grams and repetitions; None where none is known."""

    load_g: int | None
    reps: int | None


def older(stream: Stream, items: Iterable[Known]) -> dict[str, list[Facts]]:
    """What corrected items said before, by key, oldest first."""
    told: dict[str, list[Facts]] = {}
    for item in items:
        if item.fact_type == "correction":
            versions = known.history(stream, item.surface, item.key)
            told[item.key] = [
                version.facts
                for version in versions
                if version.position < item.position and version.facts and not version.retracted
            ]
    return told


def last_times(
    stream: Stream, exercises: Sequence[str], *, before: date, session_key: str
) -> dict[str, Past]:
    """The newest earlier session of each exercise with its sets, by exercise."""
    model = registry.get(record.SET).model
    if model is None or not exercises:
        return {}
    rows = (
        model._default_manager.filter(stream=stream, exercise__in=exercises, date__lte=before)  # noqa: SLF001
        .exclude(session_key=session_key)
        .order_by("-date", "-session_key", "order")[:ENOUGH_ROWS]
    )
    found: dict[str, tuple[str, str, list[Facts]]] = {}
    for row in rows:
        facts = row.facts()
        kept = found.setdefault(facts["exercise"], (facts["session_key"], facts["date"], []))
        if kept[0] == facts["session_key"]:
            kept[2].append(facts)
    return {slug: Past(day, tuple(mine)) for slug, (_, day, mine) in found.items()}


def most(stream: Stream, exercise: str, *, but: str) -> Most:
    """The heaviest load and the most repetitions of an exercise, apart from one set by its key."""
    model = registry.get(record.SET).model
    if model is None:
        return Most(None, None)
    rows = model._default_manager.filter(stream=stream, exercise=exercise)  # noqa: SLF001
    found = rows.exclude(key=but).aggregate(load_g=Max("load_g"), reps=Max("reps"))
    return Most(found["load_g"], found["reps"])
