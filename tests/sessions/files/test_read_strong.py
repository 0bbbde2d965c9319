from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from tests.sessions.files import samples
from tests.sessions.files.samples import strong

DAY = "2025-08-03 13:04:33,Midday,1h 8m"
ANDROID = (
    "Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;"
    "Distance (meters);Seconds;Notes;Workout Notes\n"
)


def test_it_asks_for_the_unit_when_the_file_does_not_say() -> None:
    found = samples.report(strong(f'{DAY},"Squat (Barbell)",1,100.0,5.0,0,0.0,"","",'))

    assert (found.status, [q.asks for q in found.questions]) == ("question", ["unit"])
    assert found.questions[0].options == ("kg", "lb")
    assert found.sessions[0].sets[0].load_g is None
    assert found.sessions[0].volume_kg is None


@pytest.mark.parametrize(
    ("unit", "load_g", "volume"), [("kg", 45_000, Decimal(450)), ("lb", 20_412, "204.1165665")]
)
def test_it_reads_loads_in_the_unit_that_the_person_names(
    unit: Any, load_g: Any, volume: Any
) -> None:
    found = samples.report(strong(f"{DAY},Bench Press (Barbell),1,45.0,10,0,0,,,"), unit=unit)

    (lifting,) = found.sessions
    assert (found.status, found.unit) == ("new", unit)
    assert (lifting.sets[0].load_g, lifting.sets[0].entered) == (load_g, f"45.0 {unit}")
    assert lifting.volume_kg == Decimal(volume)


def test_it_needs_no_unit_where_no_load_was_entered() -> None:
    found = samples.report(strong(f"{DAY},Pull Up,1,0,8,0,0,,,"))

    assert (found.status, found.sessions[0].sets[0].load_g) == ("new", None)


def test_it_reads_the_clock_as_local_time_of_the_zone() -> None:
    (lifting,) = samples.report(strong(f"{DAY},Plank,1,0,0,0,60,,,")).sessions

    assert lifting.start == datetime(2025, 8, 3, 11, 4, 33, tzinfo=UTC)
    assert (lifting.start_evidence, lifting.duration_s) == ("derived", 4080)
    assert (lifting.sets[0].duration_s, lifting.sets[0].note) == (60, "60 s")


def test_it_counts_sets_and_not_the_rests_between_them() -> None:
    found = samples.report(
        strong(
            f"{DAY},Back Extension,1,20.0,10.0,0,0.0,,,",
            f"{DAY},Back Extension,Rest Timer,0,0.0,0,120.0,,,",
            f"{DAY},Back Extension,2,20.0,10.0,0,0.0,,,",
            f"{DAY},Back Extension,Note,0,0,0,0,felt fine,,",
        ),
        unit="kg",
    )

    assert len(found.sessions[0].sets) == 2
    assert found.sessions[0].note == "felt fine"


def test_it_keeps_an_exercise_that_comes_twice_with_the_same_set_numbers() -> None:
    rows = [f"{DAY},Back Extension,{n},{load},5,0,0,,," for load in (20, 5) for n in (1, 2)]

    (lifting,) = samples.report(strong(*rows), unit="kg").sessions

    assert [(s.order, s.load_g) for s in lifting.sets] == [
        (1, 20_000),
        (2, 20_000),
        (3, 5_000),
        (4, 5_000),
    ]


def test_it_keeps_workouts_apart_that_share_a_clock_time() -> None:
    rows = [f"2022-09-{day} 10:26:28,Legs,38min,Plank,1,0,0,0,60,,," for day in (21, 22, 23)]

    found = samples.report(strong(*rows))

    assert len(found.sessions) == 3
    assert len({s.external_id for s in found.sessions}) == 3
    assert {s.duration_s for s in found.sessions} == {2280}


def test_it_reads_the_android_variant_with_its_own_units() -> None:
    row = "7;2025-08-03 13:04:33;Push;3661;Bench Press (Barbell);W;62,5;8;8,5;0;0;slow;good day"

    found = samples.report(strong(row, header=ANDROID), unit="lb")

    (lifting,) = found.sessions
    assert (found.status, found.unit, lifting.duration_s, lifting.note) == (
        "new",
        "kg",
        3661,
        "good day",
    )
    (warmup,) = lifting.sets
    assert (warmup.kind, warmup.load_g, warmup.entered) == ("warmup", 62_500, "62,5 kg")
    assert (warmup.rpe_x10, warmup.note) == (85, "slow")


def test_it_reads_a_unit_that_stands_in_every_row() -> None:
    header = "Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,RPE,Duration\n"
    rows = ["2025-08-03 13:04:33,A,Deadlift (Barbell),1,225,lbs,5,9,40m"]

    found = samples.report(strong(*rows, header=header))

    assert (found.status, found.sessions[0].sets[0].load_g) == ("new", 102_058)


def test_it_asks_when_a_number_can_be_read_in_two_ways() -> None:
    found = samples.report(strong(f'{DAY},Plank,1,"1,234",5,0,0,,,'), unit="kg")

    assert (found.status, found.questions[0].asks) == ("question", "decimal")
    assert "1,234" in found.questions[0].message


@pytest.mark.parametrize(("decimal", "load_g"), [(",", 1_234), (".", 1_234_000)])
def test_it_reads_such_a_number_as_the_person_says(decimal: Any, load_g: Any) -> None:
    data = strong(f'{DAY},Plank,1,"1,234",5,0,0,,,')

    found = samples.report(data, unit="kg", decimal=decimal)

    assert found.sessions[0].sets[0].load_g == load_g


def test_it_leaves_unknown_what_was_not_entered() -> None:
    (lifting,) = samples.report(strong(f"{DAY},Plank,1,0.0,0.0,0,0.0,,,"), unit="kg").sessions

    (plank,) = lifting.sets
    assert (plank.load_g, plank.entered, plank.reps, plank.rpe_x10) == (None,) * 4


def test_it_leaves_a_workout_out_whole_when_a_cell_cannot_be_read() -> None:
    found = samples.report(
        strong(
            f"{DAY},Plank,1,0,5,0,0,,,",
            "2025-08-04 09:00:00,Bad,1h,Plank,1,0,5,0,0,,,",
            "2025-08-04 09:00:00,Bad,1h,Plank,2,0,many,0,0,,,",
        )
    )

    assert (found.status, [s.title for s in found.sessions]) == ("partial", ["Midday"])
    assert [(e.where, "many" in e.message) for e in found.errors] == [("line 4, reps", True)]


@pytest.mark.parametrize(
    ("cell", "where"),
    [
        pytest.param("2025-13-40 10:00:00,A,1h,Plank,1,0,5,0,0,,,", "line 2, Date", id="date"),
        pytest.param(f"{DAY},Plank,third,0,5,0,0,,,", "line 2, Set Order", id="set-order"),
        pytest.param(f"{DAY},Plank,1,-5,5,0,0,,,", "line 2, weight", id="negative"),
        pytest.param(f"{DAY},Plank,1,NaN,5,0,0,,,", "line 2, weight", id="not-a-number"),
        pytest.param(f"{DAY},Plank,1,1e9,5,0,0,,,", "line 2, weight", id="exponent"),
        pytest.param(f"{DAY},Plank,1,9000,5,0,0,,,", "line 2, weight", id="nine-tonnes"),
        pytest.param(f"{DAY},Plank,1,0,5.5,0,0,,,", "line 2, reps", id="half-a-repetition"),
        pytest.param(f"{DAY},Plank,1,0,5,0,0,,,11", "line 2, rpe", id="rpe"),
        pytest.param(f"{DAY},,1,0,5,0,0,,,", "line 2, Exercise Name", id="no-name"),
        pytest.param(
            "2025-08-03 13:04:33,A,soon,Plank,1,0,5,0,0,,,", "line 2, duration", id="long"
        ),
    ],
)
def test_it_names_the_place_of_a_cell_that_cannot_be_read(cell: Any, where: Any) -> None:
    found = samples.report(strong(cell), unit="kg")

    assert (found.status, found.errors[0].where) == ("refused", where)


def test_it_refuses_a_line_that_does_not_fit_the_header() -> None:
    found = samples.report(strong(f"{DAY},Plank,1,0"))

    assert (found.status, found.errors[0].where) == ("refused", "line 2")
    assert "7 cells" not in found.errors[0].message
    assert "6 cells, the header 12" in found.errors[0].message


def test_it_refuses_a_quote_that_is_never_closed() -> None:
    found = samples.report(strong(f'{DAY},"Plank,1,0,5,0,0,,,'))

    assert (found.status, found.errors[0].where) == ("refused", "line 2")


def test_it_refuses_text_that_is_not_utf_8() -> None:
    found = samples.report(strong(f"{DAY},Plank,1,0,5,0,0,,,") + "café".encode("latin-1"))

    assert found.status == "refused"
    assert found.errors[0].where.startswith("byte ")


def test_it_makes_a_run_of_a_workout_that_is_nothing_but_running() -> None:
    header = (
        "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance (km),Seconds,Duration\n"
    )
    row = "2025-08-03 13:04:33,Sunday,Running,1,0,0,10.5,3600,1h"

    (run,) = samples.report(strong(row, header=header)).sessions

    assert (run.sport, run.sets, run.distance_m, run.duration_s) == ("run", (), 10_500, 3600)


def test_it_says_a_distance_whose_unit_it_does_not_know() -> None:
    (run,) = samples.report(strong(f"{DAY},Running,1,0,0,5,1800,,,")).sessions

    assert (run.distance_m, run.note) == (None, "1800 s · distance 5 (unit not in the file)")


def test_it_cleans_what_it_takes_over_as_text() -> None:
    row = '2025-08-03 13:04:33,"<b>Leg\x07 day</b>\n",1h,Plank,1,0,5,0,0,,,'

    (lifting,) = samples.report(strong(row)).sessions

    assert lifting.title == "<b>Leg day</b>"
