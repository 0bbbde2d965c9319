"""Words and units of facts: how one stored value reads on a page.

Owns the translation of stored integers (g, m, s, tenths) to text; never rounds what it compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NBSP = "\u00a0"
MINUS = "\u2212"
UNKNOWN = "unknown"
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_KINDS = {
    "_g": "mass",
    "_s": "duration",
    "_m": "distance",
    "_x10": "rpe",
    "_bpm": "bpm",
    "_w": "watt",
    "_ms": "ms",
    "_kcal": "kcal",
    "_h": "hours",
}
_TARGETS = {
    "pace_s_per_km": "pace",
    "threshold_pace_s_per_km": "pace",
    "power_w": "watt",
    "ftp_w": "watt",
    "hr_bpm": "bpm",
    "lthr_bpm": "bpm",
    "rpe": "rpe",
}
_SLUGS = frozenset(
    {"exercise", "modality", "region", "guards", "applies_to", "session_type", "target_kind"}
)
_LABELS = {
    "load_g": "load",
    "reps_low": "lowest reps",
    "reps_high": "highest reps",
    "rpe_x10": "RPE",
    "rest_s": "rest",
    "duration_s": "duration",
    "distance_m": "distance",
    "valid_h": "a measurement counts for",
    "climb_m": "climb",
    "increment_g": "step",
    "applies_to": "applies to",
    "srpe_x10": "session RPE",
    "avg_hr_bpm": "average heart rate",
    "avg_power_w": "average power",
    "starts_on": "starts on",
    "expires_on": "expires on",
    "opened_on": "opened on",
    "closed_on": "closed on",
    "closed_because": "closed because",
}


@dataclass(frozen=True, slots=True)
class Units:
    """What a person reads weights and distances in: mass `kg` or `lb`, distance `km` or `mi`."""

    mass: str = "kg"
    distance: str = "km"


METRIC = Units()


def kind_of(field: str, siblings: Mapping[str, Any]) -> str:
    """What a value measures: said by the field's name, else by its siblings."""
    if field == "weekday":
        return "weekday"
    if field in _SLUGS:
        return "slug"
    if field in {"low", "high"}:
        return _TARGETS.get(str(siblings.get("target_kind")), "number")
    if field == "value":
        for name in ("metric", "field", "kind"):
            hint = siblings.get(name)
            if isinstance(hint, str):
                return _TARGETS.get(hint) or _suffix(hint)
    return _suffix(field)


def label_of(field: str) -> str:
    """A field's name as words: `load_g` reads load."""
    return _LABELS.get(field) or field.replace("_", " ")


def humanise(slug: str) -> str:
    """A slug as a name: `back_squat` reads Back squat."""
    words = slug.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def show(kind: str, value: Any, units: Units = METRIC) -> str:
    """One value with its unit. None reads unknown, a list reads as its entries."""
    if value is None:
        return UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(show(kind, entry, units) for entry in value) or "none"
    if isinstance(value, int):
        return _number(kind, value, units)
    text = str(value)
    if kind == "slug":
        return humanise(text)
    return short_date(text) if _is_date(text) else text


def short_date(iso: str) -> str:
    """An ISO date as `Tue 1 Dec 2026`."""
    day = date.fromisoformat(iso)
    return f"{DAYS[day.weekday()][:3]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def day(iso: str) -> str:
    """An ISO date as `Tue 1 Dec`, where the year is plain."""
    return short_date(iso).rpartition(" ")[0]


def decimal(thousandths: int, digits: int = 2) -> str:
    """Thousandths as a decimal number without trailing zeros, with a real minus."""
    sign = MINUS if thousandths < 0 else ""
    scale = 10 ** (3 - digits)
    rounded = (abs(thousandths) * 2 + scale) // (2 * scale)
    whole, rest = divmod(rounded, 10**digits)
    tail = str(rest).rjust(digits, "0").rstrip("0") if digits else ""
    return f"{sign}{whole}.{tail}" if tail else f"{sign}{whole}"


def clock(seconds: int) -> str:
    """Seconds as `3:05` below an hour and a half, else as `6 h 05`."""
    if seconds < 5400:
        return f"{seconds // 60}:{seconds % 60:02d}"
    return f"{seconds // 3600}{NBSP}h{NBSP}{seconds % 3600 // 60:02d}"


def rpe(tenths: int) -> str:
    """Tenths as an RPE: 85 reads 8½."""
    whole, rest = divmod(tenths, 10)
    if rest == 5:
        return f"{whole}½"
    return str(whole) if rest == 0 else f"{whole}.{rest}"


_PLAIN = {"bpm": "bpm", "ms": "ms", "kcal": "kcal", "watt": "W", "hours": "h"}
_SHOWN: dict[str, Callable[[int], str]] = {
    "duration": clock,
    "rpe": rpe,
}


def _suffix(field: str) -> str:
    for suffix, kind in _KINDS.items():
        if field.endswith(suffix):
            return kind
    return "number"


def _number(kind: str, value: int, units: Units) -> str:
    if kind == "mass":
        return _mass(value, units)
    if kind == "distance":
        return _distance(value, units)
    if kind == "pace":
        return _pace(value, units)
    if kind == "weekday":
        return DAYS[value] if 0 <= value < len(DAYS) else str(value)
    if kind in _PLAIN:
        return f"{value}{NBSP}{_PLAIN[kind]}"
    if kind in _SHOWN:
        return _SHOWN[kind](value)
    return f"{MINUS}{-value}" if value < 0 else str(value)


def _mass(grams: int, units: Units) -> str:
    if units.mass == "lb":
        return f"{decimal(grams * 100_000 // 45_359, 1)}{NBSP}lb"
    return f"{decimal(grams)}{NBSP}kg"


def _distance(metres: int, units: Units) -> str:
    if units.distance == "mi":
        return f"{decimal(metres * 1_000_000 // 1_609_344)}{NBSP}mi"
    return f"{decimal(metres)}{NBSP}km" if metres >= 1000 else f"{metres}{NBSP}m"


def _pace(seconds_per_km: int, units: Units) -> str:
    if units.distance == "mi":
        return f"{clock((seconds_per_km * 1_609_344 + 500_000) // 1_000_000)}/mi"
    return f"{clock(seconds_per_km)}/km"


def _is_date(text: str) -> bool:
    if len(text) != len("2026-11-30") or text[4] != "-" or text[7] != "-":
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
