"""Any bytes end in a report: never in an exception, never in half a session, within bounds."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sessions.files import fit_writer as fit
from tests.sessions.files import samples

if TYPE_CHECKING:
    from sessions.files.values import FileReport

RUN = samples.a_run()
LIFTING = fit.fit_file(
    [
        samples.file_id(),
        samples.a_set(category=(0, 17, 28), category_subtype=(1, 65535, 2), weight=224),
        samples.a_set(),
        samples.session(sport=samples.TRAINING, sub_sport=samples.STRENGTH_TRAINING),
        samples.activity(),
    ]
)
STRONG = samples.strong(
    '2025-08-03 13:04:33,"Legs, heavy",1h 8m,Squat (Barbell),1,100.5,5.0,0,0.0,"a ""b""",,8.5',
    "2025-08-03 13:04:33,Legs,1h 8m,Squat (Barbell),Rest Timer,0,0,0,120.0,,,",
)
HEVY = samples.hevy(
    '"Push 💪","30 Jun 2025, 19:56","30 Jun 2025, 20:58","","Dip",1,"",0,"normal",60.5,15,,,8'
)
VALID = st.sampled_from([RUN, LIFTING, STRONG, HEVY])
STATUSES = {"new", "partial", "question", "refused"}
UNHURRIED = settings(deadline=2000, suppress_health_check=[HealthCheck.too_slow])


def check(found: FileReport) -> None:
    """What every report must keep, whatever was read."""
    assert found.status in STATUSES
    assert (found.status == "refused") <= bool(found.errors)
    assert (found.status == "refused") <= (not found.sessions)
    assert (found.status == "partial") <= bool(found.errors and found.sessions)
    assert (found.status == "question") == bool(found.questions)
    assert all(problem.where and problem.message for problem in found.errors)
    for session in found.sessions:
        assert session.start is None or 1970 <= session.start.year <= 2126
        assert session.duration_s is None or 0 < session.duration_s <= 7 * 86_400
        assert session.distance_m is None or 0 < session.distance_m <= 2_000_000
        assert all(s.load_g is None or 0 <= s.load_g <= 2_000_000 for s in session.sets)
        assert all(s.reps is None or 0 <= s.reps <= 999 for s in session.sets)
        assert all("\x00" not in s.exercise_name for s in session.sets)


@given(st.binary(max_size=4096))
@UNHURRIED
def test_it_survives_any_bytes(data: Any) -> None:
    check(samples.report(data))


@given(st.binary(max_size=2048))
@UNHURRIED
def test_it_survives_any_body_in_a_valid_fit_frame(body: Any) -> None:
    check(samples.report(fit.wrapped(body)))


@given(VALID, st.data())
@UNHURRIED
def test_it_survives_a_file_cut_off_anywhere(valid: Any, data: Any) -> None:
    check(samples.report(valid[: data.draw(st.integers(0, len(valid)))]))


@given(VALID, st.data())
@UNHURRIED
def test_it_survives_flipped_bits(valid: Any, data: Any) -> None:
    flipped = bytearray(valid)
    for _ in range(data.draw(st.integers(1, 8))):
        flipped[data.draw(st.integers(0, len(valid) - 1))] ^= 1 << data.draw(st.integers(0, 7))

    check(samples.report(bytes(flipped)))


@given(st.sampled_from([RUN, LIFTING]), st.data())
@UNHURRIED
def test_it_survives_flipped_bits_behind_a_fitting_checksum(valid: Any, data: Any) -> None:
    body = bytearray(valid[12:-2])
    for _ in range(data.draw(st.integers(1, 8))):
        body[data.draw(st.integers(0, len(body) - 1))] ^= 1 << data.draw(st.integers(0, 7))

    check(samples.report(fit.wrapped(bytes(body))))


@given(VALID, VALID, st.data())
@UNHURRIED
def test_it_survives_two_files_glued_together(first: Any, second: Any, data: Any) -> None:
    cut = data.draw(st.integers(0, len(second)))

    check(samples.report(first + second[cut:]))


@given(st.lists(st.text(max_size=30), min_size=12, max_size=12))
@UNHURRIED
def test_it_survives_any_text_in_the_cells_of_a_strength_log(cells: Any) -> None:
    quoted = ",".join('"' + cell.replace('"', '""') + '"' for cell in cells)

    check(samples.report(samples.STRONG_HEADER.encode() + quoted.encode("utf-8", "replace")))


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
@UNHURRIED
def test_it_survives_any_clock_and_length(start: Any, length: Any, way: Any) -> None:
    check(
        samples.report(
            samples.a_run(
                start_time=start,
                timestamp=start ^ length,
                total_elapsed_time=length,
                total_timer_time=None,
                total_distance=way,
            )
        )
    )


@pytest.mark.parametrize("size", [0, 1, 2**31, 2**32 - 1])
def test_it_survives_a_header_that_lies_about_its_size(size: Any) -> None:
    found = samples.report(RUN[:4] + struct.pack("<I", size) + RUN[8:])

    check(found)
    assert found.status in {"partial", "refused"}


def test_it_reads_no_more_sessions_than_a_race_can_have() -> None:
    sessions = [samples.session(start_time=samples.START + n) for n in range(80)]

    found = samples.report(fit.fit_file([samples.file_id(), *sessions]))

    assert (found.status, len(found.sessions)) == ("partial", 50)
    assert "more than 50 sessions" in found.errors[0].message


def test_it_reads_no_more_chained_files_than_it_promises() -> None:
    found = samples.report(fit.fit_file([samples.file_id(type=2)]) * 70)

    assert found.status == "refused"
    assert any("more than 64 FIT files" in problem.message for problem in found.errors)


def test_it_refuses_a_table_with_too_many_rows() -> None:
    found = samples.report(samples.STRONG_HEADER.encode() + b"x,,,,,,,,,,,\n" * 100_001)

    assert (found.status, found.errors[0].where) == ("refused", "line 100002")


def test_it_refuses_a_cell_of_a_megabyte() -> None:
    found = samples.report(samples.strong("2025-08-03 13:04:33," + "x" * 1_000_000))

    assert (found.status, found.errors[0].where) == ("refused", "line 2")


def test_it_lists_a_bounded_number_of_problems() -> None:
    rows = [f"2025-08-03 13:04:{n:02d},A,x,Plank,1,0,5,0,0,,," for n in range(60)]

    found = samples.report(samples.strong(*rows))

    assert (found.status, len(found.errors)) == ("refused", 21)
    assert "40 more workouts" in found.errors[-1].message
