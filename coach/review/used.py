"""What a form wrote when it was sent before: found by the occasion that it carried. Reads alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review import diff, sayings
from coach.review.titles import title_of
from coach.review.words import Units
from decisions.models import Decision
from decisions.selectors import known as reader
from decisions.selectors import lineage as kernel

if TYPE_CHECKING:
    from coach.review.log import Log
    from decisions.selectors.known import Known

_PREFIXES = ("", "close:", "lift:")
"""What services put before the occasion of a form."""


@dataclass(frozen=True, slots=True)
class Written:
    """What one item became under an occasion.

    Attributes:
        event: what was written.
        label: its surface in words.
        title: its name.
        diff: from what stood there before.
    """

    event: Known
    label: str
    title: str
    diff: diff.TargetDiff


def written(log: Log, surface: str, key: str, *, occasion: str, actor: str) -> Written | None:
    """What a person wrote to one item under the occasion of a form; None when nothing was."""
    names = [f"{prefix}{occasion}" for prefix in _PREFIXES]
    found = Decision.objects.filter(stream=log.stream, occasion__in=names, actor=actor)
    events = [
        event
        for identity in found.order_by("-pk").values_list("identity", flat=True)
        for event in kernel.written_by(log.stream, str(identity))
        if (event.surface, event.key) == (surface, key)
    ]
    return of_event(log, events[0]) if events else None


def of_event(log: Log, event: Known) -> Written:
    """One event as what it changed."""
    surface, key = event.surface, event.key
    versions = reader.history(log.stream, surface, key)
    older = [one for one in versions if one.position < event.position]
    before = _facts(surface, older[-1]) if older else None
    after = _facts(surface, event)
    units = Units(log.athlete.units, log.athlete.distance_unit)
    return Written(
        event,
        sayings.label(surface),
        title_of(after or before, key),
        diff.target(surface, key, before, after, units),
    )


def _facts(surface: str, item: Known) -> dict[str, Any] | None:
    return None if item.retracted else sayings.ordered(surface, item.facts)
