"""The catalogue's document read into typed values; a slug twice or an unlisted muscle is refused.

Pure: takes the loaded document. `sessions.catalogue` reads the file and keeps the result.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sessions.domain.catalogue import Catalogue, Exercise, Modality

if TYPE_CHECKING:
    from collections.abc import Mapping


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
