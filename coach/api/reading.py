"""Whose record a request reads, and as of when; and pages of it by an opaque cursor."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Query

from coach.api.callers import caller
from coach.api.facts import fact
from coach.api.schemas import Page
from coach.review import moments
from coach.review.log import Log
from decisions import clock
from decisions.domain.errors import InvalidFacts
from decisions.selectors.known import Known

MOST = 200
Limit = Annotated[int, Query(ge=1, le=MOST, description="how many at most")]
AsOf = Annotated[
    str | None,
    Query(max_length=40, description="RFC 3339 moment with its zone: what was known then"),
]
Cursor = Annotated[str | None, Query(max_length=400, description="`next` of the page before")]


def log_of(request: HttpRequest, athlete: str, as_of: str | None = None) -> Log:
    """The log of an athlete whom the caller may read.

    Raises:
        Http404: no such athlete for this caller.
        InvalidFacts: the moment cannot be read, has no zone or lies in the future.
    """
    person = caller(request).athlete(athlete)
    return Log(person, moment(as_of))


def moment(as_of: str | None) -> datetime | None:
    """The moment asked for, None for now."""
    return moments.parse(as_of, now=clock.now()) if as_of else None


def page(items: Sequence[Known], cursor: str | None, limit: int) -> Page:
    """Items that follow a cursor; they have to be in their final order already.

    Raises:
        InvalidFacts: the cursor is none of ours.
    """
    start = 0
    if cursor is not None:
        last = _read(cursor)
        places = [place for place, item in enumerate(items) if _name(item) == last]
        if not places:
            raise InvalidFacts("cursor", "does not belong to this list")
        start = places[0] + 1
    shown = items[start : start + limit]
    more = start + limit < len(items)
    return Page(
        results=[fact(item) for item in shown], next=_write(shown[-1]) if shown and more else None
    )


def _name(item: Known) -> str:
    return f"{item.surface}\n{item.key}"


def _write(item: Known) -> str:
    return base64.urlsafe_b64encode(_name(item).encode()).decode().rstrip("=")


def _read(cursor: str) -> str:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return base64.urlsafe_b64decode(padded.encode("ascii")).decode()
    except (ValueError, binascii.Error):
        raise InvalidFacts("cursor", "cannot be read") from None
