"""One dose made smaller: less load, less time, an effort ceiling. Never larger, in no field.

Pure arithmetic over `Dose`; why something is lowered is not known here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plans.domain.bounds import clamp
from plans.domain.constraints import Bound

if TYPE_CHECKING:
    from plans.domain.items import Dose, Step

WHOLE = {"duration_s": 60, "distance_m": 100}
"""What people train by: whole minutes, and tenths of a kilometre."""


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
    """An endurance dose of at most `most` seconds (`duration_s`) or metres (`distance_m`).

    What is cut comes out in whole minutes or tenths of a kilometre, towards less.
    """
    most = _whole(most, field)
    clamping = clamp(amount, {field: Bound(field, None, most, ())})
    if clamping.dose is None:
        return amount
    steps = tuple(
        step if step in amount.steps else _whole_step(step, field) for step in clamping.dose.steps
    )
    return replace(clamping.dose, steps=steps)


def _whole_step(step: Step, field: str) -> Step:
    if field == "duration_s" and step.duration_s is not None:
        return replace(step, duration_s=_whole(step.duration_s, field))
    if field == "distance_m" and step.distance_m is not None:
        return replace(step, distance_m=_whole(step.distance_m, field))
    return step


def _whole(value: int, field: str) -> int:
    """A value without what is left over; one below the unit stays as it is."""
    return value // WHOLE[field] * WHOLE[field] or value


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
