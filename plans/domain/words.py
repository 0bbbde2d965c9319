"""Numbers and slugs in plain words, for the sentences of this app. Metric and English only.

Pages convert to the athlete's own units elsewhere; facts never hold what is made here.
"""

from __future__ import annotations

TIMES = "\u00d7"
DASH = "\u2013"


def tenths(value: int) -> str:
    """85 -> "8.5", 70 -> "7"."""
    return _decimal(value, 10)


def kilograms(grams: int) -> str:
    """102500 -> "102.5 kg"."""
    return f"{_decimal(grams, 1000)} kg"


def kilometres(metres: int) -> str:
    """5000 -> "5 km", 400 -> "400 m"."""
    return f"{metres} m" if abs(metres) < 1000 else f"{_decimal(metres, 1000)} km"


def duration(seconds: int) -> str:
    """90 -> "90 s", 180 -> "3 min", 200 -> "3 min 20 s"."""
    minutes, rest = divmod(seconds, 60)
    if seconds < 120 and rest:
        return f"{seconds} s"
    return f"{minutes} min" if not rest else f"{minutes} min {rest} s"


def spoken(slug: str) -> str:
    """back_squat -> "back squat"."""
    return slug.replace("_", " ").replace("-", " ")


def listed(words: list[str]) -> str:
    """["a", "b", "c"] -> "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _decimal(value: int, unit: int) -> str:
    whole, rest = divmod(abs(value), unit)
    digits = f"{rest:0{len(str(unit)) - 1}d}".rstrip("0")
    text = f"{whole}.{digits}" if digits else str(whole)
    return f"-{text}" if value < 0 else text
