"""Exercises by the name that a person types: the catalogue's, their own, or a new one of theirs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coach.web import record, wording
from decisions.domain.errors import InvalidFacts
from decisions.selectors import known
from decisions.selectors.known import Range
from sessions.catalogue import catalogue
from sessions.services import exercises

if TYPE_CHECKING:
    from decisions.models import Athlete

LONGEST = 60
_OTHER = re.compile(r"[^a-z0-9]+")


def choices(facts: record.Record) -> tuple[str, ...]:
    """Every name to choose from, in order."""
    own = [str(exercise["name"]) for exercise in facts.facts(record.EXERCISE).values()]
    return tuple(sorted({*(e.name for e in catalogue().exercises.values()), *own}))


def slug_of(athlete: Athlete, name: str, *, actor: str, write: bool) -> str:
    """The slug of an exercise by its name or slug.

    Args:
        athlete: who trains.
        name: as typed, or a slug.
        actor: who writes.
        write: whether a name that nobody described becomes one of the athlete's own.

    Raises:
        InvalidFacts: nothing that can be a name.
    """
    typed = " ".join(name.split())
    if not typed or len(typed) > LONGEST:
        raise InvalidFacts("exercise", f"needs a name of 1 to {LONGEST} characters")
    wanted = typed.casefold()
    for slug, exercise in catalogue().exercises.items():
        if wanted in (slug, exercise.name.casefold()):
            return slug
    slug = _OTHER.sub("_", wanted).strip("_")
    if not slug:
        raise InvalidFacts("exercise", "needs letters in its name")
    if write and not known.known(athlete.stream, ranges=[Range(record.EXERCISE, slug, f"{slug}!")]):
        shown = typed if typed != slug else slug.replace("_", " ")
        exercises.add(stream=athlete.stream, slug=slug, name=wording.capital(shown), actor=actor)
    return slug
