"""Prescriptions: what one session is meant to be, as an immutable snapshot per version.

A new version replaces an old one only before the session starts; this module only checks and words
the facts. A prescription never says what was done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain import facts as check
from decisions.domain.outcomes import Outcome
from sessions.domain import dose_words, doses, keys, wording

if TYPE_CHECKING:
    from collections.abc import Callable

    from decisions.domain.surface import Facts

FIELDS = (
    "session_key",
    "version",
    "date",
    "day",
    "day_fingerprint",
    "title",
    "sport",
    "session_type",
    "items",
    "branches",
    "minutes",
    "reason",
    "cites",
    "outcome",
    "decision",
    "rests_on",
    "changed",
    "kept",
)
SPORTS = ("strength", "run", "ride", "swim", "row", "walk", "other")


def validate(facts: Facts) -> Facts:
    """Complete facts of one version of a prescription.

    Raises:
        InvalidFacts: names the field, inside an item as `items[0].sets`.
    """
    check.known_only(facts, FIELDS)
    return {
        "session_key": keys.checked_session(str(check.text(facts, "session_key"))),
        "version": check.integer(facts, "version", low=1, high=10_000),
        "date": check.iso_date(facts, "date"),
        "day": check.text(facts, "day", none=True),
        "day_fingerprint": check.text(facts, "day_fingerprint", limit=64, none=True),
        "title": check.text(facts, "title"),
        "sport": check.choice(facts, "sport", SPORTS),
        "session_type": check.text(facts, "session_type", limit=40, none=True),
        "items": doses.each(facts, "items", doses.item),
        "branches": doses.each(facts, "branches", doses.branch),
        "minutes": check.integer(facts, "minutes", low=0, high=24 * 60, none=True),
        "reason": check.text(facts, "reason", limit=2000),
        "cites": doses.positions(facts, "cites"),
        "outcome": check.choice(facts, "outcome", list(Outcome)),
        "decision": check.text(facts, "decision", limit=64),
        "rests_on": doses.positions(facts, "rests_on"),
        "changed": check.text(facts, "changed", limit=1000, none=True),
        "kept": doses.texts(facts, "kept"),
    }


def item_of(facts: Facts, item_id: str | None, exercise: str | None = None) -> Facts | None:
    """The item with an id, else the only one of an exercise; None when neither fits."""
    for item in facts["items"]:
        if item_id is not None and item["id"] == item_id:
            return dict(item)
    same = [i for i in facts["items"] if exercise is not None and i.get("exercise") == exercise]
    return dict(same[0]) if item_id is None and len(same) == 1 else None


def sentence(facts: Facts, *, name: Callable[[str], str]) -> str:
    """One line, for example "26 Nov, Lower A (version 2): " and the dose of each item."""
    head = f"{wording.day(facts['date'])}, {facts['title']} (version {facts['version']})"
    dosed = [dose_words.words(item, name=name) for item in facts["items"]]
    return f"{head}: {'; '.join(dosed)}" if dosed else f"{head}: no training"
