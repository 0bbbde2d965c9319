"""Decisions as recorded: numbered, once per occasion, together with what they write."""

from __future__ import annotations

import pytest

from decisions.domain.errors import InvalidFacts, NotFound, OutsideMandate
from decisions.domain.occasions import Written
from decisions.models import DecisionRecord, Stream
from decisions.selectors import known, lineage
from decisions.services import rulings
from tests.decisions import acts


def record(stream: Stream, name: str = "", **changes: object) -> Written:
    intent = acts.occasion(stream, name, mandate="chat", kind="workflow", actor="run:1")
    facts = acts.decision(workflow="chat", outcome="NO_CHANGE", **changes)
    return rulings.record(intent, facts)


def test_no_change_is_a_complete_decision_with_its_lineage(stream: Stream) -> None:
    acts.say(stream, "a")
    intent = acts.occasion(stream, mandate="chat", kind="workflow", actor="run:1")
    rulings.record(intent, acts.decision(outcome="NO_CHANGE"), basis=(1,))
    row = DecisionRecord.objects.get()
    assert (row.outcome, row.key) == ("NO_CHANGE", str(intent.identity))
    assert rulings.recorded(stream, intent) == row
    assert lineage.decision(stream, row.key) == row
    assert known.history(stream, rulings.SURFACE, row.key)[0].basis == (1,)


def test_decisions_are_numbered_per_athlete(alice: acts.Person, bob: acts.Person) -> None:
    for stream in (alice.stream, alice.stream, bob.stream):
        record(stream)
    numbers = DecisionRecord.objects.order_by("event_id").values_list("stream", "number")
    assert list(numbers) == [(alice.stream.pk, 1), (alice.stream.pk, 2), (bob.stream.pk, 1)]


def test_the_same_occasion_is_answered_with_what_was_recorded_first(stream: Stream) -> None:
    record(stream, "message 1", summary="first words")
    again = record(stream, "message 1", summary="other words")
    assert again.repeated
    assert DecisionRecord.objects.get().summary == "first words"


def test_a_decision_and_what_it_writes_stand_or_fall_together(stream: Stream) -> None:
    acts.say(stream, "a", "one")
    intent = acts.occasion(stream, mandate="chat", kind="workflow", actor="run:1")
    stale = acts.target(stream, "a", acts.wish("two"), reviewed="0" * 64, evidence="hypothesis")
    written = rulings.record(intent, acts.decision(outcome="NO_CHANGE"), targets=[stale])
    assert written.outcome == "stale"
    assert not DecisionRecord.objects.exists()
    assert known.head(stream) == 1


def test_an_outcome_outside_the_mandate_is_refused(stream: Stream) -> None:
    intent = acts.occasion(stream, mandate="chat", kind="workflow", actor="run:1")
    with pytest.raises(OutsideMandate, match="PROPOSE_STRUCTURAL"):
        rulings.record(intent, acts.decision(outcome="PROPOSE_STRUCTURAL"))


def test_an_outcome_that_does_not_exist_is_refused(stream: Stream) -> None:
    intent = acts.occasion(stream, mandate="chat", kind="workflow", actor="run:1")
    with pytest.raises(ValueError, match="WHATEVER"):
        rulings.record(intent, acts.decision(outcome="WHATEVER"))


def test_incomplete_facts_name_what_is_missing(stream: Stream) -> None:
    with pytest.raises(InvalidFacts, match="summary"):
        record(stream, summary=None)


def test_the_newest_decision_of_a_subject_is_found(stream: Stream) -> None:
    for text in ("first", "second"):
        record(stream, subject="knee", summary=text)
    record(stream, subject="sleep", summary="other")
    newest = lineage.newest_decision(stream, workflow="chat", subject="knee")
    assert newest is not None
    assert newest.summary == "second"
    assert lineage.newest_decision(stream, workflow="chat", subject="elbow") is None


def test_a_decision_of_another_athlete_is_not_found(alice: acts.Person, bob: acts.Person) -> None:
    identity = str(record(bob.stream).identity)
    with pytest.raises(NotFound):
        lineage.decision(alice.stream, identity)
    assert lineage.written_by(alice.stream, identity) == []


def test_everything_that_a_decision_wrote_is_listed_in_order(stream: Stream) -> None:
    intent = acts.occasion(stream, mandate="chat", kind="workflow", actor="run:1")
    also = acts.target(stream, "a", acts.wish(), evidence="hypothesis")
    written = rulings.record(intent, acts.decision(outcome="NO_CHANGE"), targets=[also])
    found = lineage.written_by(stream, str(written.identity))
    assert [item.surface for item in found] == [rulings.SURFACE, acts.REQUEST]


def test_what_rests_on_an_event_is_followed_through_others(stream: Stream) -> None:
    acts.say(stream, "ground")
    acts.say(stream, "first floor", basis=(1,))
    acts.say(stream, "attic", basis=(2,))
    acts.say(stream, "garden")
    acts.say(stream, "roof", basis=(3, 4))
    assert lineage.dependents(stream, 1) == [2, 3, 5]
    assert lineage.dependents(stream, 4) == [5]
    assert lineage.grounds(stream, 5) == [1, 2, 3, 4]
    assert lineage.dependents(stream, 5) == lineage.grounds(stream, 1) == []


def test_nothing_rests_on_another_athletes_events(alice: acts.Person, bob: acts.Person) -> None:
    acts.say(alice.stream, "ground")
    acts.say(bob.stream, "ground")
    acts.say(bob.stream, "floor", basis=(1,))
    assert lineage.dependents(alice.stream, 1) == []
