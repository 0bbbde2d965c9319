"""One plain question about a set that looks mistyped, before it is stored. A yes stores it as typed.

Pure. Judges against what the athlete has done and what is prescribed; without either only the
limits of the exercise and of the policy speak.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coach.web import wording
from sessions.domain import plausibility

if TYPE_CHECKING:
    from coach.web.past import Most
    from sessions.domain.catalogue import Exercise
    from sessions.domain.policy import EvidencePolicy

HEAVIER_PERCENT = 150
HEAVIER_BY_G = 10_000
"""A load is asked about from this share of the most known, and at least this much above it."""
LIGHTER_TIMES = 5
MORE_REPS_TIMES = 3
MANY_REPS = 20


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question, the act that a yes carries out, and what the yes is about."""

    question: str
    act: str
    token: str


@dataclass(frozen=True, slots=True)
class Meant:
    """What is prescribed for the set: grams and repetitions; None where nothing is."""

    load_g: int | None
    reps: int | None


def question(
    load_g: int | None,
    reps: int | None,
    *,
    work: bool,
    meant: Meant,
    most: Most,
    exercise: Exercise | None,
    policy: EvidencePolicy,
    units: str,
) -> str:
    """What to ask about a set; empty when it looks like the others.

    Args:
        load_g: load as typed, in grams.
        reps: repetitions as typed.
        work: whether it is a work set: a warm-up may be as light as it likes.
        meant: what is prescribed.
        most: the most of this exercise so far.
        exercise: of the catalogue, for its ceiling.
        policy: windows and limits.
        units: "kg" or "lb".
    """
    flags = plausibility.set_flags(
        load_g=load_g,
        reps=reps,
        exercise=exercise,
        expected_g=(meant.load_g or most.load_g) if work else None,
        policy=policy,
    )
    told = _load(load_g, flags, meant, most, units, work=work) or _reps(reps, flags, meant, most)
    return f"{told} Is it right?" if told else ""


def _load(
    load_g: int | None, flags: tuple[str, ...], meant: Meant, most: Most, units: str, *, work: bool
) -> str:
    if not load_g:
        return ""
    told, heaviest = wording.load(load_g, units), most.load_g or 0
    top = max(heaviest, meant.load_g or 0)
    if top and load_g * 100 >= top * HEAVIER_PERCENT and load_g - top >= HEAVIER_BY_G:
        what = "your heaviest" if top == heaviest else "what is prescribed"
        return f"{told} is {_times(load_g, top)} {what} ({wording.load(top, units)})."
    if "implausible" in flags:
        return f"{told} is more than this exercise is ever loaded with."
    if work and meant.load_g and load_g * LIGHTER_TIMES <= meant.load_g:
        return f"{told} is far below the prescribed {wording.load(meant.load_g, units)}."
    if "unit_suspect" in flags:
        other = "lb" if units == "kg" else "kg"
        return f"{told} looks like a number in {other}: type the unit with it, or say yes."
    return ""


def _reps(reps: int | None, flags: tuple[str, ...], meant: Meant, most: Most) -> str:
    if reps is None:
        return ""
    top = max(most.reps or 0, meant.reps or 0)
    if top and reps >= MANY_REPS and reps >= top * MORE_REPS_TIMES:
        what = "your most" if top == most.reps else "what is prescribed"
        return f"{reps} reps is {_times(reps, top)} {what} ({top})."
    return f"{reps} reps is very many for one set." if "reps_implausible" in flags else ""


def _times(value: int, top: int) -> str:
    return f"{wording.decimal(value / top, 1)} times"
