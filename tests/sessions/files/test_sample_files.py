"""Real files that nobody here wrote, read where the folder named by SAMPLE_FILES has them."""

from __future__ import annotations

import json
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.sessions.files import samples

FOLDER = os.environ.get("SAMPLE_FILES", "")
pytestmark = pytest.mark.skipif(not FOLDER, reason="SAMPLE_FILES names no folder of real files")
SPORTS = {
    "running": "run",
    "cycling": "ride",
    "swimming": "swim",
    "transition": "transition",
    "training": "strength",
    None: "unknown",
}


def expected() -> dict[str, dict[str, Any]]:
    """Right values of the FIT files, by their path in the folder."""
    path = Path(FOLDER) / "expected_fit.json"
    found: dict[str, dict[str, Any]] = json.loads(path.read_text()) if FOLDER else {}
    return found


def found(path: str, **answers: Any) -> Any:
    """The report of one file of the folder."""
    return samples.report((Path(FOLDER) / path).read_bytes(), name=path, **answers)


@pytest.mark.parametrize("path", expected())
def test_it_reads_what_the_file_is_known_to_hold(path: Any) -> None:
    right, report = expected()[path], found(path)

    assert len(report.sessions) == len(right["sessions"])
    for session, known in zip(report.sessions, right["sessions"], strict=True):
        start = known["start_time"]
        assert session.sport == SPORTS[known.get("sport")]
        assert (session.start.isoformat() if session.start else None) == (
            start if isinstance(start, str) else None
        )
        moving = known.get("total_timer_time") or right["activity"]["total_timer_time"]
        seconds = moving if moving is not None else known["total_elapsed_time"]
        assert session.duration_s == pytest.approx(seconds, abs=0.5)
        assert (session.distance_m or 0) == pytest.approx(known.get("total_distance", 0), abs=0.5)
        assert session.avg_hr_bpm == (known.get("avg_heart_rate") or None)
        assert session.offset_s == right.get("utc_offset_s")
    laps = sum(len(session.laps) for session in report.sessions)
    assert laps == (right["laps"] if report.sessions else 0)
    assert sum(len(session.sets) for session in report.sessions) == right["sets_active"]


@pytest.mark.parametrize(
    ("path", "status", "where"),
    [
        ("fit/strava_android_undefined_message.fit", "partial", "byte 7471"),
        ("hostile/fit_activity-filecrc.fit", "partial", "byte 769"),
        ("hostile/fit_activity-unexpected-eof.fit", "partial", "byte 768"),
        ("hostile/fit_activity-settings-corruptheader.fit", "partial", "byte 771"),
        ("hostile/fit_activity-settings-nodata.fit", "partial", "byte 786"),
        ("hostile/fit_not_an_activity_course.fit", "refused", "file"),
        ("hostile/fit_not_an_activity_monitoring.fit", "refused", "file"),
        ("hostile/fit_not_an_activity_settings.fit", "refused", "file"),
        ("hostile/fit_not_an_activity_workout_definition.fit", "refused", "file"),
    ],
)
def test_it_names_the_place_of_the_damage(path: Any, status: Any, where: Any) -> None:
    report = found(path)

    assert (report.status, report.errors[0].where) == (status, where)


@pytest.mark.parametrize(
    ("path", "reps", "weighted", "volume"),
    [
        ("fit/strength_fr965_27sets.fit", 74, 5, "336"),
        ("fit/strength_fr965_76sets.fit", 279, 14, "572"),
    ],
)
def test_it_counts_repetitions_and_loads_of_a_watch(
    path: Any, reps: Any, weighted: Any, volume: Any
) -> None:
    (lifting,) = found(path).sessions

    assert sum(s.reps or 0 for s in lifting.sets) == reps
    assert sum(s.load is not None for s in lifting.sets) == weighted
    assert lifting.volume_kg == Decimal(volume)


@pytest.mark.parametrize(
    ("path", "unit", "workouts", "sets", "exercises", "volume"),
    [
        ("csv/strong_10col_sample.csv", "kg", 15, 250, 19, "49237.4"),
        ("csv/strong_ios_12col_lbs.csv", "lb", 4, 48, 3, "10863.5372615"),
        ("csv/strong_rest_timer_rows.csv", "kg", 1, 8, 3, "1050"),
        ("csv/hevy_kg_52k.csv", None, 17, 330, 44, "165952"),
    ],
)
def test_it_reads_a_whole_strength_log(
    path: Any, unit: Any, workouts: Any, sets: Any, exercises: Any, volume: Any
) -> None:
    report = found(path, unit=unit)

    done = [s for session in report.sessions for s in session.sets]
    assert (report.status, len(report.sessions), len(done)) == ("new", workouts, sets)
    assert len({s.exercise_name for s in done}) == exercises
    assert sum(s.volume_kg or 0 for s in report.sessions) == Decimal(volume)


def test_it_notes_supersets_and_unknown_weights() -> None:
    sessions = found("csv/hevy_kg_52k.csv").sessions

    per_session = [sum("superset" in (s.note or "") for s in w.sets) for w in sessions]
    assert (sum(per_session), sum(n > 0 for n in per_session)) == (54, 6)
    assert sum(s.load_g is None for w in sessions for s in w.sets) == 4


@pytest.mark.parametrize("name", ["strong_10col_sample", "strong_ios_12col_lbs"])
def test_it_asks_for_the_unit_of_a_log_without_one(name: Any) -> None:
    report = found(f"csv/{name}.csv")

    assert (report.status, report.questions[0].asks) == ("question", "unit")


def test_it_asks_for_the_date_of_a_clock_without_one() -> None:
    report = found("fit/fr70_relative_timestamps.fit")

    assert (report.status, report.questions[0].suggestion) == ("question", "2012-02-13T11:16:16")


def test_it_refuses_every_other_file_with_a_sentence() -> None:
    others = [
        p for p in Path(FOLDER).rglob("*") if p.is_file() and p.suffix not in {".fit", ".csv"}
    ]

    reports = [samples.report(p.read_bytes(), name=p.name) for p in others]

    assert len(reports) > 10
    assert {report.status for report in reports} == {"refused"}
    assert all(report.errors[0].message for report in reports)
