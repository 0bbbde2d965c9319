"""Exercises and endurance modalities as typed values. Owns their shape; knows no document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
