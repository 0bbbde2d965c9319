from __future__ import annotations

from typing import Any

import pytest

from sessions import catalogue
from sessions.domain import keys
from sessions.files import exercise_names

NAMES = {slug: e.name for slug, e in catalogue.catalogue().exercises.items()}


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Squat (Barbell)", "back_squat_high_bar"),
        ("Bench Press (Barbell)", "bench_press"),
        ("Bench Press (Dumbbell)", "db_bench_press"),
        ("Incline Bench Press (Barbell)", "incline_bench_press"),
        ("Deadlift (Barbell)", "deadlift_conventional"),
        ("Romanian Deadlift (Dumbbell)", "db_romanian_deadlift"),
        ("Bent Over Row (Barbell)", "barbell_row"),
        ("Seated Row (Cable)", "seated_cable_row"),
        ("Seated Leg Curl (Machine)", "seated_leg_curl"),
        ("Lateral Raise (Dumbbell)", "lateral_raise"),
        ("LEG  PRESS", "leg_press"),
        ("Overhead press (standing)", "overhead_press"),
        ("push-up", "push_up"),
        ("DB bench press", "db_bench_press"),
    ],
)
def test_it_knows_common_names(name: Any, slug: Any) -> None:
    assert exercise_names.resolver(NAMES)(name) == slug


@pytest.mark.parametrize(
    "name",
    [
        "Bench Press (Smith Machine)",
        "Pull Up (Assisted)",
        "Squat (Dumbbell)",
        "Lat Pulldown (Machine)",
        "Seated Overhead Press (Barbell)",
        "Жим лёжа",
        "",
    ],
)
def test_it_never_files_an_exercise_under_something_similar(name: Any) -> None:
    assert exercise_names.resolver(NAMES)(name) is None


def test_it_knows_the_exercises_that_the_athlete_made() -> None:
    own = exercise_names.custom_slug("Pull Up (Assisted)")

    slug_for = exercise_names.resolver({**NAMES, own: "Pull Up (Assisted)", "my_zher": "Жим лёжа"})

    assert slug_for("Pull up, assisted") == "pull_up_assisted"
    assert slug_for("ЖИМ ЛЕЖА") is None or slug_for("Жим лёжа") == "my_zher"


def test_every_alias_leads_to_an_exercise_of_the_catalogue() -> None:
    slug_for = exercise_names.resolver(NAMES)

    assert set(exercise_names._BY_NAME.values()) <= set(NAMES)
    assert all(slug_for(name) == slug for name, slug in exercise_names._BY_NAME.items())


@pytest.mark.parametrize("name", ["Жим лёжа", "胸推", "!!!", "x" * 300, "Straße (lang)", "a/b c"])
def test_it_makes_a_valid_slug_of_any_name(name: Any) -> None:
    slug = exercise_names.custom_slug(name)

    assert keys.checked_slug(slug) == slug
    assert exercise_names.custom_slug(name) == slug


def test_it_gives_different_names_different_slugs() -> None:
    names = ["Жим лёжа", "Жим стоя", "x" * 300, "x" * 299]

    assert len({exercise_names.custom_slug(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "names",
    [
        ("Bankpress", "Bänkpress", "Bånkpress"),
        ("💪", "🏋️‍♂️", "Press", "Press 💪"),
        ("かく", "がく"),
        ("Мойка", "Моика"),
        ("Cift", "Çift", "卧推", "推卧"),
    ],
)
def test_letters_and_pictures_that_no_slug_holds_still_tell_names_apart(
    names: tuple[str, ...],
) -> None:
    slugs = {exercise_names.custom_slug(name) for name in names}

    assert len(slugs) == len(names)
    assert all(keys.checked_slug(slug) == slug for slug in slugs)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Çift kol", "  ÇİFT-KOL ".replace("İ", "i")),
        ("Farmer’s walk", "Farmer's walk"),
        ("❤️ press", "❤ press"),
        ("ＢＥＮＣＨ", "bench"),  # noqa: RUF001
        ("Cafe\u0301", "Café"),
    ],
)
def test_case_punctuation_and_spelling_in_bytes_do_not(one: str, other: str) -> None:
    assert exercise_names.custom_slug(one) == exercise_names.custom_slug(other)
