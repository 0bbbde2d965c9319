"""Sessions of a file as facts of this app's surfaces. Fills nothing in: what is unknown stays None."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from decisions.domain.evidence import Evidence, weakest
from sessions.domain import actuals, keys, moments
from sessions.files.exercise_names import custom_slug
from sessions.files.wording import joined

if TYPE_CHECKING:
    from datetime import date

    from sessions.files.values import ImportedSession, ImportedSet

    Facts = dict[str, Any]

SPORTS = {"hike": "walk", "transition": "other", "unknown": "other"}
"""Sports of a file that the surfaces file under a broader word."""

INCREMENT_G = 2500


def filed_sport(session: ImportedSession) -> str:
    """The sport under which a session is filed."""
    return SPORTS.get(session.sport, session.sport)


def external_id(session: ImportedSession, sha256: str, index: int) -> str:
    """Identity of a recording: that of its device or app, else its place in these bytes."""
    return session.external_id or f"file:{sha256[:32]}:{index}"


def own_key(day: date, recording: str, copy: str = "") -> str:
    """Session key of a session without a plan; `copy` tells a second recording apart."""
    name = hashlib.sha256(f"{recording}|{copy}".encode()).hexdigest()[:20]
    return keys.unplanned_session(day, f"file-{name}")


def completed(
    session: ImportedSession,
    *,
    session_key: str,
    day: date,
    recording: str,
    sha256: str,
    prescription: Facts | None,
    position: int | None,
    version: int | None,
) -> Facts:
    """Facts of the session as it went.

    Args:
        session: as read, with a start.
        session_key: where it is filed.
        day: the athlete's day.
        recording: its external id.
        sha256: of the file.
        prescription: facts of the planned session that it is filed under.
        position: of the version that was in force when it began.
        version: number of that version.
    """
    meant = prescription or {}
    end = None
    if session.start and session.elapsed_s:
        end = moments.utc_text(session.start + timedelta(seconds=session.elapsed_s))
    flags = {*session.flags}
    flags |= {"sport_unknown"} if session.sport == "unknown" else set()
    return {
        **dict.fromkeys(actuals.COMPLETED_FIELDS),
        "session_key": session_key,
        "date": day.isoformat(),
        "title": meant.get("title") or session.title,
        "sport": filed_sport(session),
        "session_type": meant.get("session_type") or _own_type(session),
        "status": "completed",
        "prescription_version": version,
        "prescription_position": position,
        "started_at": moments.utc_text(session.start) if session.start else None,
        "ended_at": end,
        "duration_s": session.duration_s,
        "distance_m": session.distance_m,
        "avg_hr_bpm": session.avg_hr_bpm,
        "avg_power_w": session.avg_power_w,
        "climb_m": session.climb_m,
        "note": joined(session.title if meant else "", session.note or ""),
        "entry_mode": actuals.IMPORTED,
        "source": sha256,
        "external_id": recording,
        "flags": sorted(flags),
    }


def performed(one: ImportedSet, *, session_key: str, day: date, item: str | None) -> Facts:
    """Facts of one set; one without a repetition was a failed attempt."""
    return {
        "session_key": session_key,
        "date": day.isoformat(),
        "exercise": one.slug or custom_slug(one.exercise_name),
        "planned_item": item,
        "order": one.order,
        "kind": one.kind,
        "load_g": one.load_g,
        "reps": one.reps,
        "rpe_x10": one.rpe_x10,
        "state": "failed" if one.reps == 0 else "done",
        "why": None,
        "entry_mode": actuals.IMPORTED,
        "entered": one.entered,
        "note": one.note,
    }


def set_key(session_key: str, one: ImportedSet) -> str:
    """Key of a set: its place in the session, since exercise and number repeat."""
    return keys.of_set(session_key, f"s{one.order:03d}")


def own_exercise(one: ImportedSet) -> Facts:
    """Facts of an exercise that the catalogue does not have."""
    return {
        "slug": custom_slug(one.exercise_name),
        "name": one.exercise_name,
        "family": None,
        "pattern": None,
        "region": [],
        "equipment": None,
        "increment_g": INCREMENT_G,
        "custom": True,
    }


def session_evidence(session: ImportedSession, *, typed: bool) -> str:
    """A device observes, a log is what somebody typed; a start that is not observed weakens it."""
    if typed:
        return Evidence.USER_REPORTED
    return weakest(Evidence.OBSERVED, session.start_evidence)


def set_evidence(one: ImportedSet, *, typed: bool) -> str:
    """Repetitions that a watch counted are observed; a load is always typed by somebody."""
    return Evidence.USER_REPORTED if typed or one.load is not None else Evidence.OBSERVED


def _own_type(session: ImportedSession) -> str | None:
    return "transition" if session.sport == "transition" else None
