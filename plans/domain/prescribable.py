"""What an item of a planned day may say: strength sets or endurance steps, and one phrase each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts
from plans.domain import nested
from plans.domain.words import DASH, TIMES, duration, kilograms, kilometres, spoken, tenths

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

STRENGTH = ("id", "exercise", "sets", "reps_low", "reps_high", "load_g", "rpe_x10", "rest_s")
ENDURANCE = ("id", "modality", "steps", "duration_s", "rpe_x10")
STEP = ("name", "repeat", "duration_s", "distance_m", "target_kind", "low", "high")
TARGETS = {
    "rpe": (10, 100),
    "pace_s_per_km": (60, 3600),
    "power_w": (1, 3000),
    "hr_bpm": (25, 230),
}
"""Kinds of target and what their numbers may be (RPE in tenths)."""


def items(facts: Facts, field: str) -> list[Facts]:
    """Complete facts of the items in a list; their ids differ.

    Raises:
        InvalidFacts: names the path, such as `items[0].sets`.
    """
    found: list[Facts] = []
    for index, value in enumerate(check.listing(facts, field, limit=40)):
        path = f"{field}[{index}]"
        with nested.within(path):
            item = _item(nested.entry(value, path))
            if any(item["id"] == other["id"] for other in found):
                raise InvalidFacts("id", f"{item['id']} is there twice")
        found.append(item)
    return found


def sentence(item: Facts) -> str:
    """The planned dose of one item in one phrase."""
    if "exercise" in item:
        return _strength_sentence(item)
    steps = ", ".join(_step_sentence(step) for step in item["steps"])
    parts = [duration(item["duration_s"])] if item["duration_s"] else []
    parts += [steps] if steps else []
    parts += [f"RPE {tenths(item['rpe_x10'])}"] if item["rpe_x10"] else []
    return f"{spoken(item['modality'])} {', '.join(parts)}".strip()


def _item(facts: Facts) -> Facts:
    if ("exercise" in facts) == ("modality" in facts):
        raise InvalidFacts("exercise", "or a modality must be given, not both")
    return _strength(facts) if "exercise" in facts else _endurance(facts)


def _strength(facts: Facts) -> Facts:
    check.known_only(facts, STRENGTH)
    low = check.integer(facts, "reps_low", low=1, high=100)
    high = check.integer(facts, "reps_high", low=1, high=100)
    if low is not None and high is not None and high < low:
        raise InvalidFacts("reps_high", f"is below reps_low: {high} < {low}")
    return {
        "id": nested.slug(facts, "id"),
        "exercise": nested.slug(facts, "exercise"),
        "sets": check.integer(facts, "sets", low=1, high=20),
        "reps_low": low,
        "reps_high": high,
        "load_g": check.integer(facts, "load_g", low=0, high=1_500_000, none=True),
        "rpe_x10": check.integer(facts, "rpe_x10", low=10, high=100, none=True),
        "rest_s": check.integer(facts, "rest_s", low=0, high=3600, none=True),
    }


def _endurance(facts: Facts) -> Facts:
    check.known_only(facts, ENDURANCE)
    steps: list[Facts] = []
    for index, value in enumerate(check.listing(facts, "steps", limit=60)):
        path = f"steps[{index}]"
        with nested.within(path):
            steps.append(_step(nested.entry(value, path)))
    seconds = check.integer(facts, "duration_s", low=1, high=86_400, none=True)
    if not steps and seconds is None:
        raise InvalidFacts("steps", "is empty and no duration is given: the item says nothing")
    return {
        "id": nested.slug(facts, "id"),
        "modality": nested.slug(facts, "modality"),
        "steps": steps,
        "duration_s": seconds,
        "rpe_x10": check.integer(facts, "rpe_x10", low=10, high=100, none=True),
    }


def _step(facts: Facts) -> Facts:
    check.known_only(facts, STEP)
    kind = str(check.choice(facts, "target_kind", (*TARGETS, "open")))
    low, high = (_target(facts, field, kind) for field in ("low", "high"))
    if kind != "open" and low is None and high is None:
        raise InvalidFacts("low", f"and high are both missing for a target of kind {kind}")
    if low is not None and high is not None and high < low:
        raise InvalidFacts("high", f"is below low: {high} < {low}")
    return {
        "name": check.text(facts, "name", limit=80),
        "repeat": check.integer(facts, "repeat", low=1, high=100),
        "duration_s": check.integer(facts, "duration_s", low=1, high=86_400, none=True),
        "distance_m": check.integer(facts, "distance_m", low=1, high=500_000, none=True),
        "target_kind": kind,
        "low": low,
        "high": high,
    }


def _target(facts: Facts, field: str, kind: str) -> int | None:
    if kind == "open":
        if facts.get(field) is not None:
            raise InvalidFacts(field, "must be empty where the target is open")
        return None
    low, high = TARGETS[kind]
    return check.integer(facts, field, low=low, high=high, none=True)


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


def target_text(kind: str, low: int | None, high: int | None) -> str:
    """A target in words: "RPE 3 to 4" with a dash, "at most 150 bpm"; empty when open."""
    if kind == "open":
        return ""
    words = [_target_value(kind, value) for value in (low, high) if value is not None]
    unit = {"pace_s_per_km": " min/km", "power_w": " W", "hr_bpm": " bpm"}.get(kind, "")
    head = "RPE " if kind == "rpe" else ""
    if len(words) == 2:
        span = words[0] if words[0] == words[1] else f"{words[0]}{DASH}{words[1]}"
        return f"{head}{span}{unit}"
    return f"{'at most' if low is None else 'at least'} {head}{words[0]}{unit}"


def _target_value(kind: str, value: Any) -> str:
    match kind:
        case "rpe":
            return tenths(value)
        case "pace_s_per_km":
            return f"{value // 60}:{value % 60:02d}"
        case _:
            return str(value)
