"""Applying bounds to doses: clamp a dose to them, or name what lies outside.

Clamping only ever records what it did. An unknown value is never taken to satisfy a bound.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plans.domain.constraints import Bound, bounds_for
from plans.domain.items import Dose, Step, normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from datetime import date

    from decisions.domain.surface import Facts

STRENGTH = ("load_g", "sets", "reps", "rpe_x10", "rest_s")
ENDURANCE = ("duration_s", "distance_m", "rpe_x10")


@dataclass(frozen=True, slots=True)
class Clamped:
    """One field that was moved to its bound, and the constraints that moved it."""

    field: str
    before: int | None
    after: int | None
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clamping:
    """A dose inside its bounds. `dose` is None where they leave nothing of it."""

    dose: Dose | None
    clamped: tuple[Clamped, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """A value outside its bound. `value` None: unknown, so it cannot be said to lie inside."""

    item: str
    subject: str
    field: str
    value: int | None
    low: int | None
    high: int | None
    keys: tuple[str, ...]


def clamp(dose: Dose, bounds: Mapping[str, Bound]) -> Clamping:
    """A dose moved inside its bounds, and what was moved.

    RPE and rest that were not stated are set to their bound, which only adds care. Load, duration
    and distance that are unknown stay unknown: filling them in could raise them.
    """
    if (ruled_out := _ruled_out(bounds)) is not None:
        return Clamping(None, (Clamped("session", 1, 0, ruled_out.keys),))
    moved: list[Clamped] = []
    for name in STRENGTH if dose.kind == "strength" else ENDURANCE:
        bound = bounds.get(name)
        if bound is None:
            continue
        inside = _moved(dose, name, bound)
        if inside != dose:
            values = (reading(dose, name), reading(inside, name))
            moved.append(Clamped(name, *values, bound.keys))
        dose = inside
    left = dose.kind == "strength" or bool(dose.steps) or dose.duration_s is not None
    return Clamping(dose if left else None, tuple(moved))


def violations(
    dose_items: Iterable[Facts | Dose],
    constraints: Mapping[str, Facts],
    on_date: date,
    regions_of: Callable[[str], Collection[str] | None],
) -> tuple[Violation, ...]:
    """What of a session lies outside the constraints of its date.

    Args:
        dose_items: items of a prescription or planned day, or their doses.
        constraints: facts by key; those that do not hold on the date are passed over.
        on_date: date of the session.
        regions_of: regions that an exercise or modality loads; None where that is not known.
    """
    found: list[Violation] = []
    for item in dose_items:
        dose = item if isinstance(item, Dose) else normalise(item)
        bounds = bounds_for(constraints, on_date, dose.subject, regions_of(dose.subject))
        found.extend(_violations(dose, bounds))
    return tuple(found)


def reading(dose: Dose, name: str) -> int | None:
    """The value that a bound on a field is compared with: the most demanding one of the dose.

    Reps are the top of the range, RPE the highest target of item and steps, rest the stated one.
    """
    match name:
        case "reps":
            return max((r for r in (dose.reps, dose.reps_high) if r is not None), default=None)
        case "rpe_x10":
            return _top_rpe(dose)
        case "duration_s":
            return dose.least_seconds or None
        case "distance_m":
            return dose.least_metres or None
        case "load_g":
            return dose.load_g
        case "sets":
            return dose.sets
        case _:
            return dose.rest_s


def _violations(dose: Dose, bounds: Mapping[str, Bound]) -> list[Violation]:
    found: list[Violation] = []
    if (ruled_out := _ruled_out(bounds)) is not None:
        found.append(Violation(dose.item, dose.subject, "session", 1, None, 0, ruled_out.keys))
    for name in STRENGTH if dose.kind == "strength" else ENDURANCE:
        bound = bounds.get(name)
        if bound is None:
            continue
        value = reading(dose, name)
        if value is None or _outside(value, bound) or _part_unknown(dose, name):
            shown = value if value is not None and _outside(value, bound) else None
            found.append(
                Violation(dose.item, dose.subject, name, shown, bound.low, bound.high, bound.keys)
            )
    return found


def _ruled_out(bounds: Mapping[str, Bound]) -> Bound | None:
    """The bound that leaves nothing of the dose: no session, no sets, no time."""
    for name in ("session", "sets", "reps", "duration_s", "distance_m"):
        bound = bounds.get(name)
        if bound is not None and bound.high == 0:
            return bound
    return None


def _outside(value: int, bound: Bound) -> bool:
    too_low = bound.low is not None and value < bound.low
    return too_low or (bound.high is not None and value > bound.high)


def _part_unknown(dose: Dose, name: str) -> bool:
    """Whether what is known is only a part of the truth: a step has no time, distance or RPE."""
    match name:
        case "duration_s":
            return dose.seconds is None
        case "distance_m":
            return dose.metres is None
        case "rpe_x10":
            return dose.rpe_x10 is None and not _steps_are_capped(dose)
        case _:
            return False


def _moved(dose: Dose, name: str, bound: Bound) -> Dose:
    match name:
        case "reps":
            return replace(
                dose,
                reps=_into(dose.reps, bound),
                reps_low=_into(dose.reps_low, bound),
                reps_high=_into(dose.reps_high, bound),
            )
        case "rpe_x10":
            return _rpe_moved(dose, bound)
        case "duration_s":
            return _time_moved(dose, bound)
        case "distance_m":
            return _distance_moved(dose, bound)
        case "load_g":
            return replace(dose, load_g=_into(dose.load_g, bound))
        case "sets":
            return replace(dose, sets=_into(dose.sets, bound))
        case _:
            return replace(dose, rest_s=_rest(dose.rest_s, bound))


def _into(value: int | None, bound: Bound) -> int | None:
    """Into the bound; where the bound contradicts itself, the lower value is the careful one."""
    if value is None:
        return None
    raised = value if bound.low is None else max(value, bound.low)
    return raised if bound.high is None else min(raised, bound.high)


def _rest(value: int | None, bound: Bound) -> int | None:
    """Into the bound; where it contradicts itself, the longer rest is the careful one."""
    if value is None:
        return bound.high if bound.low is None else bound.low
    lowered = value if bound.high is None else min(value, bound.high)
    return lowered if bound.low is None else max(lowered, bound.low)


def _rpe_moved(dose: Dose, bound: Bound) -> Dose:
    steps = tuple(_step_rpe(step, bound) for step in dose.steps)
    if dose.rpe_x10 is not None:
        return replace(dose, rpe_x10=_into(dose.rpe_x10, bound), steps=steps)
    return replace(dose, rpe_x10=None if _steps_are_capped(dose) else bound.high, steps=steps)


def _steps_are_capped(dose: Dose) -> bool:
    """Whether every step states an RPE that it must not exceed."""
    return bool(dose.steps) and all(
        step.target_kind == "rpe" and step.high is not None for step in dose.steps
    )


def _step_rpe(step: Step, bound: Bound) -> Step:
    if step.target_kind != "rpe" or bound.high is None:
        return step
    high = bound.high if step.high is None else min(step.high, bound.high)
    low = None if step.low is None else min(step.low, bound.high)
    return replace(step, low=low, high=high)


def _top_rpe(dose: Dose) -> int | None:
    stated = [dose.rpe_x10]
    for step in dose.steps:
        if step.target_kind == "rpe":
            stated += [step.low, step.high]
    return max((rpe for rpe in stated if rpe is not None), default=None)


def _time_moved(dose: Dose, bound: Bound) -> Dose:
    if bound.high is not None:
        stated = bound.high if dose.seconds is None else dose.duration_s
        dose = replace(
            dose,
            steps=_trimmed(dose.steps, bound.high, "duration_s"),
            duration_s=None if stated is None else min(stated, bound.high),
        )
    if bound.low is not None and dose.seconds is not None and not bound.contradicts:
        return replace(dose, duration_s=max(dose.seconds, bound.low))
    return dose


def _distance_moved(dose: Dose, bound: Bound) -> Dose:
    if bound.high is None:
        return dose
    return replace(dose, steps=_trimmed(dose.steps, bound.high, "distance_m"))


def _trimmed(steps: tuple[Step, ...], high: int, name: str) -> tuple[Step, ...]:
    """Steps cut by the same share each, in whole repeats, so that their known total fits."""
    total = sum(_size(step, name) for step in steps)
    if total <= high:
        return steps
    cut = (_cut(step, high, total, name) for step in steps)
    return tuple(step for step in cut if step is not None)


def _cut(step: Step, share: int, of: int, name: str) -> Step | None:
    """A step cut to a share, rounded down; None where nothing is left, untouched where unknown."""
    size = _size(step, name)
    if size == 0:
        return step
    if step.repeat > 1:
        repeat = step.repeat * share // of
        return replace(step, repeat=repeat) if repeat else None
    kept = size * share // of
    if kept == 0:
        return None
    if name == "duration_s":
        return replace(step, duration_s=kept)
    return replace(step, distance_m=kept)


def _size(step: Step, name: str) -> int:
    return (step.seconds if name == "duration_s" else step.metres) or 0
