"""A retry meets itself: one answer per occasion, whatever happened in between."""

from __future__ import annotations

import pytest
from django.db import transaction

from decisions.domain.errors import IdentityConflict
from decisions.models import Event, Receipt, Stream
from decisions.selectors import known
from decisions.services import guard
from tests.decisions import acts


def test_a_redelivery_is_told_what_was_recorded_and_adds_nothing(stream: Stream) -> None:
    first = acts.say(stream, "a", name="message 1", reviewed=guard.ABSENT)
    again = acts.say(stream, "a", name="message 1", reviewed=guard.ABSENT)
    assert again.repeated
    assert not first.repeated
    assert (again.outcome, again.results, again.identity) == (
        first.outcome,
        first.results,
        first.identity,
    )
    assert Event.objects.count() == Receipt.objects.count() == 1


def test_apply_revert_redeliver_does_not_apply_again(stream: Stream) -> None:
    acts.say(stream, "a", "A")
    as_reviewed = acts.seen(stream, "a")
    acts.say(stream, "a", "B", name="change to B", reviewed=as_reviewed)
    acts.say(stream, "a", "A", name="revert")
    assert acts.seen(stream, "a") == as_reviewed

    again = acts.say(stream, "a", "B", name="change to B", reviewed=as_reviewed)
    assert again.repeated
    assert known.now(stream, acts.REQUEST, "a").facts == acts.wish("A")
    assert known.head(stream) == 3


def test_there_and_back_and_there_again_is_legal_for_new_occasions(stream: Stream) -> None:
    for text in ("A", "B", "A", "B", "A"):
        assert acts.say(stream, "a", text).outcome == "applied"
    assert known.head(stream) == 5
    assert acts.problems(stream) == []


def test_what_was_reported_as_stale_stays_stale_when_the_state_returns(stream: Stream) -> None:
    acts.say(stream, "a", "A")
    reviewed = acts.seen(stream, "a")
    acts.say(stream, "a", "B")
    assert acts.say(stream, "a", "C", name="late", reviewed=reviewed).outcome == "stale"
    acts.say(stream, "a", "A")

    again = acts.say(stream, "a", "C", name="late", reviewed=reviewed)
    assert (again.outcome, again.repeated) == ("stale", True)
    assert known.now(stream, acts.REQUEST, "a").facts == acts.wish("A")


def test_a_repeat_of_several_targets_gives_every_result_in_the_order_asked(stream: Stream) -> None:
    targets = [acts.target(stream, key, acts.wish(key)) for key in ("b", "c", "a")]
    intent = acts.occasion(stream, "together")
    first = guard.write(intent, targets)
    assert guard.write(intent, targets).results == first.results
    turned = guard.write(intent, targets[::-1])
    assert turned.results == first.results[::-1]


def test_a_repeat_of_what_stood_already_or_was_stale_is_the_same_answer(stream: Stream) -> None:
    acts.say(stream, "a", "one")
    for text, outcome in (("one", "already_applied"), ("two", "stale")):
        given = {"name": f"late {text}", "reviewed": "0" * 64}
        first = acts.say(stream, "a", text, **given)
        again = acts.say(stream, "a", text, **given)
        assert (first.outcome, again.outcome) == (outcome, outcome)
        assert (first.results[0].event_id, first.results[0].position) == (None, None)
        assert [(r.key, r.outcome, r.found, r.position) for r in again.results] == [
            (r.key, r.outcome, r.found, r.position) for r in first.results
        ]


def test_a_part_of_a_recorded_decision_is_another_payload(stream: Stream) -> None:
    targets = [acts.target(stream, key, acts.wish(key)) for key in ("a", "b")]
    intent = acts.occasion(stream, "together")
    guard.write(intent, targets)
    with pytest.raises(IdentityConflict):
        guard.write(intent, targets[:1])


def test_a_workflow_that_words_its_draft_differently_is_answered_with_the_first(
    stream: Stream,
) -> None:
    intent = acts.occasion(stream, "week 48")
    guard.write(intent, [acts.target(stream, "a", acts.wish("one"))])
    again = guard.write(
        intent, [acts.target(stream, "a", acts.wish("other words"))], same_payload=False
    )
    assert again.repeated
    assert known.now(stream, acts.REQUEST, "a").facts == acts.wish("one")


def test_a_rolled_back_write_leaves_no_answer_behind(stream: Stream) -> None:
    with transaction.atomic():
        acts.say(stream, "a", "one", name="message 1")
        transaction.set_rollback(True)
    assert known.head(stream) == 0
    assert acts.say(stream, "a", "one", name="message 1").outcome == "applied"


def test_equal_words_in_another_stream_are_another_intent(
    alice: acts.Person, bob: acts.Person
) -> None:
    one = acts.say(alice.stream, "a", name="button 1")
    other = acts.say(bob.stream, "a", name="button 1")
    assert one.identity != other.identity
    assert other.outcome == "applied"
    assert not other.repeated
