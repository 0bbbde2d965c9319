"""Canonical keys of this app's items. They sort by date, so a span of days is a range of keys."""

from __future__ import annotations

import re
from datetime import date, timedelta

from decisions.domain import dates
from decisions.domain.errors import InvalidFacts

LONGEST = 200
"""Characters of the longest key that the directory holds."""

MOVED = timedelta(days=21)
"""How far a planned session may move from the date that it was planned for."""

_CLIENT_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}", re.ASCII)


def planned_session(original: date, planned_day: str) -> str:
    """Session key of a planned day: its original date and the day's own key, surviving moves."""
    return _bounded(f"{original.isoformat()}:{planned_day}", "session_key")


def unplanned_session(day: date, client_id: str) -> str:
    """Session key of a session without a plan: its date and the client's or source's id."""
    return f"{day.isoformat()}:{checked_client_id(client_id)}"


def checked_session(session_key: str) -> str:
    """A session key, as it is.

    Raises:
        InvalidFacts: it does not start with a date, or holds a "#".
    """
    head, mark, tail = session_key.partition(":")
    if not mark or not tail or "#" in tail or not session_key.isprintable():
        raise InvalidFacts("session_key", "must look like 2026-11-26:id")
    _date(head, "session_key")
    return _bounded(session_key, "session_key")


def original_date(session_key: str) -> date:
    """The date for which a session was planned, or on which it began."""
    return _date(session_key.partition(":")[0], "session_key")


def require_agreement(session_key: str, day: date) -> None:
    """Refuse a date that cannot be that of a session.

    A planned session keeps the date it was planned for in its key and may move by MOVED; one
    without a plan is filed under its own date.

    Raises:
        InvalidFacts: naming `date`.
    """
    filed, _, name = session_key.partition(":")
    away = abs(day - _date(filed, "session_key"))
    if "/" in name and away > MOVED:
        raise InvalidFacts(
            "date", f"is more than {MOVED.days} days from {filed} of the session key"
        )
    if "/" not in name and away:
        raise InvalidFacts("date", f"is not {filed}, the date in the session key")


def of_set(session_key: str, client_id: str) -> str:
    """Key of one set of a session; the client made the id, so a retry meets itself."""
    return _bounded(f"{checked_session(session_key)}#{checked_client_id(client_id)}", "client_id")


def sets_range(session_key: str) -> tuple[str, str]:
    """The range of keys that holds every set of a session."""
    return f"{session_key}#", f"{session_key}$"


def daily(day: date | str, kind: str, region: str | None, moment: str | None) -> str:
    """Key of a daily observation: local date, kind, region and moment."""
    return f"{_iso(day)}/{kind}/{region or '-'}/{moment or '-'}"


def injury(opened_on: date | str, slug: str) -> str:
    """Key of one episode of an injury: a second episode of the same spot is another item."""
    return f"{_iso(opened_on)}/{checked_slug(slug)}"


def day_range(first: date, last: date) -> tuple[str, str]:
    """The range of keys from one day to another, both included."""
    return first.isoformat(), (last + timedelta(days=1)).isoformat()


def checked_slug(slug: str, *, field: str = "slug") -> str:
    """A slug of lower-case letters, digits, "-" and "_".

    Raises:
        InvalidFacts: anything else.
    """
    if not _SLUG.fullmatch(slug):
        raise InvalidFacts(field, "must be made of lower-case letters, digits, - and _")
    return slug


def checked_client_id(client_id: str) -> str:
    """An id made by a client or a source.

    Raises:
        InvalidFacts: empty, longer than 64 characters or with other signs than letters, digits, ._-
    """
    if not _CLIENT_ID.fullmatch(client_id):
        raise InvalidFacts("client_id", "must be 1 to 64 letters, digits, dots, dashes or _")
    return client_id


def _iso(day: date | str) -> str:
    return day.isoformat() if isinstance(day, date) else _date(day, "date").isoformat()


def _date(text: str, field: str) -> date:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise InvalidFacts(field, "must start with a date such as 2026-11-26")
    return dates.day(field, found)


def _bounded(key: str, field: str) -> str:
    if len(key) > LONGEST:
        raise InvalidFacts(field, f"makes a key longer than {LONGEST} characters")
    return key
