"""Sets, sessions, prescriptions and pain joined into exposures."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.evidence import Evidence
from sessions import catalogue
from sessions.domain.exposure import Exposure
from sessions.domain.exposures import exposures
from tests.sessions import making
from tests.sessions.making import DAY, KEY, Record, record, trained

NEXT_DAY = DAY + timedelta(days=1)


def gather(records: list[Record], **how: Any) -> tuple[Exposure, ...]:
    return exposures(records, policy=catalogue.evidence_policy(), lookup=catalogue.exercise, **how)


def prescribed(*sets: Record, **changes: Any) -> list[Record]:
    return [
        record("prescription", KEY, 5, making.prescription(**changes), "derived"),
        record("completed", KEY, 6, making.session()),
        *sets,
    ]


def done(number: int, **changes: Any) -> Record:
    return record("set", f"{KEY}#s{number}", 10 + number, making.one_set(order=number, **changes))


def test_it_joins_the_sets_of_one_exercise_in_their_order() -> None:
    records = [done(2, reps=4), done(1), record("completed", KEY, 6, making.session())]
    (found,) = gather(records)
    assert [work.reps for work in found.work] == [5, 4]
    assert (found.day, found.session_key, found.exercise) == (DAY, KEY, making.SQUAT)
    assert (found.rank, found.status) == (1, "completed")


def test_two_exercises_of_a_session_are_two_exposures_in_their_order() -> None:
    found = gather([done(1), done(2, exercise="leg_press", planned_item=None)])
    assert {(one.exercise, one.rank) for one in found} == {(making.SQUAT, 1), ("leg_press", 2)}


def test_warm_ups_are_no_exposure() -> None:
    assert gather([done(1, kind="warmup")]) == ()


def test_a_planned_value_is_not_an_actual() -> None:
    assert gather([record("prescription", KEY, 5, making.prescription(), "derived")]) == ()


def test_it_shows_the_dose_that_was_in_force() -> None:
    (found,) = gather(prescribed(done(1), done(2), done(3)))
    assert found.prescribed is not None
    assert (found.prescribed.sets, found.prescribed.load_g, found.prescribed.version) == (
        3,
        105_000,
        1,
    )
    assert (found.adherence_pct, found.at_prescribed_load) == (100, True)


def test_another_version_never_stands_in_for_the_one_in_force() -> None:
    newer = record("prescription", KEY, 9, making.prescription(version=2), "derived")
    session = record("completed", KEY, 6, making.session())
    (found,) = gather([newer, session, done(1)])
    assert found.prescribed is None
    assert found.adherence_pct is None


def test_a_set_below_the_prescribed_load_is_seen() -> None:
    (found,) = gather(prescribed(done(1), done(2, load_g=100_000), done(3)))
    assert found.at_prescribed_load is False


def test_an_unknown_load_makes_the_comparison_unknown() -> None:
    (found,) = gather(prescribed(done(1), done(2, load_g=None)))
    assert found.at_prescribed_load is None
    assert found.evidence is Evidence.UNKNOWN


def test_skipped_and_failed_sets_do_not_count_as_done() -> None:
    skipped = done(2, state="skipped", reps=None, rpe_x10=None, why="pain")
    (found,) = gather(prescribed(done(1), skipped, done(3, state="failed", reps=2)))
    assert found.adherence_pct == 33
    assert len(found.work) == 3


def test_two_items_of_one_exercise_have_no_single_load() -> None:
    items = [making.item(), making.item(id="back-off", sets=2, load_g=90_000)]
    (found,) = gather(prescribed(done(1), items=items))
    assert found.prescribed is not None
    assert (found.prescribed.sets, found.prescribed.load_g) == (5, None)


@pytest.mark.parametrize(
    ("reports", "during", "morning"),
    [
        ([], None, None),
        ([making.pain()], 1, None),
        ([making.pain(value=0)], 0, None),
        ([making.pain(), making.pain(region="hip", value=4)], 4, None),
        ([making.pain(region="shoulder", value=7)], None, None),
        ([making.pain(moment="after", value=7)], None, None),
        ([making.pain(date="2026-11-27", moment="next_morning", value=3)], None, 3),
        ([making.pain(moment="next_morning", value=3)], None, None),
        ([making.pain(date="2026-11-25", value=3)], None, None),
        ([making.pain(session_key="2026-11-26:other", value=6)], None, None),
    ],
)
def test_pain_counts_by_its_own_date_moment_and_region(
    reports: list[making.Facts], during: int | None, morning: int | None
) -> None:
    felt = [record("daily", f"d{n}", 50 + n, facts) for n, facts in enumerate(reports)]
    (found,) = gather([done(1), *felt])
    assert (found.pain_during, found.pain_next_morning) == (during, morning)


def test_only_the_regions_asked_about_count() -> None:
    felt = record("daily", "d", 50, making.pain(region="right_knee", value=5))
    (left,) = gather([done(1), felt], asked=["left_knee"])
    (any_side,) = gather([done(1), felt], asked=["knee"])
    assert (left.pain_during, any_side.pain_during) == (None, 5)


def test_it_names_every_event_it_rests_on() -> None:
    felt = [
        record("daily", "d1", 50, making.pain()),
        record("daily", "d2", 51, making.pain(date="2026-11-27", moment="next_morning")),
        record("daily", "d3", 52, making.pain(date="2026-11-20")),
    ]
    (found,) = gather([*prescribed(done(1), done(2)), *felt])
    assert found.positions == (5, 6, 11, 12, 50, 51)


def test_a_default_confirmed_set_marks_the_exposure_as_weaker() -> None:
    (edited,) = gather([done(1)])
    (confirmed,) = gather([done(1, entry_mode="confirmed_default")])
    assert (edited.confirmed, confirmed.confirmed) == (False, True)


def test_a_missing_rpe_is_unknown_and_supports_no_claim_about_rpe() -> None:
    (given_rpe,) = gather([done(1), done(2)])
    (missing,) = gather([done(1), done(2, rpe_x10=None)])
    assert (given_rpe.rpe_comparable, missing.rpe_comparable) == (True, False)
    assert missing.work[1].rpe_x10 is None


def test_a_redacted_item_is_left_out_and_not_guessed() -> None:
    (found,) = gather([done(1), replace(done(2), facts=None)])
    assert len(found.work) == 1


@pytest.mark.parametrize(
    ("load", "flag"),
    [(231_485, "unit_suspect"), (47_627, "unit_suspect"), (540_000, "implausible")],
)
def test_what_looks_wrong_is_flagged_and_kept_as_it_is(load: int, flag: str) -> None:
    (found,) = gather(prescribed(done(1, load_g=load)))
    assert found.work[0].load_g == load
    assert flag in found.flags
    assert not found.usable
    assert found.evidence is Evidence.UNKNOWN


def test_an_ordinary_step_is_not_flagged() -> None:
    (found,) = gather(prescribed(done(1, load_g=110_000), done(2, load_g=90_000)))
    assert found.flags == ()
    assert found.usable


def test_the_athletes_word_lifts_a_suspicion_but_not_the_ceiling() -> None:
    sure = making.session(flags=["checked:s1", "checked:s2"])
    version = record("prescription", KEY, 5, making.prescription(), "derived")
    session = record("completed", KEY, 6, sure)
    (found,) = gather([version, session, done(1, load_g=50_000), done(2, load_g=540_000)])
    assert [work.flags for work in found.work] == [(), ("implausible",)]


def test_a_jump_in_the_estimate_is_warned_about_or_quarantined() -> None:
    base = trained(DAY, ((100_000, 5, 80),))
    jumped = trained(DAY + timedelta(days=7), ((112_500, 5, 80), (127_500, 5, 80)), first=20)
    _, found = gather([*base, *jumped])
    assert [work.flags for work in found.work] == [("e1rm_warn",), ("e1rm_quarantine",)]


def test_a_flag_of_the_session_keeps_all_of_its_sets_out() -> None:
    duplicate = record("completed", KEY, 6, making.session(flags=["duplicate"]))
    (found,) = gather([duplicate, done(1)])
    assert not found.usable


def test_one_sets_check_mark_is_not_a_flag_of_the_exposure() -> None:
    session = record("completed", KEY, 6, making.session(flags=["checked:s1"]))
    (found,) = gather([session, done(1)])
    assert found.flags == ()


def test_a_session_that_moved_counts_on_the_day_it_was_done() -> None:
    moved = record("completed", KEY, 6, making.session(date="2026-11-27"))
    (found,) = gather([moved, done(1)])
    assert found.day == NEXT_DAY


SETS = st.lists(
    st.tuples(
        st.none() | st.integers(60_000, 140_000),
        st.none() | st.integers(1, 12),
        st.none() | st.integers(60, 100),
    ),
    min_size=1,
    max_size=5,
)


@given(st.lists(SETS, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(
    sessions: list[list[tuple[int | None, int | None, int | None]]], chance: random.Random
) -> None:
    records: list[Record] = []
    for number, sets in enumerate(sessions):
        day = DAY + timedelta(days=3 * number)
        records += trained(day, tuple(sets), first=100 * number + 1)
    shuffled = list(records)
    chance.shuffle(shuffled)
    assert gather(shuffled) == gather(records)


@given(SETS, st.sampled_from(list(Evidence)))
def test_an_exposure_is_never_stronger_than_its_weakest_set(
    sets: list[tuple[int | None, int | None, int | None]], kind: Evidence
) -> None:
    records = trained(DAY, tuple(sets))
    records[-1] = replace(records[-1], evidence=kind.value)
    (found,) = gather(records)
    assert found.evidence.doubt >= kind.doubt
    if any(load is None or reps is None for load, reps, _ in sets):
        assert found.evidence is Evidence.UNKNOWN


@given(SETS)
def test_no_number_is_filled_in(sets: list[tuple[int | None, int | None, int | None]]) -> None:
    (found,) = gather(trained(DAY, tuple(sets)))
    assert [(w.load_g, w.reps, w.rpe_x10) for w in found.work] == sets
