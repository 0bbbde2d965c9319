"""Values as people read them: dates, loads, RPE and names in plain words.

Only for pages and prompts; nothing parses these back. Unknown is said, never left blank or zero.
"""

from __future__ import annotations

from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal

from sessions.domain import numbers

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
TIMES = "\N{MULTIPLICATION SIGN}"

_NAMES = ("Romanian", "Pallof")
"""First words of exercise names that keep their capital inside a sentence."""


def day(iso: str) -> str:
    """`2026-11-26` as "26 Nov"."""
    when = date.fromisoformat(iso)
    return f"{when.day} {_MONTHS[when.month - 1]}"


def load(load_g: int | None, *, unit: str = "kg") -> str:
    """Grams as "102.5 kg", at most two decimals; "load not given" when unknown."""
    if load_g is None:
        return "load not given"
    return f"{_short(numbers.entry_text(load_g, unit=unit))} {unit}"


def rpe(rpe_x10: int | None) -> str:
    """Tenths as "RPE 7½" or "RPE 8.3"; "RPE not given" when unknown."""
    if rpe_x10 is None:
        return "RPE not given"
    points, tenth = divmod(rpe_x10, 10)
    return f"RPE {points}{'½' if tenth == 5 else f'.{tenth}' if tenth else ''}"


def duration(seconds: int) -> str:
    """Seconds as "45 s", "8 min", "8 min 30 s" or "1 h 15 min"."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    parts = [f"{hours} h" if hours else "", f"{minutes} min" if minutes else ""]
    parts.append(f"{left} s" if left and not hours else "")
    return " ".join(p for p in parts if p) or "0 s"


def distance(metres: int) -> str:
    """Metres as "800 m" or "10.5 km"."""
    if metres < 1000:
        return f"{metres} m"
    return f"{_short(numbers.entry_text(metres, unit='km'))} km"


def pace(seconds_per_km: int) -> str:
    """Seconds per kilometre as "4:30 /km"."""
    return f"{seconds_per_km // 60}:{seconds_per_km % 60:02d} /km"


def spoken(name: str) -> str:
    """A name of the catalogue inside a sentence: "Back squat" becomes "back squat"."""
    if name.startswith(_NAMES):
        return name
    return name[:1].lower() + name[1:]


def words(slug: str) -> str:
    """A slug as words: "left_knee" becomes "left knee"."""
    return slug.replace("_", " ").replace("-", " ")


def listed(parts: list[str]) -> str:
    """Parts as "a", "a and b" or "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _short(number: str) -> str:
    value = Decimal(number)
    rounded = value.quantize(Decimal("0.01"), ROUND_HALF_EVEN)
    return number if value == rounded else f"{rounded.normalize():f}"
