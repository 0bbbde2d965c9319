"""Doses and differences in plain words, metric. Nothing parses these back.

Every number that is written here comes out of facts, so that prose and data cannot disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plans.domain.target_words import target_text
from plans.domain.words import duration, kilograms, kilometres, tenths

if TYPE_CHECKING:
    from datetime import date

    from plans.domain.items import Dose, Step

__all__ = ["duration", "kilograms", "kilometres", "short_day", "tenths"]

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def short_day(day: date) -> str:
    """26 November as "Thu 26 Nov"."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"


def begun(text: str) -> str:
    """A text with its first letter raised, to begin a sentence."""
    return text[:1].upper() + text[1:]


def dose(amount: Dose) -> str:
    """A dose without the name: "3 × 5 at 105 kg, RPE up to 7" or "45 min, RPE up to 4"."""
    parts = [_strength(amount) if amount.kind == "strength" else _endurance(amount)]
    if amount.rpe_x10 is not None:
        parts.append(f"RPE up to {tenths(amount.rpe_x10)}")
    return ", ".join(part for part in parts if part)


def load(amount: Dose) -> str:
    """The load, or the whole dose where there is none to speak of."""
    return kilograms(amount.load_g) if amount.load_g is not None else dose(amount)


def _strength(amount: Dose) -> str:
    text = f"{amount.sets} × {amount.reps}"
    return f"{text} at {kilograms(amount.load_g)}" if amount.load_g is not None else text


def _endurance(amount: Dose) -> str:
    if amount.steps:
        return ", ".join(_step(step) for step in amount.steps)
    return duration(amount.duration_s) if amount.duration_s is not None else ""


def _step(step: Step) -> str:
    times = f"{step.repeat} × " if step.repeat > 1 else ""
    size = [duration(step.duration_s)] if step.duration_s is not None else []
    size += [kilometres(step.distance_m)] if step.distance_m is not None else []
    target = target_text(step.target_kind, step.low, step.high)
    return " ".join(part for part in (step.name, times + "/".join(size), target) if part)
