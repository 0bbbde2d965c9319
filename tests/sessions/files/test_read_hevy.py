from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.sessions.files import samples
from tests.sessions.files.samples import hevy

HEAD = '"Push 💪","30 Jun 2025, 19:56","30 Jun 2025, 20:58","fine"'


def test_it_reads_a_workout_in_the_unit_of_its_column() -> None:
    found = samples.report(
        hevy(f'{HEAD},"Bench Press (Dumbbell)",,"",0,"normal",60.5,15,,,8.5'), unit="lb"
    )

    assert (found.status, found.unit) == ("new", "kg")
    (lifting,) = found.sessions
    assert (lifting.title, lifting.note, lifting.sport) == ("Push 💪", "fine", "strength")
    assert lifting.start == datetime(2025, 6, 30, 17, 56, tzinfo=UTC)
    assert (lifting.duration_s, lifting.device) == (3720, "Hevy")
    (pressed,) = lifting.sets
    assert (pressed.slug, pressed.load_g, pressed.entered) == ("db_bench_press", 60_500, "60.5 kg")
    assert (pressed.reps, pressed.rpe_x10) == (15, 85)


def test_it_keeps_a_blank_weight_unknown_and_a_typed_zero_zero() -> None:
    found = samples.report(
        hevy(
            f'{HEAD},"Chest Dip",,"",0,"normal",,12,,,',
            f'{HEAD},"Chest Dip",,"",1,"normal",0,12,,,',
        )
    )

    assert [s.load_g for s in found.sessions[0].sets] == [None, 0]


def test_it_notes_supersets_set_types_and_remarks() -> None:
    found = samples.report(
        hevy(
            f'{HEAD},"Plank",2,"tight core",0,"warmup",,,,45,',
            f'{HEAD},"Plank",,"",1,"dropset",,8,,,',
            f'{HEAD},"Plank",,"",2,"failure",,7,,,',
        )
    )

    first, second, third = found.sessions[0].sets
    assert (first.kind, first.note) == ("warmup", "superset 2 · 45 s · tight core")
    assert (second.kind, second.note) == ("work", "drop set")
    assert third.note == "to failure"


def test_it_asks_for_the_unit_of_a_column_without_one() -> None:
    header = samples.HEVY_HEADER.replace("weight_kg", "weight")

    found = samples.report(hevy(f'{HEAD},"Plank",,"",0,"normal",60,15,,,', header=header))

    assert (found.status, found.questions[0].asks) == ("question", "unit")


def test_it_reads_the_pound_variant() -> None:
    header = samples.HEVY_HEADER.replace("weight_kg", "weight_lbs")

    found = samples.report(hevy(f'{HEAD},"Plank",,"",0,"normal",45,15,,,', header=header))

    assert (found.status, found.sessions[0].sets[0].load_g) == ("new", 20_412)


@pytest.mark.parametrize("start", ["3 Mai 2025, 09:05", "3 mai 2025, 09:05", "3 may. 2025, 09:05"])
def test_it_reads_month_names_of_other_languages(start: Any) -> None:
    row = f'"A","{start}","","","Plank",,"",0,"normal",,8,,,'

    (lifting,) = samples.report(hevy(row)).sessions

    assert lifting.start == datetime(2025, 5, 3, 7, 5, tzinfo=UTC)
    assert lifting.duration_s is None


def test_it_measures_a_workout_across_the_change_of_clocks() -> None:
    row = '"A","26 Oct 2025, 01:30","26 Oct 2025, 03:30","","Plank",,"",0,"normal",,8,,,'

    (lifting,) = samples.report(hevy(row)).sessions

    assert lifting.duration_s == 3 * 3600


def test_it_tells_two_workouts_of_the_same_minute_apart() -> None:
    rows = [
        f'"{title}","3 May 2025, 09:05","","","Plank",,"",0,"normal",,8,,,' for title in ("A", "B")
    ]

    found = samples.report(hevy(*rows))

    assert [s.external_id for s in found.sessions] == [
        "hevy:2025-05-03T09:05:00",
        "hevy:2025-05-03T09:05:00#2",
    ]


@pytest.mark.parametrize(
    ("row", "where"),
    [
        pytest.param(
            '"A","30 Foo 2025, 19:56","","","Plank",,"",0,"normal",,8,,,',
            "line 2, start_time",
            id="month",
        ),
        pytest.param(
            '"A","30 Jun 2025, 19:56","30 Jun 2025, 18:00","","Plank",,"",0,"normal",,8,,,',
            "line 2, end_time",
            id="ends-first",
        ),
        pytest.param(f'{HEAD},"Plank",,"",0,"giant",,8,,,', "line 2, set_type", id="set-type"),
        pytest.param(f'{HEAD},"Plank",,"",0,"normal",6o,8,,,', "line 2, weight_kg", id="weight"),
        pytest.param(f'{HEAD},"",,"",0,"normal",60,8,,,', "line 2, exercise_title", id="no-name"),
    ],
)
def test_it_names_the_place_of_a_cell_that_cannot_be_read(row: Any, where: Any) -> None:
    found = samples.report(hevy(row))

    assert (found.status, found.errors[0].where) == ("refused", where)


def test_it_refuses_a_file_that_lacks_a_column() -> None:
    header = samples.HEVY_HEADER.replace('"reps",', "")

    found = samples.report(hevy(header=header))

    assert (found.status, found.errors[0].where) == ("refused", "line 1")
    assert "“reps” is missing" in found.errors[0].message


def test_it_refuses_an_export_without_a_workout() -> None:
    found = samples.report(hevy())

    assert found.status == "refused"
    assert "no finished workout" in found.errors[0].message
