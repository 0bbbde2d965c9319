"""A set in one line: "100x5@8", "100 8", "102,5 kg x 5 @ 8½". Numbers go through `numbers`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from decisions.domain.errors import InvalidFacts
from sessions.domain import numbers

LONGEST = 40
_SET = re.compile(
    r"(?P<load>[^\sx\u00d7*@]+(?:\s?(?:kgs?|lbs?))?)"
    r"(?:\s*[x\u00d7*]\s*|\s+)"
    r"(?P<reps>[^\sx\u00d7*@]+)"
    r"(?:\s*@\s*(?P<rpe>[^\s@]+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ShortSet:
    """What a line said: grams, repetitions and RPE in tenths; None when the RPE was not given."""

    load_g: int
    reps: int
    rpe_x10: int | None


def parse(entered: str, *, units: str, field: str = "set") -> ShortSet:
    """Read one line.

    Args:
        entered: load, then repetitions, then perhaps "@" and the RPE.
        units: "kg" or "lb" for a load without a unit.
        field: the name to complain about.

    Raises:
        InvalidFacts: it cannot be read, or a number in it can be read in two ways.
    """
    typed = entered.strip()
    match = _SET.fullmatch(typed) if len(typed) <= LONGEST else None
    if match is None:
        raise InvalidFacts(field, "cannot be read: write load, reps and RPE like 100x5@8")
    load_g = numbers.load_g(match["load"], units=units, field=f"{field} (load)")
    reps = numbers.reps(match["reps"], field=f"{field} (reps)")
    if load_g is None or reps is None:
        raise InvalidFacts(field, "needs a load and repetitions, like 100x5@8")
    return ShortSet(load_g, reps, numbers.rpe_x10(match["rpe"] or "", field=f"{field} (RPE)"))
