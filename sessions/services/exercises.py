"""Adds an athlete's own exercises. The catalogue's slugs stay the catalogue's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain.errors import InvalidFacts
from decisions.services.guard import Target, Written
from sessions import catalogue
from sessions.domain.records import EXERCISE
from sessions.services import writing
from sessions.services.writing import ATHLETE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.domain.mandates import Mandate
    from decisions.models import Stream


def add(
    *,
    stream: Stream,
    slug: str,
    name: str,
    actor: str,
    increment_g: int = 2500,
    family: str | None = None,
    pattern: str | None = None,
    region: Sequence[str] = (),
    equipment: str | None = None,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Add an exercise; adding the same one again changes nothing.

    Raises:
        InvalidFacts: the catalogue has the slug already, or names the field.
    """
    if catalogue.exercise(slug) is not None:
        raise InvalidFacts("slug", f"{slug} is in the catalogue already")
    base = writing.before_first(stream, EXERCISE, slug)
    target = Target(
        surface=EXERCISE,
        key=slug,
        intended={
            "slug": slug,
            "name": name,
            "family": family,
            "pattern": pattern,
            "region": list(region),
            "equipment": equipment,
            "increment_g": increment_g,
            "custom": True,
        },
        reviewed=base.fingerprint,
    )
    return writing.write(
        [target],
        stream=stream,
        actor=actor,
        mandate=mandate,
        subject=slug,
        occasion=base.occasion("add"),
    )
