"""Small made-up training files, written by the tests themselves."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sessions.files.reader import read
from sessions.files.values import FileReport
from tests.sessions.files import fit_writer as fit

BERLIN = ZoneInfo("Europe/Berlin")
START = 1_100_000_000
"""FIT seconds of 2024-11-08T11:33:20Z."""

STARTED = datetime(2024, 11, 8, 11, 33, 20, tzinfo=UTC)
CATALOGUE = {
    "back_squat_high_bar": "Back squat (high bar)",
    "bench_press": "Bench press",
    "db_bench_press": "Dumbbell bench press",
    "deadlift_conventional": "Deadlift (conventional)",
    "pull_up": "Pull-up",
    "back_extension": "Back extension",
    "plank": "Plank",
}
RUN, RIDE, SWIM, TRANSITION, TRAINING = 1, 2, 5, 3, 10
STRENGTH_TRAINING, VIRTUAL = 20, 58

STRONG_HEADER = (
    "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,"
    "Workout Notes,RPE\n"
)
HEVY_HEADER = (
    '"title","start_time","end_time","description","exercise_title","superset_id",'
    '"exercise_notes","set_index","set_type","weight_kg","reps","distance_km","duration_seconds",'
    '"rpe"\n'
)


def file_id(**fields: fit.Value) -> fit.Message:
    """An activity file of a Garmin watch with serial number 77."""
    base = {"type": 4, "manufacturer": 1, "product": 1, "serial_number": 77, "time_created": START}
    return fit.FILE_ID, {**base, **fields}


def session(**fields: Any) -> fit.Message:
    """A run of 3000.5 s and 8123.45 m; a field given as None is left out."""
    base = {
        "timestamp": START + 3100,
        "start_time": START,
        "sport": RUN,
        "total_elapsed_time": 3_100_000,
        "total_timer_time": 3_000_500,
        "total_distance": 812_345,
        "avg_heart_rate": 151,
    }
    return fit.SESSION, {k: v for k, v in {**base, **fields}.items() if v is not None}


def activity(**fields: Any) -> fit.Message:
    """An activity that ends 3100 s after its start, two hours east of UTC."""
    base = {
        "timestamp": START + 3100,
        "total_timer_time": 3_000_500,
        "num_sessions": 1,
        "local_timestamp": START + 3100 + 7200,
    }
    return fit.ACTIVITY, {k: v for k, v in {**base, **fields}.items() if v is not None}


def a_set(**fields: Any) -> fit.Message:
    """An active set of 8 repetitions without a weight, exercise not known."""
    base = {
        "timestamp": START,
        "duration": 30_000,
        "repetitions": 8,
        "weight": 0,
        "set_type": 1,
        "start_time": START,
        "category": 65534,
    }
    return fit.SET, {k: v for k, v in {**base, **fields}.items() if v is not None}


def a_run(**fields: Any) -> bytes:
    """A whole file with one run, one lap and two records."""
    lap: dict[str, fit.Value] = {
        "timestamp": START + 3100,
        "start_time": START,
        "total_timer_time": 3_000_500,
    }
    records: list[fit.Message] = [
        (fit.RECORD, {"timestamp": START + n, "heart_rate": 140 + n}) for n in (1, 2)
    ]
    return fit.fit_file([file_id(), *records, (fit.LAP, lap), session(**fields), activity()])


def strong(*rows: str, header: str = STRONG_HEADER) -> bytes:
    """A Strong export."""
    return (header + "\n".join(rows) + "\n").encode()


def hevy(*rows: str, header: str = HEVY_HEADER) -> bytes:
    """A Hevy export."""
    return (header + "\n".join(rows) + "\n").encode()


def report(data: bytes, name: str = "a file", **answers: Any) -> FileReport:
    """Read a file as somebody in Berlin."""
    return read(data, name=name, zone=BERLIN, catalogue=CATALOGUE, **answers)
