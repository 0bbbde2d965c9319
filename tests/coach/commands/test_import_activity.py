"""The command is a thin door: files in, a report out, an honest exit code."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from decisions import clock
from decisions.models import Athlete
from decisions.selectors.known import Range, known
from tests.sessions.files import fit_writer as fit
from tests.sessions.files import samples

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
ROW = "2025-08-03 13:04:33,Midday,50m,Squat (Barbell),1,100,5,0,0,,,8.5"
KEYS = {"sport", "start", "local_date", "duration_s", "distance_m", "sets", "volume_kg", "kind"}


@pytest.fixture
def athlete(db: None) -> Iterator[Athlete]:
    user = get_user_model().objects.create(username="runner")
    with clock.at(NOW):
        yield Athlete.objects.create(user=user, name="Rosa", zone="Europe/Berlin")


@pytest.fixture
def run_file(tmp_path: Path) -> Path:
    return written(tmp_path, "run.fit", samples.a_run())


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    return written(tmp_path, "log.csv", samples.strong(ROW))


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def answer(*arguments: object, code: int = 0) -> dict[str, Any]:
    """The JSON of the command and its exit code."""
    found, exit_code = spoken(*arguments, "--json")
    assert exit_code == code
    result: dict[str, Any] = json.loads(found)
    return result


def spoken(*arguments: object) -> tuple[str, int]:
    out = io.StringIO()
    try:
        call_command("import_activity", *map(str, arguments), stdout=out)
    except CommandError as error:
        return out.getvalue(), error.returncode
    return out.getvalue(), 0


def sessions(athlete: Athlete) -> int:
    return len(known(athlete.stream, ranges=[Range("training_sessions.completed")]))


def test_it_imports_a_file_and_says_what_it_did(athlete: Athlete, run_file: Path) -> None:
    (report,) = answer(run_file, "--athlete", "runner")["files"]

    assert (report["file"], report["status"]) == ("run.fit", "new")
    (session,) = report["sessions"]
    assert set(session) >= KEYS
    assert (session["sport"], session["start"], session["local_date"]) == (
        "run",
        "2024-11-08T11:33:20Z",
        "2024-11-08",
    )
    assert (session["duration_s"], session["distance_m"], session["kind"]) == (
        3001,
        8123,
        "endurance",
    )
    assert (session["sets"], session["volume_kg"]) == (0, None)
    assert (report["questions"], report["errors"]) == ([], [])
    assert sessions(athlete) == 1


def test_it_says_already_the_second_time(athlete: Athlete, run_file: Path) -> None:
    answer(run_file, "--athlete", "runner")

    (report,) = answer(run_file, "--athlete", "runner")["files"]

    assert (report["status"], sessions(athlete)) == ("already", 1)


def test_a_dry_run_writes_nothing(athlete: Athlete, run_file: Path) -> None:
    (report,) = answer(run_file, "--athlete", "runner", "--dry-run")["files"]

    assert (report["status"], report["written"], sessions(athlete)) == ("new", False, 0)


def test_a_question_ends_with_one_and_writes_nothing(athlete: Athlete, log_file: Path) -> None:
    (report,) = answer(log_file, "--athlete", "runner", code=1)["files"]

    assert (report["status"], report["questions"][0]["asks"]) == ("question", "unit")
    assert sessions(athlete) == 0


@pytest.mark.parametrize(("unit", "volume"), [("kg", 500.0), ("lb", 226.796)])
def test_it_takes_the_unit_as_an_answer(
    athlete: Athlete, log_file: Path, unit: Any, volume: Any
) -> None:
    (report,) = answer(log_file, "--athlete", "runner", "--unit", unit)["files"]

    (session,) = report["sessions"]
    assert (session["sets"], session["volume_kg"], session["kind"]) == (1, volume, "strength")


def test_it_takes_the_decimal_mark_as_an_answer(athlete: Athlete, tmp_path: Path) -> None:
    row = ROW.replace(",100,", ',"1,234",').replace("8.5", "8")
    path = written(tmp_path, "log.csv", samples.strong(row))
    arguments = (path, "--athlete", "runner", "--unit", "kg")
    assert answer(*arguments, code=1)["files"][0]["questions"][0]["asks"] == "decimal"

    (report,) = answer(*arguments, "--decimal", "point")["files"]

    assert report["sessions"][0]["volume_kg"] == 6170.0


def test_it_takes_the_zone_as_an_answer(athlete: Athlete, run_file: Path) -> None:
    (report,) = answer(run_file, "--athlete", "runner", "--zone", "Pacific/Kiritimati")["files"]

    assert report["sessions"][0]["local_date"] == "2024-11-09"


def test_one_refused_file_does_not_stop_the_others(
    athlete: Athlete, run_file: Path, tmp_path: Path
) -> None:
    bad = written(tmp_path, "bad.fit", b"no training file at all")
    missing = tmp_path / "missing.fit"

    reports = answer(bad, missing, tmp_path, run_file, "--athlete", "runner", code=1)["files"]

    assert [r["status"] for r in reports] == ["refused", "refused", "refused", "new"]
    assert all(r["errors"][0]["where"] == "file" for r in reports[:3])
    assert sessions(athlete) == 1


def test_a_possible_duplicate_needs_the_word_of_a_person(athlete: Athlete, tmp_path: Path) -> None:
    first = written(tmp_path, "a.fit", samples.a_run())
    second = written(
        tmp_path, "b.fit", samples.a_run(total_ascent=5).replace(b"\x4d\0\0\0", b"\x4e\0\0\0", 1)
    )
    answer(first, "--athlete", "runner")

    found = answer(second, "--athlete", "runner", code=1)["files"][0]
    kept = answer(second, "--athlete", "runner", "--keep-both", code=1)["files"][0]

    assert (found["status"], found["written"]) == ("possible_duplicate", False)
    assert (kept["status"], kept["written"], sessions(athlete)) == ("partial", True, 2)


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("--athlete", "nobody"), id="no-such-athlete"),
        pytest.param(("--athlete", "runner", "--zone", "Mars/Olympus"), id="no-such-zone"),
        pytest.param(("--athlete", "runner", "--start", "soon"), id="no-moment"),
    ],
)
def test_wrong_usage_ends_with_two(athlete: Athlete, run_file: Path, arguments: Any) -> None:
    assert spoken(run_file, *arguments) == ("", 2)
    assert sessions(athlete) == 0


def test_it_prints_a_table_for_people(athlete: Athlete, run_file: Path, log_file: Path) -> None:
    found, code = spoken(run_file, log_file, "--athlete", "runner")

    assert code == 1
    assert "run.fit: new" in found
    assert "2024-11-08" in found
    assert "8.12 km" in found
    assert "log.csv: question" in found
    assert "? The file does not say in which unit" in found


@pytest.mark.parametrize("start", ["0001-01-01T12:00", "9999-12-31T23:59", "2031-01-01T12:00"])
def test_a_start_that_nobody_can_mean_is_refused(
    athlete: Athlete, tmp_path: Path, start: str
) -> None:
    data = fit.fit_file(
        [samples.file_id(time_created=5000), samples.session(start_time=5000, timestamp=8100)]
    )
    file = written(tmp_path, "dateless.fit", data)
    assert spoken(file, "--athlete", "runner", "--start", start) == ("", 2)
    assert known(athlete.stream, ranges=[Range("training_sessions.completed")]) == []
