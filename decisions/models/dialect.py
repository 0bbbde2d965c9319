"""How raw values cross the border: SQLite gives text and naive times, PostgreSQL does not."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from uuid import UUID

from decisions.domain.errors import InvalidFacts


def stamp(moment: datetime) -> str:
    """UTC text with microseconds, as stored by SQLite and as hashed: 2026-11-30 18:04:00.000000.

    Raises:
        InvalidFacts: in UTC it lies before the year 1 or after 9999.
    """
    try:
        utc = moment.astimezone(UTC)
    except OverflowError:
        raise InvalidFacts("moment", "lies beyond the calendar") from None
    return utc.isoformat(sep=" ", timespec="microseconds")[:26]


def stamp_of(raw: str | datetime) -> str:
    """The same text from a raw column."""
    if isinstance(raw, str):
        return raw if len(raw) == 26 else f"{raw[:19]}.{raw[20:].ljust(6, '0')}"
    return stamp(moment_of(raw))


def moment_of(raw: str | datetime) -> datetime:
    """An aware time from a raw column."""
    moment = datetime.fromisoformat(raw) if isinstance(raw, str) else raw
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)  # SQLite keeps UTC, unmarked


def date_of(raw: str | date | None) -> date | None:
    """A date from a raw column."""
    return date.fromisoformat(raw) if isinstance(raw, str) else raw


def hex_of(raw: str | UUID) -> str:
    """32 hexadecimal digits from a raw uuid column."""
    return raw.hex if isinstance(raw, UUID) else raw.replace("-", "")


def parameter(moment: datetime, vendor: str) -> str:
    """A time as a raw parameter."""
    return stamp(moment) + ("+00" if vendor == "postgresql" else "")


def as_text(columns: str, vendor: str) -> str:
    """A list of columns in which no driver parses times, dates and identities.

    What is verified must be what is stored; and most readers never look at the times. On both
    databases times come as `stamp` writes them, dates in ISO form, identities as 32 digits.
    """
    time, other, identity = _AS_TEXT[vendor]
    columns = _TIMES.sub(time, columns)
    columns = _DATES.sub(other, columns)
    return _IDENTITIES.sub(identity, columns)


_TIMES = re.compile(r"\be\.(recorded_at|occurred_at)\b")
_DATES = re.compile(r"\be\.local_date\b")
_IDENTITIES = re.compile(r"\b([ed])\.identity\b")
_AS_TEXT = {
    "sqlite": (r"e.\1 || ''", "e.local_date || ''", r"\1.identity"),
    "postgresql": (
        r"to_char(e.\1 AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')",
        "e.local_date::text",
        r"replace(\1.identity::text, '-', '')",
    ),
}
