"""The numbers of a threshold, stored as text, read and worded: with their unit, and their distance.

Text that is no number is shown as it is.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from coach.review.words import MINUS, NBSP


def plain(number: Decimal) -> str:
    """A decimal without trailing zeros or exponent, with a real minus."""
    text = format(number.normalize(), "f")
    return text.replace("-", MINUS)


def number_of(value: Any) -> Decimal | None:
    """A stored value as a number, None where it is none."""
    if value is None or isinstance(value, bool):
        return None
    text = str(value).strip().replace(MINUS, "-").replace(",", ".")
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def with_unit(value: Any, unit: str) -> str:
    """A stored value in words with its unit, `unknown` where there is none."""
    if value is None or value == "":
        return "unknown"
    number = number_of(value)
    text = str(value) if number is None else plain(number)
    return f"{text}{NBSP}{unit}" if unit else text


def distance_words(value: Decimal | None, limit: Decimal | None, unit: str) -> str:
    """How far a value is from its limit, such as `2 below`."""
    if value is None or limit is None:
        return "unknown"
    if value == limit:
        return "at the limit"
    gap = plain(abs(value - limit))
    amount = f"{gap}{NBSP}{unit}" if unit else gap
    return f"{amount} {'below' if value < limit else 'above'}"
