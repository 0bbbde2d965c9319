"""Moments that people type into addresses: `?as_of=` in RFC 3339 with its zone, nothing else.

A moment without a zone is refused: guessing one would answer another question than was asked.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from decisions.domain import dates
from decisions.domain.errors import InvalidFacts

FIELD = "as_of"
_FORM = re.compile(
    r"(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)([Zz]|[+\- ]\d{2}:\d{2})?",
    re.ASCII,
)
_EXAMPLE = "such as 2026-11-09T18:00:00+01:00"


def parse(text: str, *, now: datetime, field: str = FIELD) -> datetime:
    """An aware UTC moment from RFC 3339 text; seconds may be left out.

    A blank stands for the plus sign that an address turns into one.

    Raises:
        InvalidFacts: not a moment, without a zone, outside the bounds of `dates`, or later than `now`.
    """
    match = _FORM.fullmatch(text.strip()) if len(text) <= 40 else None
    if match is None:
        raise InvalidFacts(field, f"must be a moment with its zone, {_EXAMPLE}")
    day, time, zone = match.groups()
    if zone is None:
        raise InvalidFacts(field, f"has no zone: write Z or an offset, {_EXAMPLE}")
    try:
        given = datetime.fromisoformat(f"{day}T{time}{zone.upper().replace(' ', '+')}")
    except ValueError:
        raise InvalidFacts(field, f"must be a moment with its zone, {_EXAMPLE}") from None
    moment = dates.moment(field, given)
    if moment > now:
        raise InvalidFacts(field, "lies in the future: nothing is known then")
    return moment


def text(moment: datetime) -> str:
    """A moment as RFC 3339 text in UTC, to the microsecond, for links that come back exactly."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
