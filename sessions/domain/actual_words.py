"""Actuals in one plain line each, for pages and prompts. Unknown is said, never left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sessions.domain import wording
from sessions.domain.actuals import BULK, CONFIRMED, EDITED, IMPORTED, LATER
from sessions.domain.catalogue import Exercise

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

Lookup = Callable[[str], Exercise | None]

_MODE_WORDS = {
    EDITED: "",
    CONFIRMED: "confirmed as prescribed",
    LATER: "typed later",
    IMPORTED: "imported",
    BULK: "confirmed in bulk as prescribed",
}


def completed_sentence(facts: Facts) -> str:
    """One line, for example "26 Nov, Lower A completed, 56 min, session RPE 7"."""
    said = f"{wording.day(facts['date'])}, {facts['title']} {_status(facts)}"
    if facts["status"] in ("completed", "partial"):
        srpe = facts["srpe_x10"]
        said += f", {'session RPE not given' if srpe is None else f'session {wording.rpe(srpe)}'}"
    if facts["flags"]:
        said += f", flagged: {', '.join(wording.words(flag) for flag in facts['flags'])}"
    return f"{said}. “{facts['note']}”" if facts["note"] else said


def set_sentence(facts: Facts, *, lookup: Lookup) -> str:
    """One line, for example "26 Nov, back squat (high bar) 105 kg ... at RPE 7½"."""
    exercise = lookup(facts["exercise"])
    name = wording.spoken(exercise.name) if exercise else wording.words(facts["exercise"])
    said = f"{wording.day(facts['date'])}, {name}"
    said += " warm-up" if facts["kind"] == "warmup" else ""
    if facts["state"] == "skipped":
        return f"{said} skipped: {facts['why']}"
    own_weight = exercise is not None and exercise.load_basis != "external"
    weighed = facts["load_g"] is not None or not own_weight
    said += f" {wording.load(facts['load_g'])}" if weighed else ""
    said += ", reps not given" if facts["reps"] is None else f" {wording.TIMES} {facts['reps']}"
    said += " failed" if facts["state"] == "failed" else ""
    said += f" at {wording.rpe(facts['rpe_x10'])}" if facts["rpe_x10"] is not None else ""
    said += ", RPE not given" if facts["rpe_x10"] is None and facts["kind"] == "work" else ""
    mode = _MODE_WORDS[facts["entry_mode"]]
    said += f" ({mode})" if mode else ""
    return f"{said}. “{facts['note']}”" if facts["note"] else said


def _status(facts: Facts) -> str:
    match facts["status"]:
        case "started":
            return "started, not finished"
        case "skipped":
            return "skipped" if facts["note"] else "skipped, reason not given"
        case status:
            return f"{status}{_size(facts)}"


def _size(facts: Facts) -> str:
    distance, duration = facts["distance_m"], facts["duration_s"]
    parts = []
    if distance is not None:
        parts.append(wording.distance(distance))
    parts.append("duration not given" if duration is None else wording.duration(duration))
    said = f", {' in '.join(parts)}" if duration is not None else f", {', '.join(parts)}"
    if facts["avg_hr_bpm"] is not None:
        said += f", average heart rate {facts['avg_hr_bpm']} bpm"
    if facts["avg_power_w"] is not None:
        said += f", average power {facts['avg_power_w']} W"
    return said
