"""Comparing and combining doses of one item: the most conservative field wins, a known bound stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coach.domain.lighter import capped, shortened

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
