"""Points in time as apps write them: local clock time that needs a zone, rarely with an offset.

Month names are read in English, German, French, Spanish, Italian, Portuguese and Dutch.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

EARLIEST, LATEST = 1970, 2100

_MONTHS = (
    "jan jän ene gen janv janeiro enero januar januari january janvier gennaio",
    "feb fev févr fév febr februar february février febrero febbraio fevereiro",
    "mar mär mrt mars märz marzo março march maart",
    "apr avr abr april avril abril aprile",
    "may mai mei mag maj mayo maio maggio",
    "jun juin giu juni june junio junho giugno",
    "jul juil lug juli july juillet julio julho luglio",
    "aug août aou ago august augustus agosto",
    "sep sept set septiembre september septembre setembro settembre",
    "oct okt out ott october oktober octobre octubre outubro ottobre",
    "nov november novembre noviembre novembro",
    "dec déc dez dic december dezember décembre diciembre dezembro dicembre",
)
_MONTH = {word: number for number, words in enumerate(_MONTHS, 1) for word in words.split()}
_NAMED = re.compile(
    r"([0-9]{1,2})\.?\s+(?:de\s+)?([^\W\d_]{3,12})\.?\s+(?:de\s+)?([0-9]{4}),?\s+"
    r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?:\s*([ap])\.?m\.?)?"
)
_ISO = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?:Z|[+-][0-9:]{4,6})?"
)


def parse_moment(text: str) -> datetime:
    """A moment such as `2025-08-03 13:04:33` or `30 Jun 2025, 19:56`; naive without an offset.

    Raises:
        ValueError: it is not a date with a time, or lies outside 1970 to 2100.
    """
    squeezed = " ".join(text.split()).lower()
    value = _iso(text.strip()) or _named(squeezed)
    if value is None or not EARLIEST <= value.year < LATEST:
        raise ValueError(f"“{text.strip()[:40]}” is not a date with a time")
    return value


def to_utc(moment: datetime, zone: ZoneInfo) -> datetime:
    """A moment in UTC; a naive one is local time of `zone`, the earlier where clocks go back."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


def _iso(text: str) -> datetime | None:
    if not _ISO.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _named(text: str) -> datetime | None:
    match = _NAMED.fullmatch(text)
    month = _MONTH.get(match[2]) if match else None
    if match is None or month is None:
        return None
    hour = int(match[4])
    if match[7]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[7] == "p" else 0)
    try:
        return datetime(  # noqa: DTZ001 - local time; the caller knows the zone
            int(match[3]), month, int(match[1]), hour, int(match[5]), int(match[6] or 0)
        )
    except ValueError:
        return None
