"""The dose of one item of a prescription in words. Nothing parses this back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sessions.domain import wording

if TYPE_CHECKING:
    from collections.abc import Callable

    from decisions.domain.surface import Facts


def words(entry: Facts, *, name: Callable[[str], str]) -> str:
    """The dose of one item: sets, repetitions, load, RPE and rest, or duration and steps."""
    if "exercise" in entry:
        said = f"{name(entry['exercise'])} {entry['sets']} {wording.TIMES} {entry['reps']}"
        said += "" if entry["load_g"] is None else f" at {wording.load(entry['load_g'])}"
        said += "" if entry["rpe_x10"] is None else f", {wording.rpe(entry['rpe_x10'])}"
        return said + (
            "" if entry["rest_s"] is None else f", rest {wording.duration(entry['rest_s'])}"
        )
    said = wording.words(entry["modality"])
    said += "" if entry["duration_s"] is None else f" {wording.duration(entry['duration_s'])}"
    said += "" if entry["rpe_x10"] is None else f", {wording.rpe(entry['rpe_x10'])}"
    steps = [_step_words(step) for step in entry["steps"]]
    return f"{said} ({', '.join(steps)})" if steps else said


def _step_words(step: Facts) -> str:
    size = [
        "" if step["duration_s"] is None else wording.duration(step["duration_s"]),
        "" if step["distance_m"] is None else wording.distance(step["distance_m"]),
    ]
    times = "" if step["repeat"] == 1 else f"{step['repeat']} {wording.TIMES} "
    return f"{times}{step['name']} {' '.join(s for s in size if s)}".strip()
