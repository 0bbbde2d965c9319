"""Numbers as people type them, turned into whole grams, metres, seconds and tenths.

Accepts "." and "," as the decimal mark, whatever the language of the page. Refuses what can be
read in two ways instead of guessing, always naming the field. Never rounds more than once.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Decimal

from decisions.domain.errors import InvalidFacts

LB_IN_G = Decimal("453.59237")
"""Grams of the international pound, exact by definition."""

MILE_IN_M = Decimal("1609.344")
"""Metres of the international mile, exact by definition."""

LONGEST = 24
"""Characters of the longest entry that is looked at."""

LOAD_MAX_G = 2_000_000
"""The heaviest load that is a number at all (2,000 kg); what is plausible is decided elsewhere."""

REPS_MAX = 999

_DECIMAL = re.compile(r"([0-9]+)(?:[.,]([0-9]+))?", re.ASCII)
_WITH_UNIT = re.compile(r"(.*?)[ \u00a0]*(kgs?|lbs?|km|min|mi|m)?", re.IGNORECASE | re.DOTALL)
_CLOCK = re.compile(r"([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])", re.ASCII)
_LOAD_UNITS = {"kg": Decimal(1000), "lb": LB_IN_G}
_DISTANCE_UNITS = {"km": Decimal(1000), "mi": MILE_IN_M, "m": Decimal(1)}


def decimal(entered: str, *, field: str) -> Decimal:
    """A number of at least zero with "." or "," as the decimal mark.

    Args:
        entered: what was typed, for example "65,5".
        field: the name to complain about.

    Raises:
        InvalidFacts: not a number, or one that can be read in two ways, as "1,234".
    """
    typed = _typed(entered, field)
    match = _DECIMAL.fullmatch(typed)
    if match is None:
        raise InvalidFacts(
            field, "is not a number such as 102.5 or 102,5 (no signs, spaces or thousands marks)"
        )
    whole, fraction = match[1], match[2] or ""
    if len(fraction) == 3 and len(whole) <= 3 and not whole.startswith("0"):
        raise InvalidFacts(
            field,
            f"{typed} can mean {whole}{fraction} or {whole}.{fraction.rstrip('0') or '0'}: "
            f"write {whole}{fraction} or {whole}.{fraction}0",
        )
    return Decimal(f"{whole}.{fraction or '0'}")


def whole(entered: str, *, field: str, low: int = 0, high: int) -> int | None:
    """A whole number between two limits, or None when nothing was typed.

    Raises:
        InvalidFacts: not whole, or outside the limits.
    """
    if is_blank(entered):
        return None
    value = decimal(entered, field=field)
    if value != value.to_integral_value():
        raise InvalidFacts(field, "must be a whole number")
    return _within(int(value), field, low, high)


def reps(entered: str, *, field: str = "reps") -> int | None:
    """Repetitions, or None when nothing was typed."""
    return whole(entered, field=field, high=REPS_MAX)


def load_g(entered: str, *, units: str, field: str = "load") -> int | None:
    """A load in grams, or None when nothing was typed.

    Args:
        entered: "102,5", "105 kg" or "225 lb"; a unit that was typed wins over `units`.
        units: "kg" or "lb", how the person writes loads.
        field: the name to complain about.

    Raises:
        InvalidFacts: not a number, ambiguous, an unknown unit or beyond 2,000 kg.
    """
    if is_blank(entered):
        return None
    number, unit = _split_unit(entered, field)
    return _scaled(number, unit or units, _LOAD_UNITS, field, LOAD_MAX_G)


def distance_m(entered: str, *, units: str, field: str = "distance") -> int | None:
    """Whole metres from "10,5", "10.5 km" or "6.2 mi"; None when nothing was typed."""
    if is_blank(entered):
        return None
    number, unit = _split_unit(entered, field)
    return _scaled(number, unit or units, _DISTANCE_UNITS, field, 2_000_000)


def duration_s(entered: str, *, field: str = "duration") -> int | None:
    """Seconds from minutes ("75", "72,5 min") or "1:15:00"; None when nothing was typed.

    Raises:
        InvalidFacts: "1:15" too, which is an hour and a quarter to some and 75 seconds to others.
    """
    if is_blank(entered):
        return None
    typed = _typed(entered, field)
    if clock := _CLOCK.fullmatch(typed):
        return int(clock[1]) * 3600 + int(clock[2]) * 60 + int(clock[3])
    if ":" in typed:
        raise InvalidFacts(field, "write hours, minutes and seconds as 1:15:00, or minutes as 75")
    number, unit = _split_unit(typed, field)
    return _scaled(number, unit or "min", {"min": Decimal(60)}, field, 100 * 3600)


def rpe_x10(entered: str, *, field: str = "RPE") -> int | None:
    """RPE in tenths from "8", "8.5", "8,5" or "8½"; None when nothing was typed.

    Raises:
        InvalidFacts: not a number from 1 to 10 with at most one decimal.
    """
    if is_blank(entered):
        return None
    typed = _typed(entered, field)
    if typed.endswith("½"):
        typed = f"{typed[:-1].rstrip()}.5"
    tenths = decimal(typed, field=field) * 10
    if tenths != tenths.to_integral_value():
        raise InvalidFacts(field, "has at most one decimal, for example 8.5")
    if not 10 <= tenths <= 100:
        raise InvalidFacts(field, "must lie between 1 and 10")
    return int(tenths)


def is_blank(entered: str | None) -> bool:
    """Whether nothing was typed: that is unknown, never zero."""
    return entered is None or not entered.strip()


def entry_text(amount: int, *, unit: str) -> str:
    """The shortest text that `load_g` or `distance_m` reads back as exactly this amount.

    Args:
        amount: grams for "kg" and "lb", metres for "km", "mi" and "m".
        unit: what the person writes in.
    """
    factor = {**_LOAD_UNITS, **_DISTANCE_UNITS}[unit]
    exact = Decimal(amount) / factor
    for places in (0, 1, 2, 4, 5):  # Never three: "1.234" could be a thousand.
        rounded = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN)
        if _rounded(rounded * factor) == amount:
            return f"{rounded:f}"
    return f"{exact:f}"


def _typed(entered: str, field: str) -> str:
    if not isinstance(entered, str):
        raise InvalidFacts(field, "must be typed text")
    typed = entered.strip()
    if len(typed) > LONGEST:
        raise InvalidFacts(field, f"is longer than {LONGEST} characters")
    return typed


def _split_unit(entered: str, field: str) -> tuple[Decimal, str]:
    match = _WITH_UNIT.fullmatch(_typed(entered, field))
    number, unit = (match[1], match[2] or "") if match else (entered, "")
    return decimal(number, field=field), unit.lower().removesuffix("s")


def _scaled(number: Decimal, unit: str, units: dict[str, Decimal], field: str, high: int) -> int:
    if unit not in units:
        raise InvalidFacts(field, f"is in {unit}, which is not one of {', '.join(units)}")
    return _within(_rounded(number * units[unit]), field, 0, high)


def _rounded(value: Decimal) -> int:
    return int(value.quantize(Decimal(1), ROUND_HALF_EVEN))


def _within(value: int, field: str, low: int, high: int) -> int:
    if not low <= value <= high:
        raise InvalidFacts(field, f"must lie between {low} and {high}, not {value}")
    return value
