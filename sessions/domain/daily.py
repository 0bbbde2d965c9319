"""Observations of a day: what may be said about it, and what looks wrong about what was said.

A number that was not given is missing, never zero. Implausible numbers are flagged, never changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain import facts as check
from sessions.domain import keys, regions
from sessions.domain.daily_kinds import KINDS

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

FIELDS = ("date", "kind", "region", "moment", "value", "text", "session_key", "note")
MOMENTS = ("now", "during", "after", "next_morning")


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
