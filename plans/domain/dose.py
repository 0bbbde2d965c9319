"""The plan's stated next dose of an item under the plan's own progression rule (rule D12).

Walks over the exposures since the planned dose took effect. It never looks at readiness, pain,
gates or constraints: those lower the dose afterwards. What is missing is never read as success.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from plans.domain.items import Dose, SessionDose, Step, normalise, session_dose
from plans.domain.words import kilograms, tenths

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

__all__ = [
    "Dose",
    "Performed",
    "SessionDose",
    "Step",
    "normalise",
    "rule_for",
    "session_dose",
    "stated_for_week",
    "stated_next",
]

Facts = dict[str, Any]

CAP_PERCENT = 5
"""A step up is never more than this share of the load; a step down only where one increment is."""
ADHERENCE_PERCENT = 90
"""Share of the prescribed sets that must have been done before anything rises."""
RPE_OVERSHOOT_X10 = 15
"""RPE this far above the target counts like missed reps."""
SURPLUS_REPS = 2
"""Reps above the range in the last set, in two exposures in a row, that also earn a step up."""


@dataclass(frozen=True, slots=True)
class Performed:
    """One exposure of an exercise: the work sets that were done or failed, in order.

    Attributes:
        load_g: lightest load of these sets; None when one is unknown.
        reps: full reps per set; None where not reported.
        rpe_x10: RPE per set in tenths; None where not reported.
        prescribed_sets: sets of the prescription it followed, None without one.
        prescribed_load_g: load of that prescription, None without one.
        comparable: whether it may be compared; unknown is False.
    """

    date: date
    load_g: int | None
    reps: tuple[int | None, ...]
    rpe_x10: tuple[int | None, ...]
    prescribed_sets: int | None
    prescribed_load_g: int | None
    comparable: bool


@dataclass(frozen=True, slots=True)
class _State:
    """Where the rule stands: load, prescribed reps, misses in a row, surplus exposures in a row."""

    load_g: int | None
    reps: int
    misses: int = 0
    surplus: int = 0
    step: str = "plan"
    because: str = "as planned"


def rule_for(subject: str, rules: Iterable[Facts]) -> Facts | None:
    """The progression rule of an exercise or modality; a hold beats a progression."""
    applying = [
        rule
        for rule in rules
        if subject in rule["applies_to"] and rule["kind"] in ("hold", "double_progression")
    ]
    return min(applying, key=lambda rule: rule["kind"] != "hold", default=None)


def stated_next(item: Facts, rule: Facts | None, performed: Sequence[Performed]) -> Dose:
    """What the plan itself states for the next exposure of an item.

    Args:
        item: facts of the planned item of that week.
        rule: facts of the rule that applies (see `rule_for`), or None: the plan's value.
        performed: exposures since the item's dose took effect, in any order. Earlier ones were
            done under another dose and must not be handed in.

    Returns:
        The dose, with `step` (plan, up, hold, repeat, down, escalate) and `because`.
    """
    dose = normalise(item)
    if rule is None or dose.kind != "strength":
        return replace(dose, because="the plan's own value")
    if rule["kind"] != "double_progression":
        return replace(dose, step="hold", because="the plan holds this dose")
    increment = rule["params"]["increment_g"]
    state = _State(dose.load_g, dose.reps or 1)
    for exposure in sorted(performed, key=lambda p: p.date):
        state = _after(state, dose, increment, exposure)
    return replace(
        dose, load_g=state.load_g, reps=state.reps, step=state.step, because=state.because
    )


def stated_for_week(
    base: Facts | None, item: Facts, rule: Facts | None, performed: Sequence[Performed]
) -> Dose:
    """What the plan states for an item in a week that may differ from the block.

    A week that gives the item another load (a planned deload) states its own value. A week that
    changes only sets, reps, RPE or rest keeps the load that the rule has come to.

    Args:
        base: the item with the same id in the planned day itself, None where only the week has it.
        item: the item of that week (see `plans.domain.block_weeks.effective`).
        rule: facts of the rule that applies, or None.
        performed: exposures since the planned day's dose took effect.
    """
    if base is None or base.get("load_g") != item.get("load_g"):
        return replace(normalise(item), because="this week has its own dose")
    stated = stated_next(base, rule, performed)
    if base == item:
        return stated
    dose = normalise(item)
    low, high = dose.reps_low or stated.reps, dose.reps_high or stated.reps
    reps = stated.reps if stated.reps is None else min(max(stated.reps, low or 0), high or 0)
    return replace(dose, load_g=stated.load_g, reps=reps, step=stated.step, because=stated.because)


def _after(state: _State, dose: Dose, increment: int, seen: Performed) -> _State:
    """The state after one more exposure."""
    if not seen.reps:
        return _repeat(state, "no set was completed, so nothing was shown")
    if not seen.comparable:
        return _repeat(state, "the last exposure was not comparable")
    reps = [count for count in seen.reps if count is not None]
    if len(reps) < len(seen.reps):
        return _repeat(state, "reps are missing for the last exposure")
    if _missed(dose, seen, reps):
        return _miss(state, increment, seen)
    if lighter := _lighter(state, seen):
        return _repeat(state, lighter)
    if _short_of_sets(dose, seen):
        return _repeat(state, "fewer than 90 % of the sets were done")
    return _judge(state, dose, increment, seen, reps)


def _judge(state: _State, dose: Dose, increment: int, seen: Performed, reps: list[int]) -> _State:
    """A full exposure at the stated load: up, hold, or repeat for want of an RPE."""
    _, top = _range(state, dose)
    surplus = state.surplus + 1 if reps[-1] >= top + SURPLUS_REPS else 0
    state = replace(state, surplus=surplus)
    if surplus >= 2:
        return _up(state, dose, increment, "2 reps to spare in the last set, twice in a row")
    if min(reps) < top:
        return _in_range(state, dose, reps)
    if dose.rpe_x10 is None:
        return _up(state, dose, increment, f"every set reached {top} reps")
    last = seen.rpe_x10[-1] if seen.rpe_x10 else None
    if last is None:
        return _repeat(state, "RPE of the last set is missing")
    if last <= dose.rpe_x10:
        reached = f"every set reached {top} reps, the last at RPE {tenths(last)}"
        return _up(state, dose, increment, reached)
    over = f"the last set was RPE {tenths(last)}, above the target of {tenths(dose.rpe_x10)}"
    return replace(state, reps=top, misses=0, step="hold", because=over)


def _in_range(state: _State, dose: Dose, reps: list[int]) -> _State:
    low, top = _range(state, dose)
    room = next(number for number, count in enumerate(reps, start=1) if count < top)
    because = f"not every set reached {top} reps: same load, one more rep on set {room}"
    reached = min(max(min(reps), low), top)
    return replace(state, reps=reached, misses=0, step="hold", because=because)


def _up(state: _State, dose: Dose, increment: int, reached: str) -> _State:
    """One increment more and reps back to the bottom, where that is allowed; else the top again."""
    low, top = _range(state, dose)
    at_top = replace(state, reps=top, misses=0, step="hold")
    if state.load_g is None:
        return replace(at_top, because=f"{reached}; there is no load to raise")
    if increment * 100 > state.load_g * CAP_PERCENT:
        step, load = kilograms(increment), kilograms(state.load_g)
        return replace(
            at_top, because=f"{reached}, but {step} is more than {CAP_PERCENT} % of {load}"
        )
    because = f"{reached}: plus {kilograms(increment)}"
    return _State(state.load_g + increment, low, step="up", because=because)


def _miss(state: _State, increment: int, seen: Performed) -> _State:
    """Below the range or far above the RPE: repeat, then lower, then ask a person."""
    if state.load_g is not None and (seen.load_g is None or seen.load_g > state.load_g):
        return _repeat(state, "missed, but not at the stated load")
    misses = state.misses + 1
    state = replace(state, misses=misses, surplus=0)
    if misses == 1:
        return replace(state, step="repeat", because="missed once: the same dose again")
    if misses == 2 and state.load_g is not None:
        lower = _lower(state.load_g, increment)
        because = f"missed twice in a row: {kilograms(lower)}"
        return replace(state, load_g=lower, step="down", because=because)
    return replace(state, step="escalate", because=f"missed {misses} times in a row")


def _lower(load_g: int, increment: int) -> int:
    """Whole increments down within 5 %, at least one, never below nothing."""
    steps = max(1, load_g * CAP_PERCENT // (100 * increment))
    return max(0, load_g - steps * increment)


def _missed(dose: Dose, seen: Performed, reps: list[int]) -> bool:
    low = dose.reps_low or 0
    if sum(count < low for count in reps) >= min(2, len(reps)):
        return True
    known = [rpe for rpe in seen.rpe_x10 if rpe is not None]
    return (
        dose.rpe_x10 is not None and bool(known) and max(known) >= dose.rpe_x10 + RPE_OVERSHOOT_X10
    )


def _lighter(state: _State, seen: Performed) -> str | None:
    """Why an exposure does not count as success: a load below what was stated or prescribed."""
    if state.load_g is None:
        return None
    if seen.load_g is None:
        return "the load of the last exposure is unknown"
    if seen.load_g < max(state.load_g, seen.prescribed_load_g or 0):
        return "the last exposure was lighter than stated"
    return None


def _range(state: _State, dose: Dose) -> tuple[int, int]:
    low = state.reps if dose.reps_low is None else dose.reps_low
    return low, low if dose.reps_high is None else dose.reps_high


def _short_of_sets(dose: Dose, seen: Performed) -> bool:
    wanted = dose.sets if seen.prescribed_sets is None else seen.prescribed_sets
    return len(seen.reps) * 100 < (wanted or 0) * ADHERENCE_PERCENT


def _repeat(state: _State, because: str) -> _State:
    return replace(state, step="repeat", because=because)
