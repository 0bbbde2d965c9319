"""Injuries: one item per episode, opened, updated and closed by explicit acts only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts
from sessions.domain import regions, wording

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

FIELDS = (
    "region",
    "side",
    "title",
    "status",
    "opened_on",
    "closed_on",
    "severity",
    "update",
)
SIDES = (*regions.SIDES, "both")


def validate(facts: Facts) -> Facts:
    """Complete facts of one injury.

    Raises:
        InvalidFacts: closed without a date, open with one, or closed before it was opened.
    """
    check.known_only(facts, FIELDS)
    status = check.choice(facts, "status", ("open", "closed"))
    opened_on = str(check.iso_date(facts, "opened_on"))
    closed_on = check.iso_date(facts, "closed_on", none=True)
    if (status == "closed") != (closed_on is not None):
        raise InvalidFacts("closed_on", "belongs to a closed injury, and only to one")
    if closed_on is not None and closed_on < opened_on:
        raise InvalidFacts("closed_on", f"is before the injury was opened ({opened_on})")
    return {
        "region": regions.checked(check.text(facts, "region", limit=40)),
        "side": check.choice(facts, "side", SIDES, none=True),
        "title": check.text(facts, "title"),
        "status": status,
        "opened_on": opened_on,
        "closed_on": closed_on,
        "severity": check.integer(facts, "severity", low=0, high=10, none=True),
        "update": check.text(facts, "update", limit=2000, none=True),
    }


def sentence(facts: Facts) -> str:
    """One line, for example "left knee injury, open since 10 Feb: ache, severity 4 of 10"."""
    where = wording.words(regions.sided(facts["region"], facts["side"]))
    if facts["side"] == "both":
        where = f"{where} (both sides)"
    state = f"open since {wording.day(facts['opened_on'])}"
    if facts["status"] == "closed":
        state = f"{wording.day(facts['opened_on'])} to {wording.day(facts['closed_on'])}, closed"
    severity = facts["severity"]
    how = "severity not given" if severity is None else f"severity {severity} of 10"
    said = f"{where} injury, {state}: {facts['title']}, {how}"
    return f"{said}. “{facts['update']}”" if facts["update"] else said
