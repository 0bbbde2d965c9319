"""Comparing and combining doses of one item: the most conservative field wins, nothing adds up.

Pure arithmetic over `Dose`. Unknown never counts as lower: a known bound stays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plans.domain.bounds import clamp
from plans.domain.constraints import Bound

if TYPE_CHECKING:
    from plans.domain.items import Dose


def combined(one: Dose, other: Dose) -> Dose:
    """The most conservative of both in every field; the words of the one that lowered something."""
    if one.kind == "endurance":
        return _endurance(one, other)
    lower = replace(
        one,
        sets=_least(one.sets, other.sets),
        reps=_least(one.reps, other.reps),
        load_g=_least(one.load_g, other.load_g),
        rpe_x10=_least(one.rpe_x10, other.rpe_x10),
        rest_s=_most(one.rest_s, other.rest_s),
    )
    return replace(lower, step=other.step, because=other.because) if lower != one else one


def held(stated: Dose, verified: Dose) -> Dose:
    """The stated dose where nothing may rise above the last verified one.

    Load and reps are one pair: more reps at less load is not a held dose. The plan's rest stays.
    """
    if stated.kind == "endurance":
        return _endurance(stated, verified)
    rises = _above(stated.load_g, verified.load_g) or _above(stated.reps, verified.reps)
    pair = {"load_g": stated.load_g, "reps": stated.reps}
    if rises:
        load = _least(stated.load_g, verified.load_g)
        lighter = load is not None and load != stated.load_g
        pair = {
            "load_g": load,
            "reps": verified.reps if lighter else _least(stated.reps, verified.reps),
        }
    kept = replace(
        stated,
        load_g=pair["load_g"],
        reps=stated.reps if pair["reps"] is None else pair["reps"],
        sets=_least(stated.sets, verified.sets),
        rpe_x10=_least(stated.rpe_x10, verified.rpe_x10),
        rest_s=_most(stated.rest_s, verified.rest_s),
    )
    if kept == stated:
        return stated
    return replace(kept, step="hold", because="nothing rises behind an open gate")


def lightened(amount: Dose, *, percent: int, increment_g: int, sets: int = 0) -> Dose:
    """A dose with `percent` less load, rounded to the lighter plate, and fewer sets, at least one.

    Endurance doses lose the same share of their time.
    """
    if amount.kind == "endurance":
        if amount.seconds is not None:
            return shortened(amount, "duration_s", amount.seconds * (100 - percent) // 100)
        if amount.metres is not None:
            return shortened(amount, "distance_m", amount.metres * (100 - percent) // 100)
        return amount
    load = amount.load_g
    if load is not None:
        load = load * (100 - percent) // 100 // increment_g * increment_g
    fewer = None if amount.sets is None else max(1, amount.sets - sets)
    return replace(amount, load_g=load, sets=fewer)


def shortened(amount: Dose, field: str, most: int) -> Dose:
    """An endurance dose of at most `most` seconds (`duration_s`) or metres (`distance_m`)."""
    clamping = clamp(amount, {field: Bound(field, None, most, ())})
    return amount if clamping.dose is None else clamping.dose


def capped(amount: Dose, rpe_x10: int) -> Dose:
    """A dose whose RPE is at most `rpe_x10`, in its steps too."""
    clamping = clamp(amount, {"rpe_x10": Bound("rpe_x10", None, rpe_x10, ())})
    return amount if clamping.dose is None else clamping.dose


def guided_by_effort(amount: Dose, rpe_x10: int) -> Dose:
    """An endurance dose whose pace, power and heart-rate targets are replaced by an RPE ceiling."""
    if not any(step.target_kind not in ("rpe", "open") for step in amount.steps):
        return amount
    ceiling = min(rpe_x10, amount.rpe_x10 or rpe_x10)
    steps = tuple(
        step
        if step.target_kind in ("rpe", "open")
        else replace(step, target_kind="rpe", low=None, high=ceiling)
        for step in amount.steps
    )
    return replace(amount, steps=steps, rpe_x10=ceiling)


def _endurance(one: Dose, other: Dose) -> Dose:
    lower = one
    if other.seconds is not None and (one.seconds is None or other.seconds < one.seconds):
        lower = shortened(lower, "duration_s", other.seconds)
    if other.metres is not None and (one.metres is None or other.metres < one.metres):
        lower = shortened(lower, "distance_m", other.metres)
    if other.rpe_x10 is not None:
        lower = capped(lower, other.rpe_x10)
    return replace(lower, step=other.step, because=other.because) if lower != one else one


def _above(value: int | None, limit: int | None) -> bool:
    return value is not None and limit is not None and value > limit


def _least(one: int | None, other: int | None) -> int | None:
    return min((v for v in (one, other) if v is not None), default=None)


def _most(one: int | None, other: int | None) -> int | None:
    return max((v for v in (one, other) if v is not None), default=None)
