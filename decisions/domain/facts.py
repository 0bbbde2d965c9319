"""Field checkers for `Surface.validate`: each returns the value or names the field it refuses."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from decisions.domain import dates
from decisions.domain.errors import InvalidFacts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from decisions.domain.surface import Facts

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)


def known_only(facts: Facts, fields: Collection[str]) -> None:
    """Refuse entries that the surface does not have."""
    for field in facts:
        if field not in fields:
            raise InvalidFacts(str(field), "is not a field here")


def text(facts: Facts, field: str, *, limit: int = 200, none: bool = False) -> str | None:
    """Non-blank text of at most `limit` characters."""
    value = facts.get(field)
    if value is None or value == "":
        _missing(field, none=none)
        return None
    if not isinstance(value, str):
        raise InvalidFacts(field, "must be text")
    if len(value) > limit:
        raise InvalidFacts(field, f"is longer than {limit} characters")
    if not value.strip():
        raise InvalidFacts(field, "is blank")
    return value


def integer(facts: Facts, field: str, *, low: int, high: int, none: bool = False) -> int | None:
    """A whole number from `low` to `high`."""
    value = facts.get(field)
    if value is None:
        _missing(field, none=none)
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidFacts(field, "must be a whole number")
    if not low <= value <= high:
        raise InvalidFacts(field, f"must lie between {low} and {high}, not {value}")
    return value


def iso_date(
    facts: Facts, field: str, *, none: bool = False, earliest: date = dates.EARLIEST
) -> str | None:
    """A calendar date as ISO text, YYYY-MM-DD, from `earliest` to `dates.LATEST`."""
    value = facts.get(field)
    if value is None or value == "":
        _missing(field, none=none)
        return None
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise InvalidFacts(field, "must be a date such as 2026-11-30")
    try:
        found = date.fromisoformat(value)
    except ValueError:
        raise InvalidFacts(field, "must be a date such as 2026-11-30") from None
    dates.day(field, found, earliest=earliest)
    return value


def instant(facts: Facts, field: str, *, none: bool = False) -> str | None:
    """A moment as RFC 3339 text in UTC, ending in Z, within the bounds of `dates`."""
    value = facts.get(field)
    if value is None or value == "":
        _missing(field, none=none)
        return None
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        raise InvalidFacts(field, "must be a moment in UTC such as 2026-11-30T18:04:00Z")
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        raise InvalidFacts(field, "must be a moment in UTC such as 2026-11-30T18:04:00Z") from None
    dates.moment(field, found)
    return value


def choice(facts: Facts, field: str, values: Iterable[str], *, none: bool = False) -> str | None:
    """One of the given words."""
    value = facts.get(field)
    if value is None or value == "":
        _missing(field, none=none)
        return None
    allowed = tuple(values)
    if value not in allowed:
        raise InvalidFacts(field, f"must be one of {', '.join(allowed)}")
    return str(value)


def flag(facts: Facts, field: str) -> bool:
    """True or false, nothing else."""
    value = facts.get(field)
    if not isinstance(value, bool):
        raise InvalidFacts(field, "must be true or false")
    return value


def listing(facts: Facts, field: str, *, limit: int = 500) -> list[Any]:
    """A list (empty when missing) of at most `limit` entries."""
    value = facts.get(field)
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise InvalidFacts(field, "must be a list")
    if len(value) > limit:
        raise InvalidFacts(field, f"has more than {limit} entries")
    return list(value)


def mapping(facts: Facts, field: str, *, none: bool = False) -> dict[str, Any] | None:
    """An object with text names."""
    value = facts.get(field)
    if value is None:
        _missing(field, none=none)
        return None
    if not isinstance(value, dict):
        raise InvalidFacts(field, "must be an object")
    return dict(value)


def _missing(field: str, *, none: bool) -> None:
    if not none:
        raise InvalidFacts(field, "is missing")
