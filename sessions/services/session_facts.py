"""Composes the facts of a session: opened from its prescription, closed with what was reported."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from decisions.domain.errors import InvalidFacts
from sessions.domain import actuals, keys, moments, plausibility
from sessions.selectors import prescriptions

if TYPE_CHECKING:
    from collections.abc import Collection

    from decisions.domain.surface import Facts
    from decisions.models import Stream
    from decisions.selectors.known import Known

REPORTED = (
    "duration_s",
    "distance_m",
    "avg_hr_bpm",
    "avg_power_w",
    "climb_m",
    "srpe_x10",
    "note",
    "external_id",
)
"""What may be said about a session when it is over."""


def opened(
    *,
    stream: Stream,
    session_key: str,
    day: date,
    zone: str,
    entry_mode: str,
    at: datetime | None,
    shown_version: int | None,
    title: str | None,
    sport: str | None,
    session_type: str | None,
) -> Facts:
    """Facts of a session that begins, linked to the version shown, else to the one in force.

    Raises:
        InvalidFacts: the version does not exist, or a session without a plan lacks title or sport.
    """
    keys.checked_session(session_key)
    version = linked(stream, session_key, shown_version, at or moments.end_of(day, zone))
    meant: dict[str, Any] = (version.facts or {}) if version else {}
    return {
        **dict.fromkeys(actuals.COMPLETED_FIELDS),
        "session_key": session_key,
        "date": day.isoformat(),
        "title": title or meant.get("title"),
        "sport": sport or meant.get("sport"),
        "session_type": session_type or meant.get("session_type"),
        "status": "started",
        "prescription_version": meant.get("version"),
        "prescription_position": version.position if version else None,
        "started_at": moments.utc_text(at, field="started_at") if at else None,
        "entry_mode": entry_mode,
        "flags": [],
    }


def linked(
    stream: Stream, session_key: str, shown_version: int | None, at: datetime
) -> Known | None:
    """The version that the client showed, else the one in force at a moment."""
    if shown_version is None:
        return prescriptions.at(stream, session_key, at)
    version = prescriptions.shown(stream, session_key, shown_version)
    if version is None:
        raise InvalidFacts("shown_version", f"there is no version {shown_version} of {session_key}")
    return version


def closed(
    facts: Facts, *, status: str, ended_at: datetime | None, reported: dict[str, Any]
) -> Facts:
    """Facts of a session that is over.

    Args:
        facts: as it was started.
        status: "completed" or "partial".
        ended_at: when it ended, None when not known.
        reported: any of REPORTED; what is missing stays unknown.

    Raises:
        InvalidFacts: something else was reported, or another status.
    """
    if status not in ("completed", "partial"):
        raise InvalidFacts("status", "a finished session is completed or partial")
    for field in reported:
        if field not in REPORTED:
            raise InvalidFacts(field, "cannot be reported about a session")
    ended = moments.utc_text(ended_at, field="ended_at") if ended_at else None
    after = {**facts, **reported, "status": status, "ended_at": ended}
    if after["duration_s"] is None and ended and after["started_at"]:
        began = datetime.fromisoformat(after["started_at"])
        after["duration_s"] = round((datetime.fromisoformat(ended) - began).total_seconds())
    complete = actuals.validate_completed(after)
    return with_flags(complete, plausibility.session_flags(complete))


def with_flags(facts: Facts, flags: Collection[str]) -> Facts:
    """The same session with more flags."""
    return {**facts, "flags": sorted({*facts["flags"], *flags})}
