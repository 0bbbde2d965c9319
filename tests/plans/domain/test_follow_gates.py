from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts
from plans.domain import gates
from plans.domain.gates import Exposure, PainReading
from plans.models import Gate
from tests.plans import making
from tests.plans.making import MONDAY

SQUAT = "back_squat_high_bar"
GATE = making.gate()


def evidence(*days, region="knee", exercise=SQUAT):
    """Exposures every third day with (during, next morning); None is not measured."""
    exposures, readings = [], []
    for number, (during, morning) in enumerate(days):
        on = MONDAY + timedelta(days=3 * number)
        exposures.append(Exposure(on, exercise))
        readings.append(PainReading(on, region, "during", during))
        readings.append(PainReading(on + timedelta(days=1), region, "next_morning", morning))
    return exposures, readings


def follow(*days, facts=GATE, as_of=None, **scope):
    exposures, readings = evidence(*days, **scope)
    found = gates.slots(facts, exposures, readings)
    last = as_of or MONDAY + timedelta(days=3 * max(len(days) - 1, 0) + 1)
    return gates.progress(facts["criterion"], found, as_of=last, valid_h=facts["valid_h"])


GOOD, BREACH, UNKNOWN = (2, 2), (3, 2), (1, None)


@pytest.mark.parametrize("facts", [making.gate(), making.human_gate()])
def test_it_gives_exactly_the_columns_of_its_row(facts):
    complete = gates.gate(facts)

    assert set(complete) == set(Gate.facts_fields())
    assert gates.gate(complete) == complete
    assert canonical(complete)


def test_a_new_gate_is_open_and_has_seen_nothing():
    facts = making.gate()
    for name in ("state", "progress", "closed_on", "closed_because"):
        del facts[name]

    complete = gates.gate(facts)

    assert complete["state"] == "open"
    assert complete["progress"] == {"met": 0, "of": 3, "slots": []}


CRITERION = making.gate()["criterion"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"signal": "mood"}, "signal"),
        ({"region": None}, "region"),
        ({"guards": []}, "guards"),
        ({"guards": ["Squat!"]}, "guards[0]"),
        ({"criterion": {}}, "criterion.kind"),
        ({"criterion": {**CRITERION, "count": 0}}, "criterion.count"),
        ({"criterion": {**CRITERION, "during_max": 11}}, "criterion.during_max"),
        ({"criterion": {**CRITERION, "text": "x"}}, "criterion.text"),
        ({"criterion": {"kind": "human"}}, "criterion.text"),
        ({"valid_h": 0}, "valid_h"),
        ({"progress": {"met": 4, "of": 3, "slots": []}}, "progress.met"),
        ({"progress": {"met": 0, "of": 2, "slots": []}}, "progress.of"),
        ({"progress": {"met": 0, "of": 3, "slots": [{}]}}, "progress.slots[0].date"),
        ({"state": "ajar"}, "state"),
        ({"state": "closed"}, "closed_on"),
        ({"state": "closed", "closed_on": "2026-03-09"}, "closed_because"),
        (
            {"state": "closed", "closed_on": "2026-03-01", "closed_because": "met"},
            "closed_on",
        ),
        ({"closed_because": "fine now"}, "closed_because"),
        ({"opened_on": "yesterday"}, "opened_on"),
        ({"opened_on": "0001-01-01"}, "opened_on"),
        ({"owner": "chat"}, "owner"),
    ],
)
def test_it_refuses_and_names_the_field(changes, field):
    with pytest.raises(InvalidFacts) as error:
        gates.gate(making.gate(**changes))
    assert error.value.field == field


@pytest.mark.parametrize(
    ("days", "met", "resolved"),
    [
        pytest.param([], 0, False, id="nothing-seen"),
        pytest.param([GOOD], 1, False, id="one"),
        pytest.param([GOOD, GOOD], 2, False, id="two"),
        pytest.param([GOOD, GOOD, GOOD], 3, True, id="three-in-a-row"),
        pytest.param([GOOD, GOOD, GOOD, GOOD], 3, True, id="four-in-a-row"),
        pytest.param([GOOD, BREACH], 0, False, id="a-breach-starts-again"),
        pytest.param([GOOD, GOOD, BREACH, GOOD], 1, False, id="one-after-a-breach"),
        pytest.param([BREACH, GOOD, GOOD, GOOD], 3, True, id="three-after-a-breach"),
        pytest.param([GOOD, GOOD, UNKNOWN], 2, False, id="the-newest-waits-for-its-morning"),
        pytest.param([GOOD, GOOD, GOOD, UNKNOWN], 3, False, id="a-newer-one-is-not-known-yet"),
        pytest.param([GOOD, GOOD, UNKNOWN, GOOD], 1, False, id="an-unknown-one-breaks-the-row"),
        pytest.param([GOOD, BREACH, UNKNOWN], 0, False, id="good-then-breach-then-pending"),
        pytest.param([(None, 1)] * 3, 0, False, id="during-not-reported"),
        pytest.param([(None, None)] * 3, 0, False, id="nothing-reported"),
    ],
)
def test_how_far_a_gate_is(days, met, resolved):
    found = follow(*days)

    assert (found.met, found.of, found.resolved) == (met, 3, resolved)


@pytest.mark.parametrize(
    ("day", "met"),
    [
        pytest.param((2, 2), True, id="both-at-the-limit"),
        pytest.param((3, 2), False, id="during-above"),
        pytest.param((2, 3), False, id="morning-above"),
        pytest.param((3, None), False, id="during-above-and-morning-unknown"),
        pytest.param((None, 3), False, id="morning-above-and-during-unknown"),
        pytest.param((2, None), None, id="morning-unknown"),
        pytest.param((None, 2), None, id="during-unknown"),
        pytest.param((0, 0), True, id="none-at-all"),
    ],
)
def test_both_sides_of_the_limits(day, met):
    (slot,) = follow(day).slots

    assert slot.met is met


@pytest.mark.parametrize(
    ("late_days", "resolved"),
    [pytest.param(3, True, id="72-hours-old"), pytest.param(4, False, id="96-hours-old")],
)
def test_the_newest_reading_must_be_fresh(late_days, resolved):
    morning = MONDAY + timedelta(days=7)

    found = follow(GOOD, GOOD, GOOD, as_of=morning + timedelta(days=late_days))

    assert (found.met, found.resolved) == (3, resolved)
    if not resolved:
        assert found.because == "the newest reading is 96 h old, it may be 72 h"


def test_a_morning_reading_belongs_to_the_day_before_only():
    exposures, readings = evidence((1, None))
    readings.append(PainReading(MONDAY + timedelta(days=2), "knee", "next_morning", 0))
    readings.append(PainReading(MONDAY, "knee", "next_morning", 0))

    (slot,) = gates.slots(GATE, exposures, readings)

    assert slot.next_morning is None


def test_other_regions_and_other_exercises_do_not_count():
    assert follow(GOOD, GOOD, GOOD, region="hip").met == 0
    assert follow(GOOD, GOOD, GOOD, exercise="bench_press").slots == ()


def test_exposures_before_the_gate_was_opened_do_not_count():
    later = making.gate(opened_on="2026-03-05")

    assert [slot.date for slot in follow(GOOD, GOOD, facts=later).slots] == [date(2026, 3, 5)]


def test_the_day_on_which_it_was_opened_counts():
    assert len(follow(GOOD).slots) == 1


def test_two_exposures_or_readings_of_a_day_are_one_slot_with_the_worst_reading():
    exposures, readings = evidence((1, 1))
    readings.append(PainReading(MONDAY, "knee", "during", 4))

    (slot,) = gates.slots(GATE, [*exposures, *exposures], readings)

    assert (slot.during, slot.met) == (4, False)


def test_progress_can_be_written_into_the_gate():
    found = follow(GOOD, BREACH, UNKNOWN)

    complete = gates.gate(making.gate(progress=found.facts()))

    assert complete["progress"]["slots"] == [
        {"date": "2026-03-02", "during": 2, "next_morning": 2, "met": True},
        {"date": "2026-03-05", "during": 3, "next_morning": 2, "met": False},
        {"date": "2026-03-08", "during": 1, "next_morning": None, "met": None},
    ]


def test_what_only_a_person_can_judge_is_never_resolved_by_computation():
    found = follow(GOOD, GOOD, GOOD, facts=making.human_gate())

    assert (found.met, found.of, found.slots, found.resolved) == (0, 1, (), False)


@pytest.mark.parametrize(
    ("days", "because"),
    [
        ([], "no exposure since it was opened"),
        ([GOOD, UNKNOWN], "1 of 3, the readings of 2026-03-05 are not complete"),
        ([GOOD, BREACH], "0 of 3, the exposure of 2026-03-05 was above the limit"),
        ([GOOD], "1 of 3"),
        (
            [GOOD, GOOD, UNKNOWN, GOOD],
            "1 of 3, the readings of 2026-03-08 are missing: the row began again",
        ),
        ([BREACH, GOOD], "1 of 3"),
        ([GOOD, GOOD, GOOD, UNKNOWN], "the reading after 2026-03-11 is missing"),
        ([GOOD, GOOD, GOOD], "3 of 3 exposures in a row met it"),
    ],
)
def test_it_says_why(days, because):
    assert follow(*days).because == because


def test_an_answer_that_comes_late_mends_the_row():
    assert follow(GOOD, GOOD, UNKNOWN, GOOD).met == 1
    assert follow(GOOD, GOOD, GOOD, GOOD).met == 3


def test_a_gate_over_all_training_guards_everything():
    everything = making.human_gate(guards=[gates.ALL_TRAINING])

    assert gates.guards(everything, SQUAT)
    assert gates.guarding({"a": everything, "b": GATE}, "bench_press") == ("a",)
    closed = {"state": "closed", "closed_on": "2026-03-09", "closed_because": "cleared"}
    assert not gates.guards({**everything, **closed}, SQUAT)


def test_an_open_gate_guards_its_exercises_and_no_others():
    closed = making.gate(state="closed", closed_on="2026-03-09", closed_because="met")

    assert gates.guards(GATE, SQUAT)
    assert not gates.guards(GATE, "bench_press")
    assert not gates.guards(closed, SQUAT)
    assert gates.guarding({"b": GATE, "a": GATE, "c": closed}, SQUAT) == ("a", "b")


readings = st.lists(
    st.tuples(st.none() | st.integers(0, 10), st.none() | st.integers(0, 10)), max_size=8
)


@given(readings)
def test_a_gate_is_only_resolved_by_known_good_readings(days):
    found = follow(*days)

    if found.resolved:
        last = days[-3:]
        assert len(last) == 3
        assert all(d is not None and m is not None and d <= 2 and m <= 2 for d, m in last)


@given(readings, st.integers(0, 7), st.booleans())
def test_taking_a_reading_away_never_brings_a_gate_closer(days, number, during):
    assume(number < len(days))
    fewer = list(days)
    kept = days[number]
    fewer[number] = (None, kept[1]) if during else (kept[0], None)
    breached = any(value is not None and value > 2 for value in kept)

    if not breached:
        assert follow(*fewer).met <= follow(*days).met
    assert not (follow(*fewer).resolved and not follow(*days).resolved) or breached


@given(readings)
def test_the_order_of_evidence_does_not_matter(days):
    exposures, found = evidence(*days)

    assert gates.slots(GATE, exposures[::-1], found[::-1]) == gates.slots(GATE, exposures, found)
