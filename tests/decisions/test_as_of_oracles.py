"""The as-of reader against other ways to the same answer, over random histories.

Oracles: a fold in Python, NOT EXISTS and a window function in SQL. They are slow and obvious.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decisions import clock
from decisions.models import Stream
from decisions.selectors import known
from decisions.services import guard
from tests.decisions import acts

pytestmark = pytest.mark.django_db
START = datetime(2030, 1, 1, tzinfo=UTC)

FACTS = st.none() | st.sampled_from(["one", "two", "three"])
STEPS = st.lists(
    st.tuples(st.sampled_from("abcd"), FACTS, st.integers(0, 3), st.integers(-5, 5)),
    min_size=1,
    max_size=14,
)
"""(key, what is said, minutes that pass before, days by which it is about the past or future)"""


def record(stream: Stream, steps: list[tuple[str, str | None, int, int]]) -> list[datetime]:
    """Live through a history; gives the times at which the clock stood."""
    moment, times = START, []
    for key, text, minutes, days in steps:
        moment += timedelta(minutes=minutes)
        times.append(moment)
        with clock.at(moment):
            acts.say(stream, key, text, occurred_at=moment + timedelta(days=days))
    return times


def read(stream: Stream, up_to: int) -> dict[str, tuple[int, str]]:
    items = known.known(stream, up_to=up_to)
    return {item.key: (item.position, item.row[5]) for item in items}


def folded(stream: Stream, up_to: int) -> dict[str, tuple[int, str]]:
    state: dict[str, tuple[int, str]] = {}
    for event in known.events(stream):
        if event.position <= up_to:
            state[event.key] = (event.position, event.row[5])
    return {key: value for key, value in state.items() if value[1] != "null"}


def not_exists(stream: Stream, up_to: int) -> dict[str, tuple[int, str]]:
    found = acts.rows(
        "SELECT i.key, e.position, e.facts FROM decisions_event e "
        "JOIN decisions_item i ON i.id = e.item_id WHERE e.stream_id = %s AND e.position <= %s "
        "AND e.facts <> 'null' AND NOT EXISTS (SELECT 1 FROM decisions_event n WHERE "
        "n.item_id = e.item_id AND n.position > e.position AND n.position <= %s)",
        [stream.pk, up_to, up_to],
    )
    return {key: (position, facts) for key, position, facts in found}


def windowed(stream: Stream, up_to: int) -> dict[str, tuple[int, str]]:
    found = acts.rows(
        "SELECT key, position, facts FROM (SELECT i.key, e.position, e.facts, row_number() OVER "
        "(PARTITION BY e.item_id ORDER BY e.position DESC) AS n FROM decisions_event e "
        "JOIN decisions_item i ON i.id = e.item_id WHERE e.stream_id = %s AND e.position <= %s) w "
        "WHERE n = 1 AND facts <> 'null'",
        [stream.pk, up_to],
    )
    return {key: (position, facts) for key, position, facts in found}


@settings(max_examples=25)
@given(STEPS)
def test_all_ways_to_the_state_agree_at_every_position(steps: list[Any]) -> None:
    stream = acts.a_stream()
    record(stream, steps)
    for position in range(known.head(stream) + 1):
        answer = read(stream, position)
        assert answer == folded(stream, position)
        assert answer == not_exists(stream, position)
        assert answer == windowed(stream, position)


@settings(max_examples=25)
@given(STEPS)
def test_a_time_maps_to_the_last_position_recorded_by_then(steps: list[Any]) -> None:
    stream = acts.a_stream()
    times = record(stream, steps)
    recorded = [event.recorded_at for event in known.events(stream)]
    for moment in [START - timedelta(seconds=1), *times, START + timedelta(days=1)]:
        assert known.position_at(stream, moment) == sum(at <= moment for at in recorded)
    assert recorded == sorted(recorded)


@settings(max_examples=25)
@given(STEPS)
def test_the_rows_are_what_the_fold_says(steps: list[Any]) -> None:
    stream = acts.a_stream()
    record(stream, steps)
    found = acts.rows("SELECT key, text FROM decisions_request WHERE stream_id = %s", [stream.pk])
    said = {item.key: item.facts["text"] for item in known.known(stream) if item.facts}
    assert dict(found) == said


@settings(max_examples=25)
@given(STEPS, st.randoms())
def test_arrival_in_another_order_ends_in_the_same_state(steps: list[Any], random: Any) -> None:
    """Items do not depend on each other: only the order within one item means something."""
    keys = [key for key, *_ in steps]
    random.shuffle(keys)
    waiting = {key: [step for step in steps if step[0] == key] for key in set(keys)}
    permuted = [waiting[key].pop(0) for key in keys]
    one, other = acts.a_stream(), acts.a_stream()
    record(one, steps)
    record(other, permuted)
    texts = [{i.key: i.facts for i in known.known(s)} for s in (one, other)]
    assert texts[0] == texts[1]


@settings(max_examples=25)
@given(STEPS, STEPS)
def test_what_comes_later_never_changes_what_was_known(first: list[Any], later: list[Any]) -> None:
    stream = acts.a_stream()
    record(stream, first)
    then = known.head(stream)
    before = read(stream, then)
    with clock.at(START + timedelta(days=1)):
        for key, text, *_ in later:
            acts.say(stream, key, text, fact_type="correction")
    assert read(stream, then) == before


@settings(max_examples=25)
@given(STEPS)
def test_redelivering_a_whole_history_adds_nothing(steps: list[Any]) -> None:
    stream = acts.a_stream()
    asked = []
    for number, (key, text, *_) in enumerate(steps):
        intent = acts.occasion(stream, f"step {number}")
        facts = None if text is None else acts.wish(text)
        asked.append((intent, acts.target(stream, key, facts)))
        guard.write(intent, [asked[-1][1]])
    head = known.head(stream)
    for intent, target in asked:
        assert guard.write(intent, [target]).repeated
    assert known.head(stream) == head
    assert acts.problems(stream) == []
