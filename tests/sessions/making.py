"""Facts and records for the tests of this app: small valid ones, changed by keyword."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

Facts = dict[str, Any]

DAY = date(2026, 11, 26)
SQUAT = "back_squat_high_bar"
KEY = "2026-11-26:return/01/lower-a"


@dataclass(frozen=True)
class Record:
    """What a reader hands over."""

    surface: str
    key: str
    position: int
    evidence: str
    facts: Facts | None


def item(**changes: Any) -> Facts:
    return {
        "id": "squat",
        "exercise": SQUAT,
        "sets": 3,
        "reps": 5,
        "reps_low": 5,
        "reps_high": 8,
        "load_g": 105_000,
        "rpe_x10": 70,
        "rest_s": 180,
        "planned": {
            "sets": 3,
            "reps_low": 5,
            "reps_high": 8,
            "load_g": 107_500,
            "rpe_x10": 70,
            "rest_s": 180,
        },
        "why": "the gate is open",
        "cites": [4],
        "held_by": ["2026-11-01/knee"],
        **changes,
    }


def easy_run(**changes: Any) -> Facts:
    return {
        "id": "run",
        "modality": "run_road",
        "steps": [
            {
                "name": "easy",
                "repeat": 1,
                "duration_s": 2700,
                "distance_m": None,
                "target_kind": "rpe",
                "low": 30,
                "high": 40,
            }
        ],
        "duration_s": 2700,
        "rpe_x10": 40,
        "planned": None,
        "why": None,
        "cites": [],
        "held_by": [],
        **changes,
    }


def branch(**changes: Any) -> Facts:
    return {
        "item": "squat",
        "signal": "knee pain",
        "check": "last warm-up set",
        "if_present": "97.5 kg, one set less",
        "if_absent": "as prescribed",
        "if_not_measured": "97.5 kg, one set less",
        "stop_rule": "two points more during the session",
        "expires": "2026-11-27",
        **changes,
    }


def prescription(**changes: Any) -> Facts:
    return {
        "session_key": KEY,
        "version": 1,
        "date": "2026-11-26",
        "day": "return/01/lower-a",
        "day_fingerprint": "a" * 64,
        "title": "Lower A",
        "sport": "strength",
        "session_type": None,
        "items": [item()],
        "branches": [branch()],
        "minutes": 55,
        "reason": "the gate is open",
        "cites": [4, 2],
        "outcome": "NO_CHANGE",
        "decision": "9f0e9d7e-6a07-5b69-a4b4-6f7a5b0c9d11",
        "rests_on": [2, 4],
        "changed": None,
        "kept": ["rest interval"],
        **changes,
    }


def session(**changes: Any) -> Facts:
    return {
        "session_key": KEY,
        "date": "2026-11-26",
        "title": "Lower A",
        "sport": "strength",
        "session_type": None,
        "status": "completed",
        "prescription_version": 1,
        "prescription_position": 5,
        "started_at": "2026-11-26T18:02:00Z",
        "ended_at": "2026-11-26T18:58:00Z",
        "duration_s": 3360,
        "distance_m": None,
        "avg_hr_bpm": None,
        "avg_power_w": None,
        "climb_m": None,
        "srpe_x10": 70,
        "note": None,
        "entry_mode": "edited",
        "source": None,
        "external_id": None,
        "flags": [],
        **changes,
    }


def one_set(**changes: Any) -> Facts:
    return {
        "session_key": KEY,
        "date": "2026-11-26",
        "exercise": SQUAT,
        "planned_item": "squat",
        "order": 1,
        "kind": "work",
        "load_g": 105_000,
        "reps": 5,
        "rpe_x10": 75,
        "state": "done",
        "why": None,
        "entry_mode": "edited",
        "entered": "105 kg",
        "note": None,
        **changes,
    }


def pain(**changes: Any) -> Facts:
    return {
        "date": "2026-11-26",
        "kind": "pain",
        "region": "left_knee",
        "moment": "during",
        "value": 1,
        "text": None,
        "session_key": None,
        "note": None,
        **changes,
    }


def injury(**changes: Any) -> Facts:
    return {
        "region": "knee",
        "side": "left",
        "title": "patellar pain",
        "status": "open",
        "opened_on": "2026-02-10",
        "closed_on": None,
        "severity": 4,
        "update": None,
        **changes,
    }


def exercise(**changes: Any) -> Facts:
    return {
        "slug": "zercher_squat",
        "name": "Zercher squat",
        "family": "squat_bilateral",
        "pattern": "knee_dominant",
        "region": ["knee", "hip"],
        "equipment": "barbell",
        "increment_g": 2500,
        "custom": True,
        **changes,
    }


def source(**changes: Any) -> Facts:
    return {
        "sha256": "0" * 64,
        "name": "tuesday.fit",
        "kind": "fit",
        "size": 1024,
        "sessions": [KEY],
        "zone": "Europe/Berlin",
        "unit": None,
        **changes,
    }


def record(
    surface: str, key: str, position: int, facts: Facts, evidence: str = "user_reported"
) -> Record:
    return Record(f"training_sessions.{surface}", key, position, evidence, facts)


def trained(
    day: date = DAY,
    sets: tuple[tuple[int | None, int | None, int | None], ...] = ((105_000, 5, 75),) * 3,
    *,
    first: int = 1,
    tag: str = "a",
    **changes: Any,
) -> list[Record]:
    """Records of one session of squats: (load in grams, reps, RPE in tenths) per set."""
    key = f"{day.isoformat()}:{tag}"
    found = [
        record(
            "completed",
            key,
            first,
            session(session_key=key, date=day.isoformat(), prescription_position=None,
                    prescription_version=None),
        )
    ]  # fmt: skip
    for number, (load, reps, rpe) in enumerate(sets, start=1):
        facts = one_set(
            session_key=key, date=day.isoformat(), order=number, load_g=load, reps=reps, rpe_x10=rpe
        )
        found.append(record("set", f"{key}#s{number}", first + number, {**facts, **changes}))
    return found
