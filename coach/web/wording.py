"""How values read on a page: numbers with their units, dates, doses, in plain words.

Text in, text out; the clock is read only to name the year of a date that is not of this year.
Unknown is the word given by the caller (an en dash by default), never an empty string that could
pass for zero.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from decisions import clock as present
from sessions.domain.wording import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping

NBSP = "\u00a0"
MINUS = "\u2212"
TIMES = "\u00d7"
UNKNOWN = "\u2013"
RANGE = "\u2013"

_G_PER_LB = 453.59237
M_PER_MI = 1609.344
_OUTCOMES = {
    "NO_CHANGE": "no change",
    "MONITOR_ONLY": "monitor",
    "TACTICAL_ADJUST": "adjust",
    "ESCALATE_TO_STRATEGIC": "escalated",
    "PROPOSE_STRUCTURAL": "proposed",
    "BLOCKED_UNKNOWN": "unknown",
}
_NAMED = re.compile(rf"\b(?:{'|'.join(_OUTCOMES)})\b")
_ISO_DAY = re.compile(r"(?<![\w/:-])\d{4}-\d{2}-\d{2}(?![\w/:-])", re.ASCII)
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def decimal(value: float, places: int = 2) -> str:
    """A number without trailing zeros and with a real minus sign: 105, 107.5, −2.5."""
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace("-", MINUS)


def minus(value: object) -> str:
    """Any number or text with its hyphen-minus signs in front of digits made real."""
    text = str(value)
    return f"{MINUS}{text[1:]}" if text.startswith("-") and text[1:2].isdigit() else text


def load_number(grams: int | None, units: str = "kg") -> str:
    """Grams as the bare number a person types: 105000 is "105", in pounds "231.5"."""
    if grams is None:
        return UNKNOWN
    return decimal(grams / 1000) if units == "kg" else decimal(grams / _G_PER_LB, 1)


def load(grams: int | None, units: str = "kg") -> str:
    """Grams with the person's unit: "105 kg"; zero is "bodyweight", unknown a dash."""
    if grams is None:
        return UNKNOWN
    return f"{load_number(grams, units)}{NBSP}{units}" if grams else "bodyweight"


def rpe(tenths: int | None) -> str:
    """Tenths of RPE as people say it: 85 is "8½", 80 is "8"."""
    if tenths is None:
        return UNKNOWN
    whole, rest = divmod(tenths, 10)
    return f"{whole}½" if rest == 5 else decimal(tenths / 10, 1)


def clock(seconds: int | None) -> str:
    """Seconds on a watch: 180 is "3:00", 3725 is "1:02:05"."""
    if seconds is None:
        return UNKNOWN
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def duration(seconds: int | None) -> str:
    """Seconds in words, each with its unit: "45 s", "2 min 30 s", "56 min", "1 h 5 min"."""
    if seconds is None:
        return UNKNOWN
    whole = seconds if seconds < 600 else (seconds + 30) // 60 * 60
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    parts = [(hours, "h"), (minutes, "min"), (left, "s")]
    told = [f"{count}{NBSP}{unit}" for count, unit in parts if count]
    return NBSP.join(told) or f"0{NBSP}s"


def distance(metres: int | None, unit: str = "km") -> str:
    """Metres in the person's unit; reps below 1500 m stay in metres: "1000 m", "6.25 km"."""
    if metres is None:
        return UNKNOWN
    if metres <= 1500 and unit == "km":
        return f"{metres}{NBSP}m"
    per = 1000 if unit == "km" else M_PER_MI
    return f"{decimal(metres / per)}{NBSP}{unit}"


def pace(seconds_per_km: int | None, unit: str = "km") -> str:
    """Seconds per kilometre as pace: 248 is "4:08/km"."""
    if seconds_per_km is None:
        return UNKNOWN
    per = seconds_per_km if unit == "km" else round(seconds_per_km * M_PER_MI / 1000)
    return f"{clock(per)}/{unit}"


def as_date(value: date | datetime | str) -> date:
    """A date from a date, an instant or ISO text."""
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else date.fromisoformat(value[:10])


def day(value: date | str | None) -> str:
    """A date as "Thu 26 Nov"; with its year when that is not this one."""
    if not value:
        return UNKNOWN
    return f"{_DAYS[as_date(value).weekday()]}{NBSP}{day_short(value)}"


def day_short(value: date | str | None) -> str:
    """A date as "26 Nov"; with its year when that is not this one."""
    if not value:
        return UNKNOWN
    when = as_date(value)
    return _dated(when) if when.year == present.now().year else day_long(when)


def day_long(value: date | str | None) -> str:
    """A date as "26 Nov 2026"."""
    if not value:
        return UNKNOWN
    when = as_date(value)
    return f"{_dated(when)}{NBSP}{when.year}"


def _dated(when: date) -> str:
    return f"{when.day}{NBSP}{_MONTHS[when.month - 1]}"


def weekday(value: int | date | str) -> str:
    """A weekday as "Thu", from a date or a weekday number with Monday as 0."""
    return _DAYS[value if isinstance(value, int) else as_date(value).weekday()]


def as_instant(value: datetime | str) -> datetime:
    """An aware instant from one or from RFC 3339 text."""
    return value if isinstance(value, datetime) else datetime.fromisoformat(value)


def moment(value: datetime | str | None, zone: str = "UTC") -> str:
    """An instant as "Thu 26 Nov, 18:02" on the wall clock of an IANA zone."""
    if not value:
        return UNKNOWN
    local = as_instant(value).astimezone(ZoneInfo(zone))
    return f"{day(local)}, {local:%H:%M}"


def hour(value: datetime | str | None, zone: str = "UTC") -> str:
    """An instant as "18:02" on the wall clock of an IANA zone."""
    return f"{as_instant(value).astimezone(ZoneInfo(zone)):%H:%M}" if value else UNKNOWN


def reps(low: int | None, high: int | None) -> str:
    """A repetition range: "5", "6–8"."""
    if low is None or high is None or low == high:
        return str(high if low is None else low) if (low or high) else UNKNOWN
    return f"{low}{RANGE}{high}"


def scheme(item: Mapping[str, Any]) -> str:
    """Sets by reps of a planned or prescribed strength item: "3 × 5", "3 × 6–8"."""
    per, low, high = item.get("reps"), item.get("reps_low"), item.get("reps_high")
    told = str(per) if per is not None and not ranged(item) else reps(low, high)
    return f"{item.get('sets', UNKNOWN)}{NBSP}{TIMES}{NBSP}{told}"


def ranged(item: Mapping[str, Any]) -> bool:
    """Whether an item leaves room in its repetitions."""
    low, high = item.get("reps_low"), item.get("reps_high")
    return low is not None and high is not None and low != high


def dose(item: Mapping[str, Any], units: str = "kg") -> str:
    """One line for a strength or an endurance item: "3 × 5 at 105 kg", "55 min, RPE 4"."""
    if "sets" in item:
        loaded = item.get("load_g")
        return f"{scheme(item)} at {load(loaded, units)}" if loaded is not None else scheme(item)
    parts = [duration(item["duration_s"])] if item.get("duration_s") is not None else []
    if item.get("rpe_x10") is not None:
        parts.append(f"RPE{NBSP}{rpe(item['rpe_x10'])}")
    return ", ".join(parts) or "open"


def plates(grams: int, *, bar_g: int = 20_000, pairs_g: tuple[int, ...] = ()) -> str | None:
    """How to load a bar: "20 + 2 × (25 + 15 + 2.5)"; None when the plates do not add up."""
    stock = pairs_g or (25_000, 20_000, 15_000, 10_000, 5_000, 2_500, 1_250)
    side, odd = divmod(grams - bar_g, 2)
    if odd or side < 0:
        return None
    used: list[str] = []
    for plate in stock:
        while side >= plate:
            side -= plate
            used.append(decimal(plate / 1000))
    if side:
        return None
    bar = decimal(bar_g / 1000)
    return f"{bar} + 2 {TIMES} ({' + '.join(used)})" if used else f"empty bar, {bar}"


def plural(count: int, word: str, many: str = "") -> str:
    """A count with its noun: "1 set", "3 sets"."""
    return f"{count}{NBSP}{word if count == 1 else many or word + 's'}"


def region(slug: str | None) -> str:
    """A region slug as words: "knee_left" is "left knee", "lower_back" is "lower back"."""
    if not slug:
        return UNKNOWN
    parts = slug.replace("-", "_").split("_")
    if parts[-1] in ("left", "right"):
        parts = [parts[-1], *parts[:-1]]
    return " ".join(parts)


def title(slug: str) -> str:
    """A slug as a heading: "back_squat" is "Back squat"."""
    return capital(slug.replace("-", " ").replace("_", " "))


def capital(text: str) -> str:
    """Words with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


def listed(parts: list[str]) -> str:
    """Parts as "a", "a and b" or "a, b and c"; every part but the first starts small."""
    small = [parts[0], *(spoken(part) for part in parts[1:])] if parts else []
    return f"{', '.join(small[:-1])} and {small[-1]}" if len(small) > 1 else "".join(small)


def small(text: str) -> str:
    """Words with a small first letter, for the middle of a sentence."""
    return spoken(text)


def plain(text: str) -> str:
    """A sentence of the record for people: its dates as "26 Nov 2026", outcomes as words."""
    said = _NAMED.sub(lambda found: _OUTCOMES[found[0]], text)
    return _ISO_DAY.sub(lambda found: _told_day(found[0]), said)


def outcome(value: str) -> str:
    """An outcome of a decision as people say it: TACTICAL_ADJUST is "adjust"."""
    return _OUTCOMES.get(value, small(value.replace("_", " ").lower()))


def _told_day(text: str) -> str:
    try:
        return day_long(text)
    except ValueError:
        return text


def ended(text: str) -> str:
    """A sentence with exactly one full stop at its end; other end marks stay."""
    stripped = text.strip().rstrip(".")
    return f"{stripped}." if stripped and stripped[-1] not in "!?:" else stripped
