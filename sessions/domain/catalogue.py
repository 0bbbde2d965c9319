"""Exercises and endurance modalities as typed values, parsed from the catalogue's data.

Pure: takes the loaded document. `sessions.catalogue` reads the file and keeps the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise variation.

    Attributes:
        slug: stable name in facts.
        name: words for people.
        family: swaps inside it are small changes.
        pattern: movement pattern.
        regions: body regions that it loads.
        muscles: (muscle, credit per hard set in tenths: 10 direct, 5 indirect).
        equipment: barbell, dumbbell, machine and so on.
        increment_g: smallest step of the load, in grams.
        e1rm_ok: whether a one-repetition maximum may be estimated from it.
        unilateral: repetitions are counted per side.
        load_basis: "external", "bodyweight", "bodyweight_plus" or "time".
        plaus_g: external load above which a set is implausible, in grams; None when not known.
    """

    slug: str
    name: str
    family: str
    pattern: str
    regions: tuple[str, ...]
    muscles: tuple[tuple[str, int], ...]
    equipment: str
    increment_g: int
    e1rm_ok: bool
    unilateral: bool
    load_basis: str
    plaus_g: int | None


@dataclass(frozen=True, slots=True)
class Modality:
    """One endurance modality, for example road running, with its sport and the regions it loads."""

    slug: str
    sport: str
    impact: str
    regions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All exercises and modalities of one version of the data, by slug."""

    version: int
    exercises: Mapping[str, Exercise]
    modalities: Mapping[str, Modality]
    session_types: tuple[str, ...]

    def regions(self, slug: str) -> tuple[str, ...]:
        """Regions that an exercise or modality loads; empty when it is not in the catalogue."""
        known = self.exercises.get(slug) or self.modalities.get(slug)
        return known.regions if known else ()


def parse(document: Mapping[str, Any]) -> Catalogue:
    """Read the document of `exercise_families.yaml`.

    Raises:
        ValueError: a slug twice, or a muscle that the document does not list.
        KeyError: an entry lacks a field.
    """
    muscles = frozenset(document["muscles"])
    exercises: dict[str, Exercise] = {}
    for family in document["families"]:
        for entry in family["exercises"]:
            exercise = _exercise(document["defaults"] | family | entry)
            if exercise.slug in exercises:
                raise ValueError(f"exercise {exercise.slug} stands twice in the catalogue")
            if unknown := {muscle for muscle, _ in exercise.muscles} - muscles:
                raise ValueError(f"{exercise.slug}: {sorted(unknown)} is not a listed muscle")
            exercises[exercise.slug] = exercise
    endurance = document["endurance"]
    return Catalogue(
        version=document["version"],
        exercises=exercises,
        modalities={m["slug"]: _modality(m) for m in endurance["modalities"]},
        session_types=tuple(endurance["session_types"]),
    )


def _exercise(entry: Mapping[str, Any]) -> Exercise:
    return Exercise(
        slug=entry["slug"],
        name=entry["name"],
        family=entry["family"],
        pattern=entry["pattern"],
        regions=tuple(entry["region"]),
        muscles=tuple((muscle, _tenths(credit)) for muscle, credit in entry["muscles"].items()),
        equipment=entry["equipment"],
        increment_g=_grams(entry["increment_kg"]),
        e1rm_ok=entry["e1rm_ok"],
        unilateral=entry["unilateral"],
        load_basis=entry["load_basis"],
        plaus_g=_grams(entry["plaus_kg"]),
    )


def _modality(entry: Mapping[str, Any]) -> Modality:
    return Modality(entry["slug"], entry["sport"], entry["impact"], tuple(entry["region"]))


def _grams(kg: float) -> int:
    return int(Decimal(str(kg)) * 1000)


def _tenths(credit: float) -> int:
    return int(Decimal(str(credit)) * 10)
