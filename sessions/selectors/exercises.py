"""Exercises by slug: the catalogue, and after it the athlete's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decisions.selectors.known import Known, Range, known
from sessions import catalogue
from sessions.domain.catalogue import Exercise
from sessions.domain.records import EXERCISE

if TYPE_CHECKING:
    from collections.abc import Callable

    from decisions.models import Stream


def own(stream: Stream, *, up_to: int | None = None) -> list[Known]:
    """The athlete's own exercises."""
    return [e for e in known(stream, ranges=[Range(EXERCISE)], up_to=up_to) if e.facts]


def lookup(stream: Stream, *, up_to: int | None = None) -> Callable[[str], Exercise | None]:
    """A function from slug to exercise; None for a slug that nobody described."""
    mine = {item.key: _exercise(item.facts or {}) for item in own(stream, up_to=up_to)}

    def find(slug: str) -> Exercise | None:
        return catalogue.exercise(slug) or mine.get(slug)

    return find


def _exercise(facts: dict[str, Any]) -> Exercise:
    return Exercise(
        slug=facts["slug"],
        name=facts["name"],
        family=facts["family"] or facts["slug"],
        pattern=facts["pattern"] or "",
        regions=tuple(facts["region"]),
        muscles=(),
        equipment=facts["equipment"] or "",
        increment_g=facts["increment_g"],
        e1rm_ok=False,
        unilateral=False,
        load_basis="external",
        plaus_g=None,
    )
