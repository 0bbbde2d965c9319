"""Exercises by the name that a person types: the catalogue's, their own, or a new one of theirs.

A new one keeps its name exactly as it was typed and is written only together with its first set.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import category

from coach.web import record, wording
from decisions.domain.errors import InvalidFacts
from decisions.selectors import known
from decisions.selectors.known import Range
from sessions.catalogue import catalogue
from sessions.files.exercise_names import custom_slug, resolver
from sessions.services import exercises

if TYPE_CHECKING:
    from collections.abc import Callable

    from decisions.models import Athlete

LONGEST = 60
_UNREADABLE = ("Cc", "Cs", "Co", "Cn")


@dataclass(frozen=True, slots=True)
class Named:
    """An exercise that was asked for: its slug, and its name as typed where nobody described it yet."""

    slug: str
    new: str = ""


def choices(facts: record.Record) -> tuple[str, ...]:
    """Every name to choose from, in order."""
    own = [str(exercise["name"]) for exercise in facts.facts(record.EXERCISE).values()]
    return tuple(sorted({*(e.name for e in catalogue().exercises.values()), *own}))


def find(athlete: Athlete, name: str) -> Named:
    """An exercise by its name or slug; writes nothing.

    Raises:
        InvalidFacts: nothing that can be a name.
    """
    typed = " ".join(name.split())
    if not typed or len(typed) > LONGEST or any(category(sign) in _UNREADABLE for sign in typed):
        raise InvalidFacts("exercise", f"needs a name of 1 to {LONGEST} characters")
    wanted = typed.casefold()
    for slug, exercise in catalogue().exercises.items():
        if wanted in (slug, exercise.name.casefold()):
            return Named(slug)
    own = record.Record(known.known(athlete.stream, ranges=[Range(record.EXERCISE)]))
    for slug, facts in own.facts(record.EXERCISE).items():
        if wanted in (slug, str(facts["name"]).casefold()):
            return Named(slug)
    slug = _common()(typed) or custom_slug(typed)
    if slug in catalogue().exercises or own.get(record.EXERCISE, slug) is not None:
        return Named(slug)
    return Named(slug, typed)


@cache
def _common() -> Callable[[str], str | None]:
    """The catalogue's slug of a name that means the same movement, as an imported file gets it."""
    return resolver({slug: exercise.name for slug, exercise in catalogue().exercises.items()})


def describe(athlete: Athlete, slug: str, name: str, *, actor: str) -> None:
    """Write down an exercise of the athlete's own that nobody described yet.

    Args:
        athlete: who trains.
        slug: under which its sets are filed.
        name: as typed; the slug in words where it is the name of something else, or empty.
        actor: who writes.

    Raises:
        InvalidFacts: the slug cannot be one.
    """
    if slug in catalogue().exercises:
        return
    if known.now(athlete.stream, record.EXERCISE, slug).facts is not None:
        return
    typed = " ".join(name.split())[:LONGEST]
    shown = typed if typed and custom_slug(typed) == slug else wording.title(slug)
    exercises.add(stream=athlete.stream, slug=slug, name=shown, actor=actor)
