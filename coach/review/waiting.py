"""One thing that waits for a coach, as a row says it. A value; its place is decided in `queue`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the queue.

    Attributes:
        key: proposal key such as P-0001, or decision identity when escalated.
        kind: `proposal` or `escalation`.
        athlete: name of the athlete.
        athlete_id: the athlete's id, for filters.
        title: the change in one line.
        detail: words below it.
        state: `OPEN`, `NEEDS_EVIDENCE`, `STALE` or `ESCALATED`.
        change_kind: what kind of change, for filters.
        risk: `low`, `medium`, `high`.
        evidence: (type, count) of the largest group it rests on.
        conflicts: how many need an answer.
        since: when it began to wait.
        takes_effect: the first day that it changes, None when unknown.
        effect: the same in words.
        href: its page.
    """

    key: str
    kind: str
    athlete: str
    athlete_id: int
    title: str
    detail: str
    state: str
    change_kind: str
    risk: str
    evidence: tuple[str, int]
    conflicts: int
    since: datetime
    takes_effect: date | None
    effect: str
    href: str
    age: str = ""
