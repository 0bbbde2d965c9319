"""The session that was trained last, by its own date, and what the coach made of it.

By date and never by what came last into the log: ten imported years are history, not the last session.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import F, Max
from django.urls import reverse

from coach.web import decided, links, record, wording
from coach.web.told import told
from decisions import registry

if TYPE_CHECKING:
    from datetime import date

    from coach.web.told import Reader
    from decisions.models import Stream

TRAINED = ("completed", "partial")


@dataclass(frozen=True, slots=True)
class LastSession:
    """One line about it. `outcome` and `summary` are empty until somebody has looked.

    Attributes:
        changed: whether something was added or corrected since it was looked at.
    """

    title: str
    when: str
    page: str
    outcome: str
    summary: str
    next_look: str
    decision: str
    changed: bool


def last_session(stream: Stream, on: date, reader: Reader) -> LastSession | None:
    """The newest trained session up to a date; None without one."""
    model = registry.get(record.COMPLETED).model
    if model is None:
        return None
    row = (
        model._default_manager.filter(stream=stream, status__in=TRAINED, date__lte=on)  # noqa: SLF001
        .order_by("-date", F("started_at").desc(nulls_last=True), "-key")
        .values_list("key", "title", "date", "event__position")
        .first()
    )
    if row is None:
        return None
    key, title, day, position = row
    found = decided.newest(stream, "session_analysis", subject=key)
    facts = found.facts if found is not None else None
    look = facts["next_look"] if facts is not None else None
    newest = max(position, _sets_at(stream, key) or 0)
    return LastSession(
        title=title,
        when=wording.day(day),
        page=reverse("session_detail", args=[key]),
        outcome=facts["outcome"] if facts is not None else "",
        summary=told(facts["summary"], reader) if facts is not None else "",
        next_look=wording.day(look) if look and look >= on.isoformat() else "",
        decision=links.decision(found.key) if found is not None else "",
        changed=facts is not None and facts["position"] < newest,
    )


def _sets_at(stream: Stream, session_key: str) -> int | None:
    """Position of the newest set of a session."""
    model = registry.get(record.SET).model
    if model is None:
        return None
    rows = model._default_manager.filter(stream=stream, session_key=session_key)  # noqa: SLF001
    newest: int | None = rows.aggregate(newest=Max("event__position"))["newest"]
    return newest
