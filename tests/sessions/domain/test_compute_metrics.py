"""Strength metrics against published check values, and what happens to unknowns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.evidence import Evidence
from sessions import catalogue
from sessions.domain import e1rm, e1rm_formulas, effective_reps, volume
from sessions.domain.worksets import WorkSet

SQUAT = catalogue.catalogue().exercises["back_squat_high_bar"]
POLICY = catalogue.evidence_policy()


def work(load: int | None, reps: int | None, rpe: int | None, **changes: object) -> WorkSet:
    made = WorkSet("k", 7, 1, load, reps, rpe, "done", "edited", "user_reported")
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("formula", "reps", "grams"),
    [
        ("epley", 1, 100_000), ("epley", 2, 106_667), ("epley", 3, 110_000),
        ("epley", 5, 116_667), ("epley", 8, 126_667), ("epley", 10, 133_333),
        ("brzycki", 1, 100_000), ("brzycki", 2, 102_857), ("brzycki", 3, 105_882),
        ("brzycki", 5, 112_500), ("brzycki", 8, 124_138), ("brzycki", 10, 133_333),
        ("wathan", 1, 101_304), ("wathan", 2, 105_146), ("wathan", 3, 108_980),
        ("wathan", 5, 116_583), ("wathan", 8, 127_671), ("wathan", 10, 134_747),
    ],
)  # fmt: skip
def test_the_formulas_give_the_published_values(formula: str, reps: int, grams: int) -> None:
    assert e1rm_formulas.FORMULAS[formula](100_000, reps * 10) == grams


@pytest.mark.parametrize(
    ("formula", "grams"), [("epley", 123_333), ("brzycki", 120_000), ("wathan", 124_030)]
)
def test_repetitions_in_reserve_count_as_repetitions(formula: str, grams: int) -> None:
    found = e1rm.of_set(work(100_000, 5, 80), SQUAT, formula=formula)
    assert (found.value, found.evidence) == (grams, Evidence.ESTIMATED)


def test_epley_and_brzycki_meet_at_ten() -> None:
    assert e1rm_formulas.epley_g(100_000, 100) == e1rm_formulas.brzycki_g(100_000, 100)


@pytest.mark.parametrize(
    ("done", "why"),
    [
        (work(100_000, 10, 80), "more than ten effective repetitions"),
        (work(100_000, 5, None), "repetitions in reserve are not known"),
        (work(100_000, 5, 55), "repetitions in reserve are not known"),
        (work(100_000, None, 80), "repetitions in reserve are not known"),
        (work(None, 5, 80), "the load is not known"),
        (work(100_000, 5, 80, flags=("unit_suspect",)), "the set is flagged"),
    ],
)
def test_there_is_no_estimate_from_what_is_not_known(done: WorkSet, why: str) -> None:
    found = e1rm.of_set(done, SQUAT)
    assert (found.value, found.evidence, found.why) == (None, Evidence.UNKNOWN, why)


def test_a_failed_set_had_nothing_in_reserve() -> None:
    assert effective_reps.effective_reps_x10(work(100_000, 4, None, state="failed")) == 40


def test_a_machine_gives_no_estimate() -> None:
    leg_press = catalogue.catalogue().exercises["leg_press"]
    assert e1rm.of_set(work(200_000, 5, 80), leg_press).value is None


SESSION = [work(100_000, 5, 70), work(100_000, 5, 80), work(100_000, 5, 85), work(90_000, 8, 80)]


def test_the_session_check_values_hold() -> None:
    assert volume.volume_load(SESSION, SQUAT).value == 2_220_000
    assert volume.total_reps(SESSION).value == 23
    assert volume.hard_sets(SESSION).value == 4
    assert volume.average_load(SESSION, SQUAT).value == 96_522
    assert e1rm.best(SESSION, SQUAT).value == 126_667


def test_volume_is_unknown_when_one_set_is() -> None:
    for broken in (
        work(None, 5, 80),
        work(100_000, None, 80),
        work(1, 5, 80, flags=("implausible",)),
    ):
        found = volume.volume_load([*SESSION, broken], SQUAT)
        assert (found.value, found.evidence) == (None, Evidence.UNKNOWN)


def test_nothing_trained_is_unknown_and_not_zero() -> None:
    skipped = work(None, None, None, state="skipped")
    assert volume.volume_load([skipped], SQUAT).value is None
    assert volume.hard_sets([]).value is None
    assert e1rm.best([skipped], SQUAT).value is None


def test_a_set_without_rpe_counts_in_volume_and_weakens_hard_sets() -> None:
    sets = [*SESSION, work(100_000, 5, None)]
    assert volume.volume_load(sets, SQUAT).value == 2_720_000
    found = volume.hard_sets(sets)
    assert (found.value, found.evidence) == (4, Evidence.ESTIMATED)
    assert "rpe_missing" in found.flags
    assert volume.hard_sets([work(100_000, 5, None)]).value is None


def test_one_sided_exercises_count_both_sides() -> None:
    split = catalogue.catalogue().exercises["bulgarian_split_squat"]
    assert volume.volume_load([work(20_000, 10, 80)], split).value == 400_000


def test_bodyweight_has_no_volume_load() -> None:
    push_up = catalogue.catalogue().exercises["push_up"]
    assert volume.volume_load([work(None, 10, 80)], push_up).value is None


def test_muscles_are_credited_in_tenths_of_a_set() -> None:
    assert volume.muscle_sets_x10(4, SQUAT) == {
        "quadriceps": 40, "glutes": 40, "adductors": 20, "lower_back": 20,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("done", "permille"),
    [
        (work(100_000, 4, 85), 25),
        (work(100_000, 5, 90), 25),
        (work(100_000, 5, 80), 35),
        (work(100_000, 3, 70), 35),
        (work(100_000, 9, 80), None),
        (work(100_000, 5, None), None),
    ],
)
def test_the_typical_error_follows_the_class_of_the_set(
    done: WorkSet, permille: int | None
) -> None:
    assert effective_reps.typical_error_permille(done, POLICY) == permille


def test_confirmed_sets_mark_the_metric() -> None:
    confirmed = work(100_000, 5, 80, entry_mode="confirmed_default")
    assert "confirmed_default" in volume.volume_load([confirmed], SQUAT).flags


@given(st.lists(st.sampled_from(list(Evidence)), min_size=1, max_size=6))
def test_a_metric_is_never_stronger_than_its_weakest_set(kinds: list[Evidence]) -> None:
    sets = [work(100_000, 5, 80, evidence=kind.value) for kind in kinds]
    weakest = max(kind.doubt for kind in kinds)
    for found in (volume.volume_load(sets, SQUAT), e1rm.of_set(sets[-1], SQUAT)):
        assert found.evidence.doubt >= (weakest if len(found.inputs) > 1 else kinds[-1].doubt)
    assert volume.volume_load(sets, SQUAT).evidence.doubt >= Evidence.DERIVED.doubt


@given(st.integers(1_000, 500_000), st.integers(1, 6), st.integers(60, 100))
def test_the_estimate_is_at_least_the_load_and_inside_its_band(
    load: int, reps: int, rpe: int
) -> None:
    found = e1rm.of_set(work(load, reps, rpe), SQUAT).value
    band = e1rm_formulas.band_g(load, reps * 10 + 100 - rpe)
    assert found is not None
    assert band is not None
    assert found >= load
    assert band[0] <= found <= band[1]


@pytest.mark.parametrize(
    ("load", "best", "permille"),
    [(100_000, 125_000, 800), (20_000, 125_000, None), (1, None, None)],
)
def test_relative_intensity_is_unknown_outside_its_range(
    load: int, best: int | None, permille: int | None
) -> None:
    assert e1rm.relative_intensity_permille(load, best) == permille
