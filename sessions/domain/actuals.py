"""Actuals: what was done, session by session and set by set. Never what was meant.

Unknown stays unknown: a set without an RPE has none. A set confirmed as prescribed says so and is
weaker evidence than an edited one.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts
from sessions.domain import keys
from sessions.domain.doses import POSITION_MAX
from sessions.domain.numbers import LOAD_MAX_G, REPS_MAX
from sessions.domain.prescriptions import SPORTS

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

COMPLETED_FIELDS = (
    "session_key",
    "date",
    "title",
    "sport",
    "session_type",
    "status",
    "prescription_version",
    "prescription_position",
    "started_at",
    "ended_at",
    "duration_s",
    "distance_m",
    "avg_hr_bpm",
    "avg_power_w",
    "climb_m",
    "srpe_x10",
    "note",
    "entry_mode",
    "source",
    "external_id",
    "flags",
)
SET_FIELDS = (
    "session_key",
    "date",
    "exercise",
    "planned_item",
    "order",
    "kind",
    "load_g",
    "reps",
    "rpe_x10",
    "state",
    "why",
    "entry_mode",
    "entered",
    "note",
)
STATUSES = ("started", "completed", "partial", "skipped")
STATES = ("done", "failed", "skipped")
EDITED, CONFIRMED, LATER, IMPORTED, BULK = ENTRY_MODES = (
    "edited",
    "confirmed_default",
    "typed_later",
    "imported",
    "bulk_confirmed",
)
UNEDITED = frozenset({CONFIRMED, BULK})
"""Entry modes in which nobody typed the numbers: weaker than what somebody did type."""


def validate_completed(facts: Facts) -> Facts:
    """Complete facts of one session as it went.

    Raises:
        InvalidFacts: names the field; also when the session ends before it starts, or its date is not
            that of its key.
    """
    check.known_only(facts, COMPLETED_FIELDS)
    started_at = check.instant(facts, "started_at", none=True)
    ended_at = check.instant(facts, "ended_at", none=True)
    if started_at and ended_at and _moment(ended_at) < _moment(started_at):
        raise InvalidFacts("ended_at", "is before the start")
    number = check.integer
    return {
        **_filed(facts),
        "title": check.text(facts, "title"),
        "sport": check.choice(facts, "sport", SPORTS),
        "session_type": check.text(facts, "session_type", limit=40, none=True),
        "status": check.choice(facts, "status", STATUSES),
        "prescription_version": number(facts, "prescription_version", low=1, high=10**4, none=True),
        "prescription_position": number(
            facts, "prescription_position", low=1, high=POSITION_MAX, none=True
        ),
        "started_at": started_at,
        "ended_at": ended_at,
        "duration_s": number(facts, "duration_s", low=0, high=7 * 86_400, none=True),
        "distance_m": number(facts, "distance_m", low=0, high=2_000_000, none=True),
        "avg_hr_bpm": number(facts, "avg_hr_bpm", low=0, high=300, none=True),
        "avg_power_w": number(facts, "avg_power_w", low=0, high=3000, none=True),
        "climb_m": number(facts, "climb_m", low=0, high=30_000, none=True),
        "srpe_x10": number(facts, "srpe_x10", low=0, high=100, none=True),
        "note": check.text(facts, "note", limit=2000, none=True),
        "entry_mode": check.choice(facts, "entry_mode", ENTRY_MODES),
        "source": check.text(facts, "source", none=True),
        "external_id": check.text(facts, "external_id", limit=128, none=True),
        "flags": _flags(facts),
    }


def validate_set(facts: Facts) -> Facts:
    """Complete facts of one set.

    Raises:
        InvalidFacts: names the field; a skipped set says why, a done one has a repetition, and a
            set that was only confirmed carries no RPE of its own unless it was typed.
    """
    check.known_only(facts, SET_FIELDS)
    state = str(check.choice(facts, "state", STATES))
    mode = str(check.choice(facts, "entry_mode", ENTRY_MODES))
    reps = check.integer(facts, "reps", low=0, high=REPS_MAX, none=True)
    rpe = check.integer(facts, "rpe_x10", low=10, high=100, none=True)
    if state == "done" and reps == 0:
        raise InvalidFacts("reps", "a set with no repetition is failed or skipped, not done")
    if state == "skipped" and (reps is not None or rpe is not None):
        raise InvalidFacts("state", "a skipped set has neither repetitions nor an RPE")
    if mode == BULK and rpe is not None:
        raise InvalidFacts("rpe_x10", "is never filled in by a bulk confirmation")
    return {
        **_filed(facts),
        "exercise": keys.checked_slug(
            str(check.text(facts, "exercise", limit=80)), field="exercise"
        ),
        "planned_item": check.text(facts, "planned_item", limit=80, none=True),
        "order": check.integer(facts, "order", low=0, high=1000),
        "kind": check.choice(facts, "kind", ("warmup", "work")),
        "load_g": check.integer(facts, "load_g", low=0, high=LOAD_MAX_G, none=True),
        "reps": reps,
        "rpe_x10": rpe,
        "state": state,
        "why": check.text(facts, "why", limit=500, none=state != "skipped"),
        "entry_mode": mode,
        "entered": check.text(facts, "entered", limit=40, none=True),
        "note": check.text(facts, "note", limit=1000, none=True),
    }


def _filed(facts: Facts) -> Facts:
    """Under which session and on which date: the two have to agree."""
    key = keys.checked_session(str(check.text(facts, "session_key")))
    day = str(check.iso_date(facts, "date"))
    keys.require_agreement(key, date.fromisoformat(day))
    return {"session_key": key, "date": day}


def _flags(facts: Facts) -> list[str]:
    found = check.listing(facts, "flags")
    return sorted({str(check.text({"flags": value}, "flags", limit=120)) for value in found})


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
