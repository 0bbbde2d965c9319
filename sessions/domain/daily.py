"""Observations of a day: what may be said, in which range, and how it reads.

A number that was not given is missing, never zero. Implausible numbers are flagged, never changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from decisions.domain import facts as check
from sessions.domain import keys, regions, wording

if TYPE_CHECKING:
    from collections.abc import Callable

    from decisions.domain.surface import Facts

FIELDS = ("date", "kind", "region", "moment", "value", "text", "session_key", "note")
MOMENTS = ("now", "during", "after", "next_morning")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of observation.

    Attributes:
        name: stable word.
        low: the smallest value that is a value at all.
        high: the largest.
        plausible: the range outside which a value is flagged.
        needs_region: whether it speaks about a body region.
        needs_moment: whether it needs a moment of the day.
        says_words: the words count, a value is optional.
    """

    name: str
    low: int
    high: int
    plausible: tuple[int, int] | None = None
    needs_region: bool = False
    needs_moment: bool = False
    says_words: bool = False


KINDS = {
    kind.name: kind
    for kind in (
        Kind("sleep_s", 0, 24 * 3600, (0, 16 * 3600)),
        Kind("wellness", 1, 5),
        Kind("pain", 0, 10, needs_region=True, needs_moment=True),
        Kind("bodyweight_g", 10_000, 500_000, (30_000, 250_000)),
        Kind("resting_hr_bpm", 10, 300, (25, 230)),
        Kind("rmssd_ms", 0, 1000, (3, 300)),
        Kind("energy_intake_kcal", 0, 30_000),
        Kind("symptoms", 0, 10, says_words=True),
        Kind("readiness", 1, 5),
        Kind("soreness", 1, 5, needs_region=True),
    )
}
"""Wellness, readiness and soreness count from 1 (worst) to 5 (best); pain is 0 to 10."""


def validate(facts: Facts) -> Facts:
    """Complete facts of one observation.

    Raises:
        InvalidFacts: an unknown kind, a value outside its scale, a missing region or moment.
    """
    check.known_only(facts, FIELDS)
    kind = KINDS[str(check.choice(facts, "kind", KINDS))]
    value = check.integer(facts, "value", low=kind.low, high=kind.high, none=kind.says_words)
    text = check.text(facts, "text", limit=500, none=not kind.says_words)
    region = check.text(facts, "region", limit=40, none=not kind.needs_region)
    session_key = check.text(facts, "session_key", none=True)
    return {
        "date": check.iso_date(facts, "date"),
        "kind": kind.name,
        "region": None if region is None else regions.checked(region),
        "moment": check.choice(facts, "moment", MOMENTS, none=not kind.needs_moment),
        "value": value,
        "text": text,
        "session_key": None if session_key is None else keys.checked_session(session_key),
        "note": check.text(facts, "note", limit=1000, none=True),
    }


def key(facts: Facts) -> str:
    """The key under which valid facts are filed."""
    return keys.daily(facts["date"], facts["kind"], facts["region"], facts["moment"])


def flags(facts: Facts, *, previous_bodyweight_g: int | None = None) -> tuple[str, ...]:
    """What looks wrong about valid facts; flagged facts stay as they were said.

    Args:
        facts: valid facts of one observation.
        previous_bodyweight_g: the weight of the day before, to judge a jump by.
    """
    value, plausible = facts["value"], KINDS[facts["kind"]].plausible
    if value is None:
        return ()
    if plausible and not plausible[0] <= value <= plausible[1]:
        return ("implausible",)
    if facts["kind"] == "bodyweight_g" and previous_bodyweight_g:
        jump = abs(value - previous_bodyweight_g) * 1000
        if jump > 50 * previous_bodyweight_g:
            return ("bodyweight_jump_quarantine",)
        if jump > 25 * previous_bodyweight_g:
            return ("bodyweight_jump_warn",)
    return ()


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
