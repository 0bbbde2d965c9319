from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from tests.sessions.files import fit_writer as fit
from tests.sessions.files import samples
from tests.sessions.files.samples import START, STARTED, a_run, a_set, activity, file_id, session


def test_it_reads_a_run_in_whole_units() -> None:
    found = samples.report(a_run())

    assert (found.kind, found.status, found.errors) == ("fit", "new", ())
    (run,) = found.sessions
    assert (run.sport, run.start, run.start_evidence) == ("run", STARTED, "observed")
    assert (run.duration_s, run.elapsed_s, run.distance_m) == (3001, 3100, 8123)
    assert (run.avg_hr_bpm, run.offset_s, len(run.laps)) == (151, 7200, 1)
    assert run.device == "garmin hrm1"
    assert run.external_id == f"fit:garmin:77:{START}:0"


def test_it_keeps_missing_values_missing() -> None:
    data = fit.fit_file(
        [file_id(), session(avg_heart_rate=None, total_distance=None, total_ascent=None)]
    )

    (run,) = samples.report(data).sessions

    assert (run.avg_hr_bpm, run.distance_m, run.climb_m, run.avg_power_w) == (None,) * 4
    assert run.laps == ()


def test_it_takes_what_a_device_writes_for_not_measured_as_unknown() -> None:
    (run,) = samples.report(a_run(avg_heart_rate=0, avg_power=0, total_distance=0)).sessions

    assert (run.avg_hr_bpm, run.avg_power_w, run.distance_m) == (None, None, None)


def test_it_reads_every_session_of_a_multisport_file() -> None:
    legs = [(samples.SWIM, 0, 600), (samples.TRANSITION, 600, 60), (samples.RIDE, 660, 3000)]
    laps: list[fit.Message] = [
        (fit.LAP, {"start_time": START + begin, "total_timer_time": length * 1000})
        for _, begin, length in legs
    ]
    sessions = [
        session(
            sport=sport,
            start_time=START + begin,
            timestamp=START + begin + length,
            total_elapsed_time=length * 1000,
            total_timer_time=length * 1000,
            total_distance=None,
        )
        for sport, begin, length in legs
    ]

    found = samples.report(fit.fit_file([file_id(), *laps, *sessions, activity(num_sessions=3)]))

    assert [s.sport for s in found.sessions] == ["swim", "transition", "ride"]
    assert [s.duration_s for s in found.sessions] == [600, 60, 3000]
    assert [len(s.laps) for s in found.sessions] == [1, 1, 1]
    assert len({s.external_id for s in found.sessions}) == 3


def test_it_reads_chained_files_and_passes_over_the_settings_among_them() -> None:
    settings = fit.fit_file([file_id(type=2)])
    later = fit.fit_file([file_id(time_created=START + 9000), session(start_time=START + 9000)])

    found = samples.report(settings + a_run() + later)

    assert found.status == "new"
    assert [s.start.hour for s in found.sessions if s.start] == [11, 14]


def test_it_counts_a_session_once_when_the_chain_repeats_it() -> None:
    assert len(samples.report(a_run() + a_run()).sessions) == 1


@pytest.mark.parametrize(("kind", "word"), [(6, "course"), (2, "settings"), (5, "workout")])
def test_it_refuses_politely_what_is_no_activity(kind: Any, word: Any) -> None:
    found = samples.report(fit.fit_file([file_id(type=kind)]))

    assert found.status == "refused"
    assert f"holds {word} data, not an activity" in found.errors[0].message


def test_it_refuses_an_activity_without_a_summary() -> None:
    record: fit.Message = (fit.RECORD, {"timestamp": START, "heart_rate": 140})

    found = samples.report(fit.fit_file([file_id(), record]))

    assert (found.status, found.sessions) == ("refused", ())
    assert "no session summary" in found.errors[0].message


def test_it_keeps_the_summary_of_a_stream_that_breaks_and_names_the_byte() -> None:
    intact = fit.definition(*file_id()) + fit.data(*file_id())
    intact += fit.definition(*session()) + fit.data(*session())
    data = fit.wrapped(intact + b"\x0b" + b"\x00" * 20)

    found = samples.report(data)

    assert found.status == "partial"
    assert found.sessions[0].duration_s == 3001
    assert found.sessions[0].flags == ("partial_streams",)
    assert found.errors[0].where == f"byte {12 + len(intact)}"


def test_it_marks_a_file_whose_checksum_does_not_fit() -> None:
    data = a_run()
    broken = data[:-2] + bytes([data[-2] ^ 1, data[-1]])

    found = samples.report(broken)

    assert (found.status, found.sessions[0].flags) == ("partial", ("partial_record",))
    assert found.errors[0].where == f"byte {len(data) - 2}"


def test_it_says_where_a_file_is_cut_off() -> None:
    data = a_run()

    found = samples.report(data[:-3])

    assert (found.status, found.sessions[0].flags) == ("partial", ("partial_streams",))
    assert found.errors[0].where == f"byte {len(data) - 3}"
    assert "cut off: 3 bytes" in found.errors[0].message


def test_it_refuses_a_file_cut_off_before_its_summary() -> None:
    found = samples.report(a_run()[:80])

    assert (found.status, found.sessions) == ("refused", ())
    assert any("cut off" in e.message for e in found.errors)


def test_it_keeps_an_activity_in_front_of_a_broken_header() -> None:
    found = samples.report(a_run() + b"\x0e\x10\x00\x00rubbish rubbish")

    assert (found.status, len(found.sessions), found.sessions[0].flags) == ("partial", 1, ())
    assert found.errors[0].where == f"byte {len(a_run())}"


def test_it_asks_for_the_date_when_the_clock_of_the_device_had_none() -> None:
    data = fit.fit_file(
        [
            file_id(time_created=5000),
            session(start_time=5000, timestamp=8100),
            activity(timestamp=8100, local_timestamp=START + 3100),
        ]
    )

    found = samples.report(data)

    assert found.status == "question"
    assert found.sessions[0].start is None
    (question,) = found.questions
    assert (question.asks, question.suggestion) == ("start", "2024-11-08T11:33:20")
    assert found.sessions[0].external_id is None


def test_it_takes_the_date_that_the_person_gives() -> None:
    data = fit.fit_file([file_id(time_created=5000), session(start_time=5000, timestamp=8100)])
    said = datetime(2012, 2, 13, 11, 16, tzinfo=UTC)

    found = samples.report(data, started=said)

    assert (found.status, found.sessions[0].start) == ("new", said)
    assert found.sessions[0].start_evidence == "user_reported"


def test_it_derives_the_start_from_the_end_when_only_that_is_there() -> None:
    (run,) = samples.report(a_run(start_time=None)).sessions

    assert (run.start, run.start_evidence) == (STARTED, "derived")


def test_it_uses_the_moving_time_of_the_activity_when_its_only_session_has_none() -> None:
    (run,) = samples.report(a_run(total_timer_time=None)).sessions

    assert run.duration_s == 3001


def test_it_keeps_an_unknown_sport_unknown() -> None:
    (found,) = samples.report(a_run(sport=None)).sessions

    assert (found.sport, found.kind) == ("unknown", "other")


def test_it_reads_sets_and_leaves_out_the_rest_between_them() -> None:
    strength = session(
        sport=samples.TRAINING, sub_sport=samples.STRENGTH_TRAINING, total_distance=0
    )
    sets = [
        a_set(weight=14 * 16),
        a_set(set_type=0, repetitions=None, weight=None),
        a_set(repetitions=5),
        a_set(repetitions=0, weight=14 * 16),
    ]

    found = samples.report(fit.fit_file([file_id(), *sets, strength]))

    (lifting,) = found.sessions
    assert (lifting.sport, lifting.distance_m) == ("strength", None)
    assert [(s.order, s.load_g, s.entered, s.reps) for s in lifting.sets] == [
        (1, 14_000, "14 kg", 8),
        (2, None, None, 5),
        (3, 14_000, "14 kg", None),
    ]
    assert lifting.volume_kg == Decimal(112)


def test_it_gives_back_pounds_that_the_watch_stored_as_sixteenths_of_a_kilogram() -> None:
    sets = [a_set(weight=327, weight_display_unit=2)]

    (lifting,) = samples.report(
        fit.fit_file([file_id(), *sets, session(sport=samples.TRAINING)])
    ).sessions

    assert (lifting.sets[0].entered, lifting.sets[0].load_g) == ("45 lb", 20_412)


def test_it_names_an_exercise_that_the_watch_is_sure_of() -> None:
    sets = [a_set(category=0, category_subtype=1)]

    (lifting,) = samples.report(
        fit.fit_file([file_id(), *sets, session(sport=samples.TRAINING)])
    ).sessions

    assert lifting.sets[0].exercise_name == "Barbell bench press"
    assert lifting.sets[0].slug == "bench_press"


def test_it_leaves_an_exercise_open_that_the_watch_does_not_know() -> None:
    data = fit.fit_file([file_id(), a_set(category=65534), session(sport=samples.TRAINING)])

    (lifting,) = samples.report(data).sessions

    assert (lifting.sets[0].exercise_name, lifting.sets[0].note) == (
        "Unidentified exercise",
        "30 s",
    )


def test_it_leaves_an_exercise_open_when_the_watch_only_guesses() -> None:
    sets = [a_set(category=(21, 26, 65534), category_subtype=(65535, 65535, 65535))]

    (lifting,) = samples.report(
        fit.fit_file([file_id(), *sets, session(sport=samples.TRAINING)])
    ).sessions

    assert (lifting.sets[0].exercise_name, lifting.sets[0].slug) == ("Unidentified exercise", None)
    assert "pull up" in (lifting.sets[0].note or "")


def test_it_never_takes_a_developer_field_for_a_native_one() -> None:
    number, fields = session(avg_heart_rate=None)
    developer_id = b"\x40\x00\x00\xcf\x00\x01\x03\x01\x02" + b"\x00\x00"
    describe = b"\x40\x00\x00\xce\x00\x04\x00\x01\x02\x01\x01\x02\x02\x01\x02\x03\x0f\x07"
    describe += b"\x00\x00\x07\x02avg_heart_rate\x00"
    definition = fit.definition(number, fields)
    developed = bytes([definition[0] | 0x20]) + definition[1:] + b"\x01\x07\x01\x00"
    body = fit.definition(*file_id()) + fit.data(*file_id()) + developer_id + describe
    body += developed + fit.data(number, fields) + b"\xc8"

    found = samples.report(fit.wrapped(body))

    assert found.status == "new"
    assert found.sessions[0].avg_hr_bpm is None


def test_it_takes_no_position_from_a_virtual_ride() -> None:
    ride = a_run(
        sport=samples.RIDE,
        sub_sport=samples.VIRTUAL,
        start_position_lat=-139_000_000,
        start_position_long=1_990_000_000,
    )

    assert samples.report(ride).sessions[0].longitude is None


def test_it_knows_the_degrees_of_a_real_position() -> None:
    run = a_run(start_position_lat=0, start_position_long=-1_460_000_000)

    assert samples.report(run).sessions[0].longitude == -122


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"avg_heart_rate": 240}, id="heart-rate"),
        pytest.param({"total_distance": 9_000_000}, id="ninety-kilometres-in-an-hour"),
        pytest.param({"total_timer_time": 17 * 3_600_000}, id="seventeen-hours"),
    ],
)
def test_it_flags_what_cannot_be_and_keeps_it(fields: Any) -> None:
    (run,) = samples.report(a_run(**fields)).sessions

    assert run.flags == ("implausible",)


def test_it_refuses_a_file_that_is_too_large_before_reading_it() -> None:
    found = samples.report(a_run() + b"\x00" * (16 * 1024 * 1024))

    assert (found.status, found.errors[0].where) == ("refused", "file")
    assert "16 MB" in found.errors[0].message


def test_it_stops_at_a_bounded_number_of_messages() -> None:
    data = fit.wrapped(b"\x40\x00\x00\x14\x00\x00" + b"\x00" * 500_000)

    found = samples.report(data)

    assert found.status == "refused"
    assert any("more than 400000 messages" in e.message for e in found.errors)
