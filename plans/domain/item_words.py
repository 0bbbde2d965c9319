"""The planned dose of one item in one phrase, for people and prompts. Speaks of valid facts alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plans.domain.target_words import target_text
from plans.domain.words import DASH, TIMES, duration, kilograms, kilometres, spoken, tenths

if TYPE_CHECKING:
    from decisions.domain.surface import Facts


def sentence(item: Facts) -> str:
    """The planned dose of one item in one phrase."""
    if "exercise" in item:
        return _strength_sentence(item)
    steps = ", ".join(_step_sentence(step) for step in item["steps"])
    parts = [duration(item["duration_s"])] if item["duration_s"] else []
    parts += [steps] if steps else []
    parts += [f"RPE {tenths(item['rpe_x10'])}"] if item["rpe_x10"] else []
    return f"{spoken(item['modality'])} {', '.join(parts)}".strip()


def _strength_sentence(item: Facts) -> str:
    low, high = item["reps_low"], item["reps_high"]
    reps = str(low) if low == high else f"{low}{DASH}{high}"
    text = f"{spoken(item['exercise'])} {item['sets']} {TIMES} {reps}"
    text += f" at {kilograms(item['load_g'])}" if item["load_g"] is not None else ""
    text += f", RPE {tenths(item['rpe_x10'])}" if item["rpe_x10"] is not None else ""
    text += f", rest {duration(item['rest_s'])}" if item["rest_s"] is not None else ""
    return text


def _step_sentence(step: Facts) -> str:
    size: list[str] = []
    if step["duration_s"] is not None:
        size.append(duration(step["duration_s"]))
    if step["distance_m"] is not None:
        size.append(kilometres(step["distance_m"]))
    times = f"{step['repeat']} {TIMES} " if step["repeat"] > 1 else ""
    target = target_text(step["target_kind"], step["low"], step["high"])
    return " ".join(part for part in (step["name"], times + "/".join(size), target) if part)
