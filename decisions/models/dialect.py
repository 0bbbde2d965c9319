"""How raw values cross the border: SQLite gives text and naive times, PostgreSQL does not."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from uuid import UUID


def stamp(moment: datetime) -> str:
    """UTC text with microseconds, as stored by SQLite and as hashed: 2026-11-30 18:04:00.000000."""
    return moment.astimezone(UTC).isoformat(sep=" ", timespec="microseconds")[:26]


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


def raw_times(columns: str, vendor: str) -> str:
    """A list of event columns under `e` in which SQLite's driver parses no times.

    What is verified must be the bytes that are stored; and most readers never look at the times.
    """
    if vendor != "sqlite":
        return columns
    return re.sub(r"\be\.(recorded_at|occurred_at|local_date)\b", r"e.\1 || ''", columns)
