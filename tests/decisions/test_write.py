"""One guarded write: what it answers, and what it leaves behind."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from decisions import clock
from decisions.domain.errors import IdentityConflict, InvalidFacts, NotApproved, OutsideMandate
from decisions.domain.evidence import Evidence
from decisions.domain.magnitude import Magnitude
from decisions.domain.occasions import Target
from decisions.models import Decision, Event, Item, Receipt, Request, Stream
from decisions.selectors import known
from decisions.services import guard
from tests.decisions import acts


def test_it_applies_what_was_reviewed_as_absent(stream: Stream) -> None:
    written = acts.say(stream, "a", "more sleep")
    assert written.outcome == "applied"
    assert [r.outcome for r in written.results] == ["applied"]
    assert known.now(stream, acts.REQUEST, "a").facts == acts.wish("more sleep")
    assert Request.objects.get(key="a").text == "more sleep"


def test_the_row_has_the_id_of_its_item_and_names_its_event(stream: Stream) -> None:
    written = acts.say(stream, "a")
    row = Request.objects.get(key="a")
    assert row.pk == Item.objects.get(key="a").pk
    assert row.event_id == written.results[0].event_id


def test_it_leaves_one_event_one_decision_and_one_receipt(stream: Stream) -> None:
    written = acts.say(stream, "a")
    event = Event.objects.get()
    assert Decision.objects.get().identity == written.identity
    receipt = Receipt.objects.get()
    assert (receipt.event_id, receipt.outcome) == (event.pk, "applied")
    assert (receipt.found, receipt.intended) == (guard.ABSENT, event.fingerprint)


def test_every_version_leaves_a_history_row_that_names_its_event(stream: Stream) -> None:
    events = [acts.say(stream, "a", text).results[0].event_id for text in ("one", "two", None)]
    history = Request.history.order_by("history_id").values_list("event_id", "history_type", "text")
    assert list(history) == [
        (events[0], "+", "one"),
        (events[1], "~", "two"),
        (events[2], "-", "two"),
    ]


def test_history_names_the_person_who_wrote_and_nobody_for_a_machine(
    alice: acts.Person,
) -> None:
    guard.write(
        acts.occasion(alice.stream, actor=f"user:{alice.user.pk}"),
        [acts.target(alice.stream, "a", acts.wish())],
    )
    guard.write(
        acts.occasion(alice.stream, actor="run:1", mandate="chat"),
        [acts.target(alice.stream, "b", acts.wish())],
    )
    users = dict(Request.history.values_list("key", "history_user"))
    assert users == {"a": alice.user.pk, "b": None}


def test_it_says_already_applied_when_the_state_is_what_was_wanted(stream: Stream) -> None:
    acts.say(stream, "a", "more sleep")
    again = acts.say(stream, "a", "more sleep", reviewed=guard.ABSENT)
    assert again.outcome == "already_applied"
    assert again.results[0].event_id is None
    assert known.head(stream) == 1


def test_it_is_stale_when_somebody_was_faster_and_says_who_and_when(stream: Stream) -> None:
    then = datetime(2036, 11, 30, 18, 4, tzinfo=UTC)
    acts.say(stream, "a", "one")
    reviewed = acts.seen(stream, "a")
    with clock.at(then):
        guard.write(
            acts.occasion(stream, actor=acts.somebody("rival")),
            [acts.target(stream, "a", acts.wish("two"))],
        )
    late = acts.say(stream, "a", "three", reviewed=reviewed)
    assert late.outcome == "stale"
    assert (late.results[0].changed_by, late.results[0].changed_at) == (
        acts.somebody("rival"),
        then,
    )
    assert known.now(stream, acts.REQUEST, "a").facts == acts.wish("two")
    assert known.head(stream) == 2


def test_a_moved_parent_makes_it_stale_and_the_answer_names_who_moved_the_parent(
    stream: Stream,
) -> None:
    acts.say(stream, "child", "one")
    acts.say(stream, "parent", "one")
    parent = (acts.REQUEST, "parent", acts.seen(stream, "parent"))
    guard.write(
        acts.occasion(stream, actor=acts.somebody("rival")),
        [acts.target(stream, "parent", acts.wish("two"))],
    )
    late = acts.say(stream, "child", "two", parents=(parent,))
    assert late.outcome == "stale"
    assert late.results[0].changed_by == acts.somebody("rival")
    assert known.now(stream, acts.REQUEST, "child").facts == acts.wish("one")


def test_an_unmoved_parent_and_an_absent_one_let_it_pass(stream: Stream) -> None:
    acts.say(stream, "parent")
    parents = (
        (acts.REQUEST, "parent", acts.seen(stream, "parent")),
        (acts.REQUEST, "nothing", guard.ABSENT),
    )
    assert acts.say(stream, "child", parents=parents).outcome == "applied"


def test_a_change_of_something_unrelated_does_not_make_it_stale(stream: Stream) -> None:
    acts.say(stream, "a", "one")
    reviewed = acts.seen(stream, "a")
    acts.say(stream, "b")
    assert acts.say(stream, "a", "two", reviewed=reviewed).outcome == "applied"


def test_retracting_leaves_a_tombstone_and_no_row(stream: Stream) -> None:
    acts.say(stream, "a")
    assert acts.say(stream, "a", None).outcome == "applied"
    assert not Request.objects.exists()
    assert known.known(stream) == []
    state = known.now(stream, acts.REQUEST, "a")
    assert state.facts is None
    assert state.fingerprint != guard.ABSENT


def test_retracting_what_was_never_there_is_already_applied(stream: Stream) -> None:
    assert acts.say(stream, "a", None).outcome == "already_applied"
    assert known.head(stream) == 0


def test_a_retracted_item_can_be_written_again_under_the_same_id(stream: Stream) -> None:
    acts.say(stream, "a", "one")
    first = Request.objects.get().pk
    acts.say(stream, "a", None)
    assert acts.say(stream, "a", "two").outcome == "applied"
    assert Request.objects.get().pk == first


def test_who_reviewed_absent_is_stale_after_create_and_retract(stream: Stream) -> None:
    acts.say(stream, "a", "one")
    acts.say(stream, "a", None)
    assert acts.say(stream, "a", "two", reviewed=guard.ABSENT).outcome == "stale"


def test_several_targets_share_one_decision_and_stand_in_order(stream: Stream) -> None:
    targets = [acts.target(stream, key, acts.wish(key)) for key in ("c", "a", "b")]
    written = guard.write(acts.occasion(stream), targets)
    assert [(r.key, r.position) for r in written.results] == [("c", 1), ("a", 2), ("b", 3)]
    assert Decision.objects.count() == 1
    assert acts.problems(stream) == []


def test_one_stale_target_keeps_all_others_from_being_applied(stream: Stream) -> None:
    acts.say(stream, "b", "one")
    targets = [
        acts.target(stream, "a", acts.wish()),
        acts.target(stream, "b", acts.wish("two"), reviewed="0" * 64),
    ]
    written = guard.write(acts.occasion(stream), targets)
    assert written.outcome == "stale"
    assert [r.outcome for r in written.results] == ["not_applied", "stale"]
    assert [r[0] for r in acts.rows("SELECT outcome FROM decisions_receipt ORDER BY id")] == [
        "applied",
        "not_applied",
        "stale",
    ]
    assert not Request.objects.filter(key="a").exists()
    assert known.head(stream) == 1


def test_one_target_that_stands_already_does_not_stop_the_others(stream: Stream) -> None:
    acts.say(stream, "a")
    targets = [acts.target(stream, key, acts.wish()) for key in ("a", "b")]
    written = guard.write(acts.occasion(stream), targets)
    assert written.outcome == "applied"
    assert [r.outcome for r in written.results] == ["already_applied", "applied"]


def test_a_thousand_targets_are_one_write(stream: Stream) -> None:
    targets = [
        Target(surface=acts.REQUEST, key=f"{n:04d}", intended=acts.wish(), reviewed=guard.ABSENT)
        for n in range(1000)
    ]
    assert guard.write(acts.occasion(stream), targets).outcome == "applied"
    assert len(known.known(stream)) == 1000
    assert acts.problems(stream) == []


def test_it_refuses_an_empty_list_and_one_item_named_twice(stream: Stream) -> None:
    with pytest.raises(InvalidFacts, match="targets: is empty"):
        guard.write(acts.occasion(stream), [])
    twice = [acts.target(stream, "a", acts.wish(text)) for text in ("one", "two")]
    with pytest.raises(InvalidFacts, match="targets: names one item twice"):
        guard.write(acts.occasion(stream), twice)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": None}, "text"),
        ({"text": "x" * 2001}, "text"),
        ({"text": "a\x00b"}, "text"),
        ({"text": "\ud800"}, "text"),
        ({"text": 1}, "text"),
        ({"on": "30.11.2026"}, "on"),
        ({"on": "2026-02-30"}, "on"),
        ({"more": "than it has"}, "more"),
    ],
)
def test_invalid_facts_name_the_field_and_write_nothing(
    stream: Stream, changes: dict[str, object], field: str
) -> None:
    with pytest.raises(InvalidFacts, match=field):
        guard.write(acts.occasion(stream), [acts.target(stream, "a", {**acts.wish(), **changes})])
    assert not Decision.objects.exists()
    assert not Item.objects.exists()


def test_a_surface_that_nobody_owns_is_refused(stream: Stream) -> None:
    with pytest.raises(OutsideMandate):
        guard.write(acts.occasion(stream), [acts.target(stream, "a", {}, surface="no.such")])


@pytest.mark.parametrize("evidence", [Evidence.OBSERVED, Evidence.USER_REPORTED])
def test_what_a_model_says_is_never_stored_as_seen_or_reported(
    stream: Stream, evidence: Evidence
) -> None:
    intent = acts.occasion(stream, mandate="chat", model_version="some-model")
    with pytest.raises(InvalidFacts, match="evidence"):
        guard.write(intent, [acts.target(stream, "a", acts.wish(), evidence=evidence)])
    written = guard.write(intent, [acts.target(stream, "a", acts.wish(), evidence="hypothesis")])
    assert written.outcome == "applied"


def test_an_unknown_kind_of_evidence_is_refused(stream: Stream) -> None:
    with pytest.raises(InvalidFacts, match="evidence"):
        acts.say(stream, "a", evidence="certain")


def test_a_change_larger_than_the_mandate_is_refused(stream: Stream) -> None:
    with pytest.raises(OutsideMandate, match="M1"):
        acts.say(stream, "a", magnitude=Magnitude.T1)
    assert acts.say(stream, "a", magnitude=Magnitude.M1).outcome == "applied"


def test_there_is_nothing_to_write_to_without_a_stream(db: None) -> None:
    nowhere = Stream(pk=2**40)
    with pytest.raises(LookupError):
        guard.write(
            acts.occasion(nowhere),
            [Target(surface=acts.REQUEST, key="a", intended=acts.wish(), reviewed=guard.ABSENT)],
        )


def test_structure_is_not_written_without_an_approval(stream: Stream) -> None:
    with pytest.raises(NotApproved, match=r"plans\.plan"):
        guard.write(
            acts.occasion(stream, mandate="coach"),
            [acts.target(stream, "base", acts.plan(), surface=acts.PLAN)],
        )


def test_a_coach_edits_structure_with_a_reason_and_leaves_an_approval(stream: Stream) -> None:
    assert acts.edit_plan(stream).outcome == "applied"
    approval = acts.rows("SELECT approver, reason FROM decisions_approval")
    assert approval == [(acts.somebody(), "a better fit")]


@pytest.mark.parametrize(
    ("mandate", "actor"),
    [
        ("coach", "run:1"),
        ("athlete", "user:1"),
        ("strategic_review", "run:1"),
        ("coach", "deriver"),
    ],
)
def test_only_a_coach_who_is_a_person_edits_structure(
    stream: Stream, mandate: str, actor: str
) -> None:
    wanted = [acts.target(stream, "base", acts.plan(), surface=acts.PLAN)]
    with pytest.raises(NotApproved):
        guard.edit(acts.occasion(stream, mandate=mandate, actor=actor), wanted, reason="because")


def test_an_edit_without_a_reason_is_refused(stream: Stream) -> None:
    wanted = [acts.target(stream, "base", acts.plan(), surface=acts.PLAN)]
    with pytest.raises(InvalidFacts, match="reason"):
        guard.edit(acts.occasion(stream, mandate="coach"), wanted, reason="  ")


@pytest.mark.parametrize("approver", ["run:1", "deriver", "token:3", "schedule"])
def test_only_a_person_approves(stream: Stream, approver: str) -> None:
    wanted = [acts.target(stream, "base", acts.plan(), surface=acts.PLAN)]
    with pytest.raises(NotApproved, match="person"):
        guard.write(
            acts.occasion(stream, mandate="coach"),
            wanted,
            approval=guard.Approval(approver, "because"),
        )


def test_no_source_can_pretend_that_somebody_else_wrote(stream: Stream) -> None:
    guard.write(
        acts.occasion(stream, source={"actor": "user:0", "file": "a.fit"}),
        [acts.target(stream, "a", acts.wish())],
    )
    source = known.known(stream)[0].source
    assert source == {"actor": acts.somebody(), "mandate": "athlete", "file": "a.fit"}


def test_times_never_run_backwards_in_a_log(stream: Stream) -> None:
    for hour in (12, 11, 13):
        with clock.at(datetime(2026, 11, 30, hour, tzinfo=UTC)):
            acts.say(stream, f"at {hour}")
    recorded = list(Event.objects.order_by("position").values_list("recorded_at__hour", flat=True))
    assert recorded == [12, 12, 13]


def test_the_same_occasion_with_another_payload_is_a_conflict(stream: Stream) -> None:
    acts.say(stream, "a", "one", name="button 1")
    with pytest.raises(IdentityConflict):
        acts.say(stream, "a", "two", name="button 1")
    with pytest.raises(IdentityConflict):
        acts.say(stream, "b", "one", name="button 1")
    assert known.head(stream) == 1
