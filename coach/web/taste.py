"""How one person reads: units, first day of the week, and names of exercises and modalities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coach.web import record, wording
from sessions.catalogue import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

    from decisions.models import Athlete


@dataclass(frozen=True, slots=True)
class Taste:
    """How this person reads numbers and names."""

    units: str
    distance_unit: str
    week_start: int
    name: Callable[[str], str]


_MODALITIES = {
    "run_road": "Road run",
    "run_trail": "Trail run",
    "run_treadmill": "Treadmill run",
    "bike_road": "Road ride",
    "bike_trainer": "Indoor ride",
    "swim_pool": "Pool swim",
    "row_erg": "Rowing machine",
    "walk_hike": "Walk or hike",
}


def of(athlete: Athlete, facts: record.Record | None = None) -> Taste:
    """The taste of an athlete; their own exercises are named when `facts` holds them."""
    return Taste(athlete.units, athlete.distance_unit, athlete.week_start, names(facts))


def names(facts: record.Record | None = None) -> Callable[[str], str]:
    """A function from the slug of an exercise or modality to its name."""
    own = facts.facts(record.EXERCISE) if facts is not None else {}

    def name(slug: str) -> str:
        if slug in own:
            return str(own[slug]["name"])
        exercise = catalogue().exercises.get(slug)
        return exercise.name if exercise else _MODALITIES.get(slug) or wording.title(slug)

    return name
