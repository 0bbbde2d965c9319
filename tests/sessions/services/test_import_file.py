"""Importing a file: what is written, as what, and what a second time changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest

from decisions import clock
from decisions.domain.errors import InvalidFacts
from decisions.domain.mandates import MANDATES
from decisions.selectors.known import Known, Range, head, history, known, now
from sessions.domain.records import COMPLETED, EXERCISE, SET, SOURCE
from sessions.services import corrections, import_plans, imports
from sessions.services.imports import Answers
from tests.sessions import doing
from tests.sessions.files import fit_writer as fit
from tests.sessions.files import samples
from tests.sessions.files.samples import START, a_run, a_set, file_id, session

if TYPE_CHECKING:
    from decisions.models import Stream
    from sessions.files.import_report import ImportReport

pytestmark = pytest.mark.usefixtures("evening")

DAY = "2025-08-03 13:04:33,Midday,50m"
LOG = samples.strong(
    f"{DAY},Squat (Barbell),W,60,8,0,0,,,",
    f"{DAY},Squat (Barbell),1,100,5,0,0,,easy,8.5",
    f"{DAY},Arnold Press (Dumbbell),1,20,10,0,0,,,",
)
LIFTING = fit.fit_file(
    [
        file_id(),
        a_set(weight=224, category=0, category_subtype=1),
        a_set(),
        session(sport=samples.TRAINING, sub_sport=samples.STRENGTH_TRAINING, total_distance=0),
    ]
)


def bring(
    stream: Stream, data: bytes, *, name: str = "a.fit", zone: str = "Europe/Berlin", **answers: Any
) -> ImportReport:
    """Import as somebody in Berlin."""
    return imports.import_file(
        stream=stream,
        athlete_zone=zone,
        name=name,
        data=data,
        actor="user:1",
        answers=Answers(**answers),
    )


def items(stream: Stream, surface: str) -> list[Known]:
    """What is known on a surface."""
    return known(stream, ranges=[Range(surface)])


def only(stream: Stream, surface: str) -> dict[str, Any]:
    """Facts of the only item of a surface."""
    (item,) = items(stream, surface)
    assert item.facts is not None
    return item.facts


def statuses(report: ImportReport) -> list[str]:
    """The status of the file and of each session."""
    return [report.status, *(outcome.status for outcome in report.sessions)]


def retract(stream: Stream, key: str) -> None:
    """Take a session out with all its sets."""
    corrections.retract_session(
        stream=stream,
        session_key=key,
        reviewed=now(stream, COMPLETED, key).fingerprint,
        reason="not mine",
        occasion=f"out {key}",
        actor="user:1",
    )


def test_it_files_a_run_as_an_observed_session_without_a_plan(stream: Stream) -> None:
    report = bring(stream, a_run())

    assert (statuses(report), report.written) == (["new", "new"], True)
    (run,) = items(stream, COMPLETED)
    facts = run.facts or {}
    assert (run.evidence, run.zone, run.local_date) == (
        "observed",
        "Etc/GMT-2",
        date(2024, 11, 8),
    )
    assert run.occurred_at == samples.STARTED
    assert facts["started_at"] == "2024-11-08T11:33:20Z"
    assert facts["ended_at"] == "2024-11-08T12:25:00Z"
    assert (facts["sport"], facts["duration_s"], facts["distance_m"]) == ("run", 3001, 8123)
    assert (facts["avg_hr_bpm"], facts["srpe_x10"], facts["session_type"]) == (151, None, None)
    assert (facts["entry_mode"], facts["status"]) == ("imported", "completed")
    assert facts["external_id"] == f"fit:garmin:77:{START}:0"
    assert facts["source"] == report.sha256


def test_it_records_the_file_and_what_came_from_it(stream: Stream) -> None:
    report = bring(stream, a_run(), name="morning.fit")

    source = only(stream, SOURCE)
    assert (source["sha256"], source["name"], source["kind"]) == (
        report.sha256,
        "morning.fit",
        "fit",
    )
    assert source["size"] == len(a_run())
    assert source["sessions"] == [report.sessions[0].session_key]


def test_it_writes_a_file_in_one_decision(stream: Stream) -> None:
    bring(stream, LOG, unit="kg")

    everything = [*items(stream, COMPLETED), *items(stream, SET), *items(stream, SOURCE)]
    sources = [item.source or {} for item in everything]
    assert len(everything) == 5
    assert {s["sha256"] for s in sources} == {only(stream, SOURCE)["sha256"]}
    assert {s["mandate"] for s in sources} == {"connector"}
    positions = sorted(i.position for i in [*everything, *items(stream, EXERCISE)])
    assert positions == list(range(positions[0], positions[0] + 6))


def test_it_files_typed_sets_as_reported_and_nothing_that_was_not_typed(stream: Stream) -> None:
    bring(stream, LOG, unit="kg")

    warmup, work, pressed = items(stream, SET)
    assert {s.evidence for s in (warmup, work, pressed)} == {"user_reported"}
    first, second = warmup.facts or {}, work.facts or {}
    assert (first["kind"], first["exercise"], first["rpe_x10"]) == (
        "warmup",
        "back_squat_high_bar",
        None,
    )
    assert (second["load_g"], second["entered"], second["reps"], second["rpe_x10"]) == (
        100_000,
        "100 kg",
        5,
        85,
    )
    assert {s["entry_mode"] for s in (first, second)} == {"imported"}
    assert only(stream, COMPLETED)["note"] == "easy"


def test_it_makes_an_exercise_of_the_athletes_own_of_an_unknown_name(stream: Stream) -> None:
    bring(stream, LOG, unit="kg")

    own = only(stream, EXERCISE)
    assert (own["slug"], own["name"], own["custom"]) == (
        "arnold_press_dumbbell",
        "Arnold Press (Dumbbell)",
        True,
    )
    assert (items(stream, SET)[2].facts or {})["exercise"] == own["slug"]


def test_it_uses_an_exercise_of_the_athletes_own_again(stream: Stream) -> None:
    bring(stream, LOG, unit="kg")
    later = LOG.replace(b"2025-08-03", b"2025-08-10")

    assert statuses(bring(stream, later, unit="kg")) == ["new", "new"]
    assert len(history(stream, EXERCISE, "arnold_press_dumbbell")) == 1


def test_it_files_what_a_watch_counted_as_observed_and_what_was_typed_on_it_as_reported(
    stream: Stream,
) -> None:
    bring(stream, LIFTING)

    typed, counted = items(stream, SET)
    assert (typed.evidence, (typed.facts or {})["exercise"]) == ("user_reported", "bench_press")
    assert (counted.evidence, (counted.facts or {})["load_g"]) == ("observed", None)
    assert (counted.facts or {})["exercise"] == "unidentified_exercise"


def test_it_files_a_set_without_a_repetition_as_failed(stream: Stream) -> None:
    row = '"A","3 May 2025, 09:05","","","Plank",,"",0,"normal",60,0,,,'

    bring(stream, samples.hevy(row))

    assert only(stream, SET)["state"] == "failed"


def test_the_same_bytes_again_change_nothing(stream: Stream) -> None:
    bring(stream, LOG, unit="kg")
    before = head(stream)

    again = bring(stream, LOG, unit="kg", name="copy of it.csv")

    assert (statuses(again), again.written, again.fine) == (["already", "already"], False, True)
    assert head(stream) == before


def test_the_same_bytes_again_need_no_answer(stream: Stream) -> None:
    bring(stream, LOG, unit="kg")

    assert statuses(bring(stream, LOG)) == ["already", "already"]


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "Pacific/Honolulu"])
def test_the_same_bytes_are_known_again_from_another_zone_or_unit(
    stream: Stream, zone: Any
) -> None:
    bring(stream, LOG, unit="kg")

    assert statuses(bring(stream, LOG, unit="lb", zone=zone)) == ["already", "already"]


def test_the_same_recording_in_other_bytes_is_silently_one(stream: Stream) -> None:
    bring(stream, a_run())
    before = head(stream)

    again = bring(stream, a_run(total_ascent=90))

    assert statuses(again) == ["already", "already"]
    assert head(stream) == before


def test_a_longer_export_brings_only_what_is_new(stream: Stream) -> None:
    bring(stream, LOG, unit="kg")
    longer = LOG + b"2025-08-10 13:04:33,Midday,50m,Squat (Barbell),1,100,5,0,0,,,\n"

    report = bring(stream, longer, unit="kg")

    assert statuses(report) == ["new", "already", "new"]
    assert len(items(stream, COMPLETED)) == 2


def test_it_proposes_a_look_alike_of_another_file_and_writes_nothing(stream: Stream) -> None:
    bring(stream, a_run())
    before = head(stream)
    other = a_run_of(78, start_time=START + 100)

    report = bring(stream, other)

    assert (statuses(report), report.written) == (["possible_duplicate"] * 2, False)
    assert "100 s apart" in report.sessions[0].because
    assert report.sessions[0].session_key == items(stream, COMPLETED)[0].key
    assert (head(stream), report.fine) == (before, False)


def test_it_proposes_a_copy_whose_clock_is_off_by_a_zone(stream: Stream) -> None:
    bring(stream, a_run())

    report = bring(stream, a_run_of(78, start_time=START + 7199, timestamp=START + 10_300))

    assert report.status == "possible_duplicate"
    assert "2 h off" in report.sessions[0].because


def test_it_keeps_both_when_the_person_says_so_and_then_knows_both(stream: Stream) -> None:
    bring(stream, a_run())
    other = a_run_of(78, start_time=START + 100)

    assert statuses(bring(stream, other, keep_both=True)) == ["new", "new"]
    assert len(items(stream, COMPLETED)) == 2
    assert statuses(bring(stream, other)) == ["already", "already"]


def test_two_real_sessions_close_in_time_stay_two(stream: Stream) -> None:
    bring(stream, a_run())
    lifting = fit.fit_file(
        [file_id(serial_number=78), a_set(), session(sport=samples.TRAINING, start_time=START + 60)]
    )

    assert statuses(bring(stream, lifting)) == ["new", "new"]
    assert len(items(stream, COMPLETED)) == 2


def test_a_session_that_was_taken_out_stays_out(stream: Stream) -> None:
    report = bring(stream, LOG, unit="kg")
    retract(stream, str(report.sessions[0].session_key))
    before = head(stream)

    again = bring(stream, LOG, unit="kg")
    in_other_bytes = bring(stream, LOG + b"\n", unit="kg")

    assert statuses(again) == statuses(in_other_bytes) == ["already", "retracted"]
    assert (head(stream), items(stream, COMPLETED), items(stream, SET)) == (before, [], [])


def test_a_session_that_was_taken_out_comes_back_when_asked(stream: Stream) -> None:
    report = bring(stream, LOG, unit="kg")
    key = str(report.sessions[0].session_key)
    retract(stream, key)

    assert statuses(bring(stream, LOG, unit="kg", restore=True)) == ["new", "new"]
    assert [item.key for item in items(stream, COMPLETED)] == [key]
    assert len(items(stream, SET)) == 3
    assert statuses(bring(stream, LOG, unit="kg")) == ["already", "already"]


def test_a_look_alike_of_what_was_taken_out_is_proposed(stream: Stream) -> None:
    report = bring(stream, a_run())
    retract(stream, str(report.sessions[0].session_key))

    again = bring(stream, a_run_of(78))

    assert again.status == "possible_duplicate"
    assert "taken out" in again.sessions[0].because


def test_a_corrected_session_is_not_overwritten_by_its_file(stream: Stream) -> None:
    key = str(bring(stream, a_run()).sessions[0].session_key)
    corrections.correct(
        stream=stream,
        surface=COMPLETED,
        key=key,
        changes={"distance_m": 8000},
        reviewed=now(stream, COMPLETED, key).fingerprint,
        reason="the course is measured",
        occasion="c1",
        actor="user:1",
    )

    assert statuses(bring(stream, a_run())) == ["already", "already"]
    assert only(stream, COMPLETED)["distance_m"] == 8000


def test_a_whole_copy_of_a_damaged_recording_is_proposed(stream: Stream) -> None:
    damaged = bring(stream, a_run()[:-3])
    assert statuses(damaged) == ["partial", "new"]
    assert "partial_streams" in only(stream, COMPLETED)["flags"]

    whole = bring(stream, a_run())

    assert statuses(whole) == ["possible_duplicate"] * 2
    assert statuses(bring(stream, a_run(), keep_both=True)) == ["new", "new"]


def test_it_asks_before_it_writes(stream: Stream) -> None:
    report = bring(stream, LOG)

    assert (statuses(report), report.written) == (["question", "new"], False)
    assert [q.asks for q in report.questions] == ["unit"]
    assert head(stream) == 0


def test_it_asks_for_a_date_and_takes_the_answer_as_local_time(stream: Stream) -> None:
    dateless = fit.fit_file([file_id(time_created=5000), session(start_time=5000, timestamp=8100)])
    assert bring(stream, dateless).status == "question"

    report = bring(stream, dateless, started=datetime(2012, 2, 13, 11, 16))  # noqa: DTZ001

    assert statuses(report) == ["new", "new"]
    (run,) = items(stream, COMPLETED)
    assert (run.facts or {})["started_at"] == "2012-02-13T10:16:00Z"
    assert run.evidence == "user_reported"
    assert statuses(bring(stream, dateless)) == ["already", "already"]
    elsewhere = datetime(2013, 1, 1, tzinfo=ZoneInfo("UTC"))
    assert statuses(bring(stream, dateless, started=elsewhere)) == ["already", "already"]


def test_it_asks_for_the_zone_when_the_position_leaves_two_days(stream: Stream) -> None:
    night = START - 4 * 3600
    run = session(start_time=night, start_position_long=-1_460_000_000)
    data = fit.fit_file([file_id(), run])

    report = bring(stream, data, zone="Asia/Tokyo")

    assert (report.status, [q.asks for q in report.questions]) == ("question", ["zone"])
    assert head(stream) == 0
    answered = bring_from(stream, data, "America/Los_Angeles")
    assert (statuses(answered), answered.sessions[0].zone) == (["new"] * 2, "America/Los_Angeles")


@pytest.mark.parametrize(
    ("given", "day", "zone"),
    [
        (None, date(2024, 11, 8), "Etc/GMT-2"),
        ("Pacific/Kiritimati", date(2024, 11, 9), "Pacific/Kiritimati"),
        ("Pacific/Pago_Pago", date(2024, 11, 8), "Pacific/Pago_Pago"),
    ],
)
def test_it_files_a_session_under_the_day_of_one_zone(
    stream: Stream, given: Any, day: Any, zone: Any
) -> None:
    report = bring_from(stream, a_run(), given)

    (run,) = items(stream, COMPLETED)
    assert (run.local_date, run.zone, report.sessions[0].local_date) == (day, zone, day)
    assert (run.facts or {})["date"] == day.isoformat()


def test_it_files_every_leg_of_a_multisport_file(stream: Stream) -> None:
    legs = [(samples.SWIM, 0, 600), (samples.TRANSITION, 600, 60), (samples.RIDE, 660, 3000)]
    data = fit.fit_file(
        [
            file_id(),
            *(
                session(
                    sport=sport,
                    start_time=START + begin,
                    total_elapsed_time=length * 1000,
                    total_timer_time=length * 1000,
                    total_distance=None,
                )
                for sport, begin, length in legs
            ),
        ]
    )

    report = bring(stream, data)

    assert statuses(report) == ["new"] * 4
    sports = {
        (i.facts or {})["sport"]: (i.facts or {})["session_type"] for i in items(stream, COMPLETED)
    }
    assert sports == {"swim": None, "other": "transition", "ride": None}


FAR = 1_300_000_000
"""FIT seconds in the year 2031."""


def test_it_refuses_a_session_of_the_future(stream: Stream) -> None:
    report = bring(stream, fit.fit_file([file_id(time_created=FAR), session(start_time=FAR)]))

    assert (statuses(report), report.written, head(stream)) == (["refused"], False, 0)
    assert "lies in the future" in report.errors[-1].message


def test_it_leaves_a_session_of_the_future_out_and_files_the_others(stream: Stream) -> None:
    rows = (f"{DAY},Pull Up,1,0,8,0,0,,,", "2091-01-01 10:00:00,Typo,50m,Pull Up,1,0,8,0,0,,,")

    report = bring(stream, samples.strong(*rows), unit="kg")

    assert (statuses(report), report.written) == (["partial", "new"], True)
    assert [(e.where, "future" in e.message) for e in report.errors] == [("Typo, 2091-01-01", True)]
    assert only(stream, COMPLETED)["date"] == "2025-08-03"


def test_a_session_keeps_its_identity_whether_an_earlier_one_is_left_out_or_not(
    stream: Stream,
) -> None:
    data = fit.fit_file(
        [
            file_id(serial_number=0),
            session(start_time=FAR, timestamp=FAR + 3100),
            session(),
        ]
    )
    bring(stream, data)

    with clock.at(datetime(2032, 1, 1, tzinfo=UTC)):
        later = bring(stream, data)

    assert sorted(outcome.status for outcome in later.sessions) == ["already", "new"]


@pytest.mark.parametrize("year", [1, 1899, 2031, 9999])
def test_it_refuses_a_start_that_nobody_can_mean(stream: Stream, year: int) -> None:
    dateless = fit.fit_file([file_id(time_created=5000), session(start_time=5000, timestamp=8100)])

    with pytest.raises(InvalidFacts, match="started"):
        bring(stream, dateless, started=datetime(year, 1, 1, 12))  # noqa: DTZ001 - as typed

    assert head(stream) == 0


def test_it_keeps_an_unknown_sport_out_of_every_sport(stream: Stream) -> None:
    bring(stream, a_run(sport=None))

    facts = only(stream, COMPLETED)
    assert (facts["sport"], "sport_unknown" in facts["flags"]) == ("other", True)


def test_a_refused_file_writes_nothing(stream: Stream) -> None:
    report = bring(stream, b"no training file", name="../../etc/passwd")

    assert (report.status, report.written, head(stream)) == ("refused", False, 0)


def test_a_preview_writes_nothing_and_says_the_same(stream: Stream) -> None:
    seen = imports.preview(
        stream=stream,
        athlete_zone="Europe/Berlin",
        name="a.fit",
        data=a_run(),
        answers=Answers(),
    )

    assert (statuses(seen), seen.written, head(stream)) == (["new", "new"], False, 0)
    done = bring(stream, a_run())
    assert done.sessions == seen.sessions


@pytest.mark.parametrize("answers", [{"unit": "stone"}, {"zone": "Mars/Olympus"}])
def test_it_refuses_an_answer_that_is_none(stream: Stream, answers: Any) -> None:
    with pytest.raises(InvalidFacts) as caught:
        imports.preview(
            stream=stream,
            athlete_zone="Europe/Berlin",
            name="a",
            data=LOG,
            answers=Answers(**answers),
        )

    assert caught.value.field == next(iter(answers))


def test_it_writes_under_the_mandate_it_is_given(stream: Stream) -> None:
    report = imports.import_file(
        stream=stream,
        athlete_zone="UTC",
        name="a",
        data=a_run(),
        actor="user:1",
        mandate=MANDATES["athlete"],
    )

    assert report.written
    assert (items(stream, COMPLETED)[0].source or {})["mandate"] == "athlete"


def test_it_looks_at_the_sessions_that_were_typed_by_hand(
    stream: Stream, evening: datetime
) -> None:
    doing.start(stream, "2026-11-26:by-hand", title="Run", sport="run")
    begun = int((evening - datetime(1989, 12, 31, tzinfo=UTC)).total_seconds())

    with clock.at(evening + timedelta(hours=2)):
        report = bring(stream, a_run(start_time=begun + 300, timestamp=begun + 3400))

    assert report.status == "possible_duplicate"


def a_run_of(serial: int, **fields: Any) -> bytes:
    """The run of another device."""
    return fit.fit_file([file_id(serial_number=serial), session(**fields)])


def bring_from(stream: Stream, data: bytes, given: str | None) -> ImportReport:
    """Import what somebody from Berlin says was done in a zone."""
    return imports.import_file(
        stream=stream,
        athlete_zone="Europe/Berlin",
        name="a.fit",
        data=data,
        actor="user:1",
        answers=Answers(zone=given),
    )


def test_a_rival_that_came_in_between_is_met_and_not_overwritten(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at = import_plans.look_at

    def slowly(**arguments: Any) -> Any:
        file = look_at(**arguments)
        monkeypatch.setattr(imports, "look_at", look_at)
        bring(stream, LOG, unit="kg", name="rival.csv")
        return file

    monkeypatch.setattr(imports, "look_at", slowly)

    report = bring(stream, LOG.replace(b"easy", b"hard"), unit="kg")

    assert len(items(stream, COMPLETED)) == 1
    assert only(stream, COMPLETED)["note"] == "easy"
    assert report.status == "refused"
    assert "Import it again" in report.errors[0].message
    assert statuses(bring(stream, LOG.replace(b"easy", b"hard"), unit="kg")) == ["already"] * 2
