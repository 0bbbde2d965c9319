"""Observations of a day in words: one line for each kind, for people and prompts.

Only speaks of valid facts; what is valid is decided in `daily`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sessions.domain import wording

if TYPE_CHECKING:
    from collections.abc import Callable

    from decisions.domain.surface import Facts


def sentence(facts: Facts) -> str:
    """One line, for example "26 Nov, left knee 1 during"."""
    said = f"{wording.day(facts['date'])}, {_said(facts)}"
    return f"{said} (“{facts['note']}”)" if facts["note"] else said


def _said(facts: Facts) -> str:
    kind, value = facts["kind"], facts["value"]
    if kind == "pain":
        return f"{wording.words(facts['region'])} {value} {_MOMENT_WORDS[facts['moment']]}"
    if kind == "soreness":
        return f"{wording.words(facts['region'])} soreness {value} of 5, 5 is none"
    if kind == "symptoms":
        return f"symptoms: “{facts['text']}”"
    return _NUMBERS[kind](value)


_MOMENT_WORDS = {
    "now": "at rest",
    "during": "during",
    "after": "after",
    "next_morning": "in the morning",
}
_NUMBERS: dict[str, Callable[[int], str]] = {
    "sleep_s": lambda value: f"slept {wording.duration(value)}",
    "bodyweight_g": lambda value: f"bodyweight {wording.load(value)}",
    "resting_hr_bpm": lambda value: f"resting heart rate {value} bpm",
    "rmssd_ms": lambda value: f"HRV (rMSSD) {value} ms",
    "energy_intake_kcal": lambda value: f"energy intake {value} kcal",
    "wellness": lambda value: f"wellness {value} of 5",
    "readiness": lambda value: f"readiness {value} of 5",
}
