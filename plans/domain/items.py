"""The dose of one item and of one session in one normal form, whatever facts it came from.

Planned items and prescription items describe a dose in slightly different facts. Comparing,
clamping and measuring use the values here, so that they mean the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

Facts = dict[str, Any]
Kind = Literal["strength", "endurance"]


@dataclass(frozen=True, slots=True)
class Step:
    """One part of an endurance item, done `repeat` times. Unknown is None.

    Units: seconds, metres; targets in RPE tenths, s/km, W or beats/min by `target_kind`.
    """

    name: str
    repeat: int
    duration_s: int | None
    distance_m: int | None
    target_kind: str
    low: int | None
    high: int | None

    @property
    def seconds(self) -> int | None:
        """Time of all repeats."""
        return None if self.duration_s is None else self.duration_s * self.repeat

    @property
    def metres(self) -> int | None:
        """Distance of all repeats."""
        return None if self.distance_m is None else self.distance_m * self.repeat

    def facts(self) -> Facts:
        """The step as it stands in facts."""
        return {
            "name": self.name,
            "repeat": self.repeat,
            "duration_s": self.duration_s,
            "distance_m": self.distance_m,
            "target_kind": self.target_kind,
            "low": self.low,
            "high": self.high,
        }


@dataclass(frozen=True, slots=True)
class Dose:
    """How much of one exercise or modality. None is unknown or not prescribed.

    Attributes:
        item: id of the planned item.
        subject: exercise slug, or modality slug.
        kind: strength has sets to rest_s, endurance steps and duration_s, both rpe_x10.
        step: how a progression rule came to it: plan, up, hold, repeat, down or escalate.
        because: one plain sentence about that. Neither takes part in comparison.
    """

    item: str
    subject: str
    kind: Kind
    sets: int | None = None
    reps: int | None = None
    reps_low: int | None = None
    reps_high: int | None = None
    load_g: int | None = None
    rpe_x10: int | None = None
    rest_s: int | None = None
    steps: tuple[Step, ...] = ()
    duration_s: int | None = None
    step: str = field(default="plan", compare=False)
    because: str = field(default="", compare=False)

    @property
    def seconds(self) -> int | None:
        """Planned time: the stated one or that of the steps, the longer where both are known."""
        return _larger(self.duration_s, _total(s.seconds for s in self.steps))

    @property
    def metres(self) -> int | None:
        """Planned distance, None when a step states none."""
        return _total(s.metres for s in self.steps)

    @property
    def least_seconds(self) -> int:
        """Time that is certain: the stated one, or that of the steps whose time is known."""
        return max(self.duration_s or 0, sum(s.seconds or 0 for s in self.steps))

    @property
    def least_metres(self) -> int:
        """Distance that is certain: that of the steps whose distance is known."""
        return sum(s.metres or 0 for s in self.steps)

    def facts(self) -> Facts:
        """The dose entries of a prescription item (without planned, why, cites, held_by)."""
        if self.kind == "strength":
            return {
                "id": self.item,
                "exercise": self.subject,
                "sets": self.sets,
                "reps": self.reps,
                "reps_low": self.reps_low,
                "reps_high": self.reps_high,
                "load_g": self.load_g,
                "rpe_x10": self.rpe_x10,
                "rest_s": self.rest_s,
            }
        return {
            "id": self.item,
            "modality": self.subject,
            "steps": [step.facts() for step in self.steps],
            "duration_s": self.duration_s,
            "rpe_x10": self.rpe_x10,
        }


@dataclass(frozen=True, slots=True)
class SessionDose:
    """The doses of one session. `date` is ISO text, `minutes` the planned length."""

    items: tuple[Dose, ...]
    minutes: int | None = None
    session_type: str | None = None
    sport: str | None = None
    date: str | None = None

    @property
    def sets(self) -> int:
        """Work sets of all strength items; an unknown number counts as none."""
        return sum(dose.sets or 0 for dose in self.items)


def normalise(item: Facts) -> Dose:
    """The dose of a planned item or a prescription item.

    A planned item states a range of reps: the dose starts at its lower end.
    """
    if "exercise" in item:
        low = item.get("reps_low")
        reps = item.get("reps")
        return Dose(
            item=item["id"],
            subject=item["exercise"],
            kind="strength",
            sets=item.get("sets"),
            reps=low if reps is None else reps,
            reps_low=low,
            reps_high=item.get("reps_high"),
            load_g=item.get("load_g"),
            rpe_x10=item.get("rpe_x10"),
            rest_s=item.get("rest_s"),
        )
    return Dose(
        item=item["id"],
        subject=item["modality"],
        kind="endurance",
        rpe_x10=item.get("rpe_x10"),
        steps=tuple(_step(step) for step in item.get("steps") or ()),
        duration_s=item.get("duration_s"),
    )


def session_dose(facts: Facts) -> SessionDose:
    """The doses of a planned day or of a prescription."""
    return SessionDose(
        items=tuple(normalise(item) for item in facts.get("items") or ()),
        minutes=facts.get("minutes"),
        session_type=facts.get("session_type"),
        sport=facts.get("sport"),
        date=facts.get("date"),
    )


def _step(facts: Facts) -> Step:
    return Step(
        name=facts.get("name") or "",
        repeat=facts.get("repeat") or 1,
        duration_s=facts.get("duration_s"),
        distance_m=facts.get("distance_m"),
        target_kind=facts.get("target_kind") or "open",
        low=facts.get("low"),
        high=facts.get("high"),
    )


def _total(values: Iterable[int | None]) -> int | None:
    known = list(values)
    if not known or any(value is None for value in known):
        return None
    return sum(value for value in known if value is not None)


def _larger(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return max(one, other)
