"""Known at T: the traps, one by one."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions import clock
from decisions.domain.errors import InvalidFacts
from decisions.models import Stream
from decisions.selectors import known
from decisions.services import guard
from tests.decisions import acts

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def texts(stream: Stream, up_to: int | None = None) -> dict[str, str]:
    items = known.known(stream, up_to=up_to)
    return {item.key: item.facts["text"] for item in items if item.facts is not None}


def test_equal_times_belong_together_and_positions_tell_them_apart(stream: Stream) -> None:
    with clock.at(NOON):
        for text in ("one", "two", "three"):
            acts.say(stream, "a", text)
    with clock.at(NOON + timedelta(microseconds=1)):
        acts.say(stream, "a", "four")
    assert known.position_at(stream, NOON) == 3
    assert known.position_at(stream, NOON - timedelta(microseconds=1)) == 0
    assert known.position_at(stream, NOON + timedelta(days=1)) == 4
    assert [texts(stream, up_to=p)["a"] for p in (1, 2, 3, 4)] == ["one", "two", "three", "four"]


def test_a_moment_is_the_same_in_every_zone(stream: Stream) -> None:
    with clock.at(NOON):
        acts.say(stream, "a")
    auckland = datetime.fromisoformat("2026-12-01T01:00:00+13:00")
    assert known.position_at(stream, auckland) == 1
    assert known.position_at(stream, auckland - timedelta(seconds=1)) == 0


def test_a_time_without_a_zone_is_refused(stream: Stream) -> None:
    with pytest.raises(InvalidFacts, match="zone"):
        known.position_at(stream, datetime(2026, 11, 30, 12))  # noqa: DTZ001 - naive on purpose


def test_an_empty_log_knows_nothing_at_any_time(stream: Stream) -> None:
    assert known.position_at(stream, NOON) == 0
    assert known.known(stream) == []
    assert known.head(stream) == 0
    assert known.now(stream, acts.REQUEST, "a").fingerprint == guard.ABSENT


def test_a_tombstone_hides_its_item_and_not_the_version_before_it(stream: Stream) -> None:
    acts.say(stream, "a", "one")
    acts.say(stream, "a", None)
    acts.say(stream, "a", "two")
    assert [texts(stream, up_to=p) for p in (1, 2, 3)] == [{"a": "one"}, {}, {"a": "two"}]


def test_a_late_fact_is_known_from_when_it_came_and_keeps_the_day_it_is_about(
    stream: Stream,
) -> None:
    with clock.at(NOON):
        acts.say(stream, "on time")
    with clock.at(NOON + timedelta(days=3)):
        acts.say(
            stream,
            "late",
            occurred_at=NOON - timedelta(days=2),
            local_date=date(2026, 11, 28),
            zone="Pacific/Auckland",
        )
    at_noon = known.position_at(stream, NOON + timedelta(days=1))
    assert list(texts(stream, up_to=at_noon)) == ["on time"]
    late = next(item for item in known.known(stream) if item.key == "late")
    assert late.recorded_at == NOON + timedelta(days=3)
    assert late.occurred_at == NOON - timedelta(days=2)
    assert (late.local_date, late.zone) == (date(2026, 11, 28), "Pacific/Auckland")


def test_a_correction_after_a_decision_leaves_what_the_decision_knew(stream: Stream) -> None:
    acts.say(stream, "a", "100 kg")
    decided_at = known.head(stream)
    acts.say(stream, "a", "10 kg", fact_type="correction", supersedes=decided_at)
    assert texts(stream, up_to=decided_at) == {"a": "100 kg"}
    assert texts(stream) == {"a": "10 kg"}
    corrected = known.known(stream)[0]
    assert (corrected.fact_type, corrected.supersedes) == ("correction", 1)


def test_history_lists_every_version_oldest_first(stream: Stream) -> None:
    for text in ("one", None, "two"):
        acts.say(stream, "a", text)
    versions = known.history(stream, acts.REQUEST, "a")
    assert [v.position for v in versions] == [1, 2, 3]
    assert [v.retracted for v in versions] == [False, True, False]


def test_what_was_said_with_it_comes_back_with_it(stream: Stream) -> None:
    acts.say(stream, "ground")
    guard.write(
        acts.occasion(stream, mandate="chat", actor="run:9", model_version="some-model"),
        [
            acts.target(
                stream,
                "a",
                acts.wish("grüße\u2028"),
                evidence="hypothesis",
                fact_type="inference",
                reasoning="because",
                confidence=40,
                basis=(1, 1),
            )
        ],
    )
    item = next(item for item in known.known(stream) if item.key == "a")
    assert item.facts == acts.wish("grüße\u2028")
    assert (item.evidence, item.fact_type, item.confidence) == ("hypothesis", "inference", 40)
    assert (item.reasoning, item.model_version, item.basis) == ("because", "some-model", (1,))
    assert item.source == {"actor": "run:9", "mandate": "chat"}


def test_a_range_takes_the_lower_bound_and_leaves_the_upper(stream: Stream) -> None:
    for key in ("2026-11-29/a", "2026-11-30/a", "2026-11-30/b", "2026-12-01/a", "é"):
        acts.say(stream, key)

    def keys(low: str, high: str) -> list[str]:
        ranges = [known.Range(acts.REQUEST, low, high)]
        return [item.key for item in known.known(stream, ranges=ranges)]

    assert keys("2026-11-30", "2026-12-01") == ["2026-11-30/a", "2026-11-30/b"]
    assert keys("2026-11-30/b", "") == ["2026-11-30/b", "2026-12-01/a", "é"]
    assert keys("", "2026-11-30") == ["2026-11-29/a"]
    assert keys("", "")[-1] == "é"


def test_keys_sort_by_their_characters_on_every_database(stream: Stream) -> None:
    keys = ["a", "B", "_", "é", "Z", "10", "9", "\U0001f3cb"]
    for key in keys:
        acts.say(stream, key)
    assert [item.key for item in known.known(stream)] == sorted(keys)
    upper = known.known(stream, ranges=[known.Range(acts.REQUEST, "A", "[")])
    assert [item.key for item in upper] == ["B", "Z"]


def test_overlapping_ranges_give_every_item_once(stream: Stream) -> None:
    for key in ("a", "b", "c"):
        acts.say(stream, key)
    ranges = [known.Range(acts.REQUEST, "a", "c"), known.Range(acts.REQUEST, "b")]
    assert [item.key for item in known.known(stream, ranges=ranges)] == ["a", "b", "c"]


def test_nobody_elses_log_shows_up(alice: acts.Person, bob: acts.Person) -> None:
    acts.say(bob.stream, "secret")
    acts.say(alice.stream, "a")
    assert [item.key for item in known.known(alice.stream)] == ["a"]
    assert known.history(alice.stream, acts.REQUEST, "secret") == []
    assert known.position_at(alice.stream, datetime(2100, 1, 1, tzinfo=UTC)) == 1
    assert [e.key for e in known.events(alice.stream)] == ["a"]
    assert [e.key for e in known.at_positions(alice.stream, [1, 2])] == ["a"]


def test_details_of_a_whole_reading_come_with_the_first_question(stream: Stream) -> None:
    targets = [acts.target(stream, f"{n:04d}", acts.wish(), reviewed="absent") for n in range(900)]
    with clock.at(NOON):
        guard.write(acts.occasion(stream), targets)
    items = known.known(stream)
    with CaptureQueriesContext(connection) as asked:
        assert {item.recorded_at for item in items} == {NOON}
        assert {item.evidence for item in items} == {"user_reported"}
        assert {item.local_date for item in items} == {None}
    assert len(asked) <= 3
