"""Reports of pain that belong to one session: by region, day and moment, and the worst of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sessions.domain import regions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from sessions.domain.records import Recorded


def pain_of(
    records: Sequence[Recorded], where: Sequence[str], day: date, moment: str, session_key: str
) -> list[Recorded]:
    """Reports of one moment of a day in any of some regions; those of another session are left out."""
    matched = []
    for record in records:
        facts = record.facts or {}
        elsewhere = facts["session_key"] not in (None, session_key)
        if facts["moment"] != moment or facts["date"] != day.isoformat() or elsewhere:
            continue
        if facts["value"] is not None and regions.any_same(facts["region"], where):
            matched.append(record)
    return matched


def worst(records: Sequence[Recorded]) -> int | None:
    """The highest value from 0 to 10 that was reported, None when none was."""
    return max(((record.facts or {})["value"] for record in records), default=None)
