"""A session of a file and the planned session of its day: filed together, or said why not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from decisions import clock
from decisions.selectors.known import Range, known, now
from sessions.domain.records import COMPLETED, PRESCRIPTION, SET
from sessions.services import imports
from sessions.services.imports import Answers
from tests.sessions import doing, making
from tests.sessions.files import fit_writer as fit
from tests.sessions.files import samples
from tests.sessions.making import KEY

if TYPE_CHECKING:
    from decisions.models import Stream
    from sessions.files.import_report import ImportReport

ROWS = (
    "2026-11-26 19:10:00,Legs,50m,Squat (Barbell),1,105,5,0,0,,,7",
    "2026-11-26 19:10:00,Legs,50m,Pull Up,1,0,8,0,0,,,",
)
MORNING = datetime(2026, 11, 26, 6, 0, tzinfo=UTC)
AFTER = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)
RUN_KEY = "2026-11-26:return/01/run"


def bring(stream: Stream, data: bytes, **answers: Any) -> ImportReport:
    """Import as somebody in Berlin, when the session is over."""
    with clock.at(AFTER):
        return imports.import_file(
            stream=stream,
            athlete_zone="Europe/Berlin",
            name="a.csv",
            data=data,
            actor="user:1",
            answers=Answers(unit="kg", **answers),
        )


def prescribed(stream: Stream, occasion: str = "p1", **changes: Any) -> None:
    """A prescription that was issued in the morning."""
    with clock.at(MORNING):
        doing.prescribe(stream, occasion, **changes)


def test_it_files_a_session_under_the_planned_one_of_its_day_and_sport(
    stream: Stream, evening: datetime
) -> None:
    prescribed(stream)

    report = bring(stream, samples.strong(*ROWS))

    (outcome,) = report.sessions
    assert (outcome.session_key, outcome.planned) == (KEY, True)
    assert outcome.because == "filed under the planned session “Lower A”"
    facts = now(stream, COMPLETED, KEY).facts or {}
    assert (facts["title"], facts["note"], facts["prescription_version"]) == ("Lower A", "Legs", 1)
    assert facts["prescription_position"] == now(stream, PRESCRIPTION, KEY).position
    assert facts["srpe_x10"] is None


def test_it_ties_a_set_to_the_only_item_of_its_exercise(stream: Stream, evening: datetime) -> None:
    prescribed(stream)

    bring(stream, samples.strong(*ROWS))

    tied = {
        (s.facts or {})["exercise"]: (s.facts or {})["planned_item"]
        for s in known(stream, ranges=[Range(SET)])
    }
    assert tied == {"back_squat_high_bar": "squat", "pull_up": None}


def test_it_names_no_version_when_none_had_been_issued_when_it_began(stream: Stream) -> None:
    with clock.at(datetime(2026, 11, 26, 21, 0, tzinfo=UTC)):
        doing.prescribe(stream)
        report = bring(stream, samples.strong(*ROWS))

    facts = now(stream, COMPLETED, KEY).facts or {}
    assert report.sessions[0].planned
    assert (facts["prescription_version"], facts["prescription_position"]) == (None, None)


def test_it_leaves_a_session_of_another_sport_unplanned(stream: Stream, evening: datetime) -> None:
    prescribed(stream)
    begun = fit_seconds(datetime(2026, 11, 26, 17, 0, tzinfo=UTC))

    report = bring(stream, samples.a_run(start_time=begun, timestamp=begun + 3100))

    assert (report.sessions[0].status, report.sessions[0].planned) == ("new", False)
    assert str(report.sessions[0].session_key).startswith("2026-11-26:file-")


def test_it_leaves_a_session_of_another_day_unplanned(stream: Stream, evening: datetime) -> None:
    prescribed(stream)
    rows = [row.replace("2026-11-26", "2026-11-25") for row in ROWS]

    assert not bring(stream, samples.strong(*rows)).sessions[0].planned


def test_it_chooses_none_of_two_planned_sessions_of_one_sport(
    stream: Stream, evening: datetime
) -> None:
    prescribed(stream)
    prescribed(stream, "p2", key="2026-11-26:return/01/lower-b", title="Lower B")

    assert not bring(stream, samples.strong(*ROWS)).sessions[0].planned


def test_it_files_neither_of_two_sessions_that_could_be_the_planned_one(
    stream: Stream, evening: datetime
) -> None:
    prescribed(stream)
    earlier = [row.replace("19:10:00", "07:10:00") for row in ROWS]

    report = bring(stream, samples.strong(*ROWS, *earlier))

    assert [outcome.planned for outcome in report.sessions] == [False, False]
    assert "could be the planned one" in report.sessions[0].because
    assert now(stream, COMPLETED, KEY).facts is None


def test_it_proposes_a_planned_session_that_was_logged_by_hand(
    stream: Stream, evening: datetime
) -> None:
    prescribed(stream)
    doing.start(stream)

    report = bring(stream, samples.strong(*ROWS))

    assert report.status == "possible_duplicate"
    assert report.sessions[0].session_key == KEY


def test_it_finds_a_planned_session_that_was_moved_to_the_day(
    stream: Stream, evening: datetime
) -> None:
    moved = "2026-11-24:return/01/lower-a"
    prescribed(stream, key=moved)

    report = bring(stream, samples.strong(*ROWS))

    assert (report.sessions[0].session_key, report.sessions[0].planned) == (moved, True)


def test_it_knows_a_recording_again_that_it_filed_under_a_plan(
    stream: Stream, evening: datetime
) -> None:
    prescribed(stream)
    bring(stream, samples.strong(*ROWS))

    again = bring(stream, samples.strong(*ROWS) + b"\n")

    assert [outcome.status for outcome in again.sessions] == ["already"]


def test_a_planned_session_that_was_taken_out_stays_out(stream: Stream, evening: datetime) -> None:
    prescribed(stream)
    bring(stream, samples.strong(*ROWS))
    from tests.sessions.services.test_import_file import retract

    retract(stream, KEY)

    again = bring(stream, samples.strong(*ROWS) + b"\n")

    assert [outcome.status for outcome in again.sessions] == ["retracted"]
    assert now(stream, COMPLETED, KEY).facts is None


def test_it_leaves_a_prescription_untouched(stream: Stream, evening: datetime) -> None:
    prescribed(stream)
    before = now(stream, PRESCRIPTION, KEY)

    bring(stream, samples.strong(*ROWS))

    assert now(stream, PRESCRIPTION, KEY) == before


def test_it_files_a_planned_run(stream: Stream, evening: datetime) -> None:
    prescribed(stream, key=RUN_KEY, sport="run", items=[making.easy_run()], title="Easy")
    begun = fit_seconds(evening - timedelta(hours=2))

    report = bring(stream, samples.a_run(start_time=begun, timestamp=begun + 3100))

    assert (report.sessions[0].session_key, report.sessions[0].planned) == (RUN_KEY, True)


def fit_seconds(moment: datetime) -> int:
    """Seconds of the FIT clock."""
    return int((moment - datetime(1989, 12, 31, tzinfo=UTC)).total_seconds())


def test_the_clock_of_the_samples_is_right() -> None:
    assert fit_seconds(samples.STARTED) == samples.START
    assert fit.checksum(b"123456789") == 0xBB3D
