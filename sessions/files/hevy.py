"""Exports of the Hevy app to sessions: month names, supersets, set types, kilograms or pounds.

Hevy leaves blank what was not entered, so a 0 stands for a typed 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sessions.files import decimal_marks, measures, workouts
from sessions.files.exercise_names import resolver
from sessions.files.moments import parse_moment, to_utc
from sessions.files.tables import Row, Table, read_table
from sessions.files.values import FileReport, ImportedSession, ImportedSet, Unreadable, whole
from sessions.files.wording import NOTE, clean, joined, line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from zoneinfo import ZoneInfo

KIND = "hevy_csv"
_REQUIRED = frozenset({"start_time", "exercise_title", "set_index", "reps"})
_SET_TYPES = {
    "normal": "",
    "": "",
    "warmup": "",
    "dropset": "drop set",
    "failure": "to failure",
}
_WEIGHTS = {"weight_kg": "kg", "weight_lbs": "lb", "weight_lb": "lb", "weight": None}
_DISTANCES = {
    "distance_km": "km",
    "distance_miles": "miles",
    "distance_meters": "m",
    "distance": None,
}


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which columns this variant of the export has, and the units that their names give."""

    weight: str
    distance: str


def read_hevy(
    data: bytes,
    *,
    name: str,
    zone: ZoneInfo,
    unit: str | None,
    decimal: str | None,
    catalogue: Mapping[str, str],
) -> FileReport:
    """Sessions of a Hevy export; arguments and refusals as for `read_strong`."""
    table = read_table(data, required=_REQUIRED)
    columns = _columns(table)
    numeric = (columns.weight, "reps", "rpe", "duration_seconds")
    try:
        reading = workouts.start_reading(
            table.rows, numeric, unit=unit, decimal=decimal, slug_for=resolver(catalogue)
        )
    except decimal_marks.Ambiguous as number:
        return workouts.ambiguous(name, KIND, str(number))
    groups = workouts.grouped(table.rows, lambda r: r.text("start_time") + "\n" + r.text("title"))
    sessions = workouts.built(groups, lambda rows: _session(rows, columns, zone, reading), reading)
    return workouts.report(name, KIND, sessions, reading)


def _columns(table: Table) -> _Columns:
    weight = table.first_of(*_WEIGHTS)
    if weight is None:
        raise Unreadable("line 1", "The column “weight_kg” or “weight_lbs” is missing.")
    return _Columns(weight, table.first_of(*_DISTANCES) or "distance")


def _session(
    rows: list[Row], columns: _Columns, zone: ZoneInfo, reading: workouts.Reading
) -> ImportedSession:
    first = rows[0]
    moment = _moment(first, "start_time")
    sets = tuple(_set(row, order, columns, reading) for order, row in enumerate(rows, 1))
    start = to_utc(moment, zone)
    duration_s = _duration(first, start, zone)
    return ImportedSession(
        sport="strength",
        session_type=None,
        start=start,
        start_evidence="observed" if moment.tzinfo else "derived",
        offset_s=None,
        duration_s=duration_s,
        elapsed_s=duration_s,
        distance_m=None,
        avg_hr_bpm=None,
        avg_power_w=None,
        climb_m=None,
        laps=(),
        sets=sets,
        title=line(first.text("title")) or "Workout",
        note=joined(first.text("description")),
        device="Hevy",
        flags=workouts.long_flags(duration_s),
        external_id=f"hevy:{moment.isoformat()}",
    )


def _moment(row: Row, column: str) -> datetime:
    try:
        return parse_moment(row.text(column))
    except ValueError as error:
        raise Unreadable(row.where(column), f"{error}.") from None


def _duration(row: Row, start: datetime, zone: ZoneInfo) -> int | None:
    if not row.text("end_time"):
        return None
    end = to_utc(_moment(row, "end_time"), zone)
    length = int((end - start).total_seconds())
    if length < 0 or length > measures.LONGEST_S:
        raise Unreadable(row.where("end_time"), "The workout ends before it starts, or never.")
    return length or None


def _set(row: Row, order: int, columns: _Columns, reading: workouts.Reading) -> ImportedSet:
    word = row.text("set_type").lower()
    if word not in _SET_TYPES:
        raise Unreadable(row.where("set_type"), f"“{word[:20]}” is not a set type that is known.")
    name = line(row.text("exercise_title"))
    if not name:
        raise Unreadable(row.where("exercise_title"), "The exercise has no name.")
    load, entered = reading.load(row, columns.weight, _WEIGHTS[columns.weight])
    metres, covered = workouts.note_distance(row, columns.distance, _DISTANCES[columns.distance])
    timed = whole(reading.number(row, "duration_seconds")) or None
    superset = row.text("superset_id")
    return ImportedSet(
        exercise_name=name,
        slug=reading.slug_for(name),
        order=order,
        kind="warmup" if word == "warmup" else "work",
        load=load,
        entered=entered,
        reps=reading.reps(row, "reps"),
        rpe_x10=reading.rpe_x10(row, "rpe"),
        duration_s=timed,
        distance_m=metres,
        note=joined(
            _SET_TYPES[word],
            f"superset {line(superset, 20)}" if superset else "",
            f"{timed} s" if timed else "",
            covered,
            clean(row.text("exercise_notes"), NOTE),
        ),
    )
