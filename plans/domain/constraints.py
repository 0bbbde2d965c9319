"""Temporary bounds on what may be prescribed: what they say, when they hold, how they combine.

A constraint is a bound applied afterwards, never a claim that could be outvoted. Several on one
field combine as the most conservative; they never add up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from decisions.domain import facts as check
from decisions.domain.dates import PLANNED_FROM
from decisions.domain.errors import InvalidFacts
from plans.domain import nested
from plans.domain.words import duration, kilograms, kilometres, spoken, tenths

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import date

    from decisions.domain.surface import Facts

FIELDS = (
    "title",
    "field",
    "exercise",
    "region",
    "operator",
    "value",
    "unit",
    "reason",
    "starts_on",
    "expires_on",
    "renewals",
    "status",
    "owner",
)
UNITS = {
    "load_g": "g",
    "sets": "sets",
    "reps": "reps",
    "rpe_x10": "rpe_x10",
    "rest_s": "s",
    "duration_s": "s",
    "distance_m": "m",
    "session": "sessions",
}
"""Unit of each field that can be bounded. `session` with value 0 means: not at all."""
LARGEST = {
    "load_g": 1_500_000,
    "sets": 100,
    "reps": 100,
    "rpe_x10": 100,
    "rest_s": 3600,
    "duration_s": 86_400,
    "distance_m": 500_000,
    "session": 0,
}
OPERATORS = ("<=", ">=", "==")
OWNERS = ("coach", "athlete", "session_analysis")
STATUSES = ("active", "lifted")


@dataclass(frozen=True, slots=True)
class Bound:
    """The most conservative bound on one field, and the keys of the constraints behind it."""

    field: str
    low: int | None
    high: int | None
    keys: tuple[str, ...]

    @property
    def contradicts(self) -> bool:
        """Whether no value can satisfy it; the conservative side then wins."""
        return self.low is not None and self.high is not None and self.low > self.high


def constraint(facts: Facts) -> Facts:
    """Complete facts of a constraint. Both dates belong to it.

    Raises:
        InvalidFacts: an entry is missing, wrong or unknown; names it.
    """
    check.known_only(facts, FIELDS)
    bounded = str(check.choice(facts, "field", UNITS))
    operator = str(check.choice(facts, "operator", OPERATORS))
    if bounded == "session" and operator == ">=":
        raise InvalidFacts("operator", "a session can be ruled out, not demanded")
    if facts.get("unit") != UNITS[bounded]:
        raise InvalidFacts("unit", f"must be {UNITS[bounded]} for {bounded}")
    complete: Facts = {
        "title": check.text(facts, "title"),
        "field": bounded,
        "exercise": nested.slug(facts, "exercise", none=True),
        "region": nested.slug(facts, "region", none=True),
        "operator": operator,
        "value": check.integer(facts, "value", low=0, high=LARGEST[bounded]),
        "unit": UNITS[bounded],
        "reason": check.text(facts, "reason", limit=500),
        "starts_on": check.iso_date(facts, "starts_on", earliest=PLANNED_FROM),
        "expires_on": check.iso_date(facts, "expires_on", earliest=PLANNED_FROM),
        "renewals": check.integer({"renewals": 0, **facts}, "renewals", low=0, high=99),
        "status": check.choice({"status": "active", **facts}, "status", STATUSES),
        "owner": check.choice(facts, "owner", OWNERS),
    }
    if complete["expires_on"] < complete["starts_on"]:
        raise InvalidFacts("expires_on", "lies before starts_on")
    return complete


def sentence(facts: Facts) -> str:
    """One line about a constraint."""
    scope = spoken(facts["exercise"] or facts["region"] or "every exercise")
    until = f"until {facts['expires_on']}" if facts["status"] == "active" else "lifted"
    return f"{facts['title']}: {scope}, {bound_text(facts)}, {until}. {facts['reason']}"


def bound_text(facts: Facts) -> str:
    """The bound in words, such as "load at most 115 kg"."""
    name, value = facts["field"], facts["value"]
    if name == "session":
        return "no session"
    words = {"<=": "at most", ">=": "at least", "==": "exactly"}[facts["operator"]]
    labels = {"load_g": "load", "rpe_x10": "RPE", "rest_s": "rest", "duration_s": "duration"}
    return f"{labels.get(name, name.removesuffix('_m'))} {words} {value_text(name, value)}"


def value_text(name: str, value: int) -> str:
    """A value of a bounded field in words."""
    match name:
        case "load_g":
            return kilograms(value)
        case "rpe_x10":
            return tenths(value)
        case "rest_s" | "duration_s":
            return duration(value)
        case "distance_m":
            return kilometres(value)
        case _:
            return str(value)


def active(facts: Facts, on_date: date) -> bool:
    """Whether a constraint holds on a date: its first and last dates are included."""
    on = on_date.isoformat()
    holds: bool = facts["status"] == "active" and facts["starts_on"] <= on <= facts["expires_on"]
    return holds


def lapsed(facts: Facts, on_date: date) -> bool:
    """Whether a constraint ran out unlifted: it no longer holds, but the coach is asked once."""
    ran_out: bool = facts["expires_on"] < on_date.isoformat()
    return ran_out and facts["status"] == "active"


def covers(facts: Facts, exercise: str, regions: Collection[str] | None) -> bool:
    """Whether a constraint is about an exercise or modality.

    A named exercise decides; a region alone covers what loads it. `regions` None means that it is
    not known what the exercise loads: then a region's bound holds.
    """
    if facts["exercise"] is not None:
        return bool(facts["exercise"] == exercise)
    if facts["region"] is not None:
        return regions is None or facts["region"] in regions
    return True


def bounds_for(
    constraints: Mapping[str, Facts],
    on_date: date,
    exercise: str,
    regions: Collection[str] | None,
) -> dict[str, Bound]:
    """The most conservative bound per field for one exercise or modality on a date.

    Args:
        constraints: facts by key; those that do not hold on the date are passed over.
        on_date: date of the session.
        exercise: exercise slug or modality slug.
        regions: regions that the exercise loads; None where that is not known.
    """
    found: dict[str, Bound] = {}
    for key in sorted(constraints):
        facts = constraints[key]
        if active(facts, on_date) and covers(facts, exercise, regions):
            found[facts["field"]] = _tightened(found.get(facts["field"]), facts, key)
    return found


def limits(facts: Facts) -> bool:
    """Whether a constraint can only make training easier: less of a dose, or more rest."""
    if facts["field"] == "session":
        return True
    return bool(facts["operator"] == (">=" if facts["field"] == "rest_s" else "<="))


def narrower(before: Facts, after: Facts) -> bool:
    """Whether `after` forbids all that `before` forbade: same scope and dates, no wider bound."""
    same = ("field", "exercise", "region", "operator", "starts_on")
    if any(before[name] != after[name] for name in same):
        return False
    if after["status"] != before["status"] or after["expires_on"] != before["expires_on"]:
        return False
    if before["operator"] == "<=":
        return bool(after["value"] <= before["value"])
    if before["operator"] == ">=":
        return bool(after["value"] >= before["value"])
    return bool(after["value"] == before["value"])


def _tightened(bound: Bound | None, facts: Facts, key: str) -> Bound:
    low = facts["value"] if facts["operator"] in (">=", "==") else None
    high = facts["value"] if facts["operator"] in ("<=", "==") else None
    if bound is None:
        return Bound(facts["field"], low, high, (key,))
    lows = [value for value in (bound.low, low) if value is not None]
    highs = [value for value in (bound.high, high) if value is not None]
    return Bound(
        facts["field"], max(lows, default=None), min(highs, default=None), (*bound.keys, key)
    )
