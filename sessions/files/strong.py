"""Exports of the Strong app (iOS and Android, comma or semicolon, 10 to 14 columns) to sessions.

The unit is rarely in the file: without one the weights are a question, never a guess. A weight or a
number of repetitions of 0 is how Strong writes a blank, so it is unknown, not zero.
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

KIND = "strong_csv"
_REQUIRED = frozenset({"date", "workout name", "exercise name", "set order", "reps"})
_NOT_A_SET = frozenset({"rest timer", "note", "rest"})
_SET_WORDS = {"w": "", "d": "drop set", "f": "to failure"}
_WEIGHTS = {"weight (kg)": "kg", "weight (lbs)": "lb", "weight (lb)": "lb", "weight": None}
_DISTANCES = {
    "distance (meters)": "m",
    "distance (km)": "km",
    "distance (miles)": "mi",
    "distance": None,
}
_DURATIONS = ("duration (sec)", "workout duration", "duration")


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which columns this variant of the export has, and the units that their names give."""

    weight: str
    weight_unit: str | None
    distance: str
    distance_unit: str | None
    duration: str


def read_strong(
    data: bytes,
    *,
    name: str,
    zone: ZoneInfo,
    unit: str | None,
    decimal: str | None,
    catalogue: Mapping[str, str],
) -> FileReport:
    """Sessions of a Strong export.

    Args:
        data: the file.
        name: its name, for the report.
        zone: where its local times were lived.
        unit: `kg` or `lb` when the person has said; a unit in the file wins.
        decimal: `.` or `,` when the person has said.
        catalogue: name of every known exercise by slug.

    Raises:
        Unreadable: the table itself is broken.
    """
    table = read_table(data, required=_REQUIRED)
    columns = _columns(table)
    numeric = (columns.weight, "reps", "rpe", "seconds")
    try:
        reading = workouts.start_reading(
            table.rows, numeric, unit=unit, decimal=decimal, slug_for=resolver(catalogue)
        )
    except decimal_marks.Ambiguous as number:
        return workouts.ambiguous(name, KIND, str(number))
    groups = workouts.grouped(table.rows, lambda r: r.text("date") + "\n" + r.text("workout #"))
    sessions = workouts.built(groups, lambda rows: _session(rows, columns, zone, reading), reading)
    return workouts.report(name, KIND, sessions, reading)


def _columns(table: Table) -> _Columns:
    weight = table.first_of(*_WEIGHTS)
    if weight is None:
        raise Unreadable("line 1", "The column “weight” is missing.")
    distance = table.first_of(*_DISTANCES) or "distance"
    duration = table.first_of(*_DURATIONS) or "duration"
    return _Columns(weight, _WEIGHTS[weight], distance, _DISTANCES[distance], duration)


def _session(
    rows: list[Row], columns: _Columns, zone: ZoneInfo, reading: workouts.Reading
) -> ImportedSession | None:
    first = rows[0]
    moment = _moment(first)
    done = [row for row in rows if row.text("set order").lower() not in _NOT_A_SET]
    sets = tuple(_set(row, order, columns, reading) for order, row in enumerate(done, 1))
    if not sets:
        return None
    duration_s = _duration(first, columns.duration)
    remarks = [row.text("notes") for row in rows if row.text("set order").lower() == "note"]
    return ImportedSession(
        sport="strength",
        session_type=None,
        start=to_utc(moment, zone),
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
        title=line(first.text("workout name")) or "Workout",
        note=joined(next((t for r in rows if (t := r.text("workout notes"))), ""), *remarks),
        device="Strong",
        flags=workouts.long_flags(duration_s),
        external_id=f"strong:{moment.isoformat()}",
    )


def _moment(row: Row) -> datetime:
    try:
        return parse_moment(row.text("date"))
    except ValueError as error:
        raise Unreadable(row.where("Date"), f"{error}.") from None


def _duration(row: Row, column: str) -> int | None:
    text = row.text(column)
    try:
        return (measures.seconds(text) or None) if text else None
    except ValueError as error:
        raise Unreadable(row.where(column), f"{error}.") from None


def _set(row: Row, order: int, columns: _Columns, reading: workouts.Reading) -> ImportedSet:
    word = row.text("set order").lower()
    if word not in _SET_WORDS and not word.removesuffix(".0").isdecimal():
        raise Unreadable(row.where("Set Order"), f"“{word[:20]}” is not a set that is known.")
    name = line(row.text("exercise name"))
    if not name:
        raise Unreadable(row.where("Exercise Name"), "The exercise has no name.")
    load, entered = reading.load(row, columns.weight, _weight_unit(row, columns))
    unit = columns.distance_unit or row.text("distance unit") or None
    metres, covered = workouts.note_distance(row, columns.distance, unit)
    timed = whole(reading.number(row, "seconds")) or None
    return ImportedSet(
        exercise_name=name,
        slug=reading.slug_for(name),
        order=order,
        kind="warmup" if word == "w" else "work",
        load=load or None,
        entered=entered if load else None,
        reps=reading.reps(row, "reps") or None,
        rpe_x10=reading.rpe_x10(row, "rpe"),
        duration_s=timed,
        distance_m=metres,
        note=joined(
            _SET_WORDS.get(word, ""),
            f"{timed} s" if timed else "",
            covered,
            clean(row.text("notes"), NOTE),
        ),
    )


def _weight_unit(row: Row, columns: _Columns) -> str | None:
    said = row.text("weight unit").lower()
    if columns.weight_unit or not said:
        return columns.weight_unit
    if said not in measures.UNITS:
        raise Unreadable(row.where("Weight Unit"), f"“{said[:20]}” is neither kg nor lb.")
    return measures.UNITS[said]
