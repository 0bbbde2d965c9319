"""Proposals: a person decides, exactly what was reviewed is applied, once, and stale says who and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from decisions import clock, registry
from decisions.domain.errors import InvalidFacts, NotFound
from decisions.models import Event, Proposal
from decisions.selectors import known
from decisions.services import proposals, rebuild
from plans.models import Block
from tests.decisions import acts


@pytest.fixture
def planned(alice: acts.Person) -> Iterator[acts.Person]:
    """Alice with a plan of one block, in whatever state the test leaves it: consistent."""
    acts.edit_plan(alice.stream)
    acts.edit_block(alice.stream)
    yield alice
    assert acts.problems(alice.stream) == []
    assert all(difference.clean for difference in rebuild.check())


def approve(who: acts.Person, key: str, reviewed: str, **more: Any) -> proposals.Decided:
    return proposals.approve(
        stream=who.stream, key=key, reviewed=reviewed, user=more.pop("user", who.coach), **more
    )


def state_of(who: acts.Person, key: str) -> str:
    return str(Proposal.objects.get(stream=who.stream, key=key).state)


def weeks() -> int:
    return int(Block.objects.get(key="base/01").weeks)


def test_approving_applies_exactly_what_was_reviewed(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    assert weeks() == 4
    decided = approve(planned, key, reviewed)
    assert decided.outcome == "applied"
    assert weeks() == 3
    assert state_of(planned, key) == "APPLIED"
    closed = Proposal.objects.get(key=key).closed
    assert (closed["by"], closed["edited"]) == (f"user:{planned.coach.pk}", False)


def test_the_plan_and_the_proposal_change_in_one_decision(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    approve(planned, key, reviewed)
    last = Event.objects.filter(stream=planned.stream).order_by("-position")[:2]
    assert {event.decision_id for event in last} == {last[0].decision_id}
    assert last[0].decision.kind == "approval"


def test_the_applied_change_rests_on_its_proposal(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    at = known.now(planned.stream, acts.PROPOSAL, key).position
    approve(planned, key, reviewed)
    assert known.history(planned.stream, acts.BLOCK, "base/01")[-1].basis == (at,)


def test_a_second_click_is_told_who_decided(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    approve(planned, key, reviewed)
    head = known.head(planned.stream)
    again = approve(planned, key, reviewed)
    assert again.outcome == "already_decided"
    assert again.by == f"user:{planned.coach.pk}"
    assert again.facts["closed"]["at"]
    assert known.head(planned.stream) == head


def test_approve_revert_redeliver_does_not_apply_again(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    approve(planned, key, reviewed)
    acts.edit_block(planned.stream)
    assert weeks() == 4
    assert approve(planned, key, reviewed).outcome == "already_decided"
    assert weeks() == 4


def test_a_plan_edited_meanwhile_makes_it_stale_and_says_who_and_when(
    planned: acts.Person,
) -> None:
    key, reviewed = acts.propose(planned.stream)
    then = datetime(2036, 1, 1, 12, tzinfo=UTC)
    with clock.at(then):
        acts.edit_block(planned.stream, actor=acts.somebody("rival"), weeks=5)
    decided = approve(planned, key, reviewed)
    assert decided.outcome == "stale"
    assert weeks() == 5
    assert state_of(planned, key) == "STALE"
    assert decided.facts["closed"]["moved"] == [
        {
            "surface": acts.BLOCK,
            "key": "base/01",
            "changed_by": acts.somebody("rival"),
            "changed_at": then.isoformat(),
        }
    ]
    assert approve(planned, key, reviewed).outcome == "already_decided"


def test_an_edit_of_something_else_does_not_make_it_stale(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    acts.edit_plan(planned.stream, title="Renamed")
    assert approve(planned, key, reviewed).outcome == "applied"


def test_a_plan_that_already_says_so_is_applied_without_an_event(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    acts.edit_block(planned.stream, weeks=3)
    decided = approve(planned, key, reviewed)
    assert decided.outcome == "applied"
    assert [result.outcome for result in decided.results] == ["already_applied"]


def test_of_several_targets_all_apply_or_none(planned: acts.Person) -> None:
    both = (
        {"surface": acts.PLAN, "key": "base", "after": acts.plan(title="New")},
        {"surface": acts.BLOCK, "key": "base/01", "after": acts.block(weeks=3)},
    )
    key, reviewed = acts.propose(planned.stream, *both)
    acts.edit_block(planned.stream, weeks=6)
    decided = approve(planned, key, reviewed)
    assert decided.outcome == "stale"
    assert [result.outcome for result in decided.results] == ["not_applied", "stale"]
    assert known.now(planned.stream, acts.PLAN, "base").facts == acts.plan()


def test_a_proposal_may_add_and_take_away(planned: acts.Person) -> None:
    changes = (
        {"surface": acts.BLOCK, "key": "base/01", "after": None},
        {"surface": acts.BLOCK, "key": "base/02", "after": acts.block(order=2, name="Peak")},
    )
    key, reviewed = acts.propose(planned.stream, *changes)
    assert approve(planned, key, reviewed).outcome == "applied"
    assert list(Block.objects.values_list("key", flat=True)) == ["base/02"]


def test_a_persons_own_version_needs_a_reason_and_is_kept_apart(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    own = {(acts.BLOCK, "base/01"): acts.block(weeks=2)}
    with pytest.raises(InvalidFacts, match="reason"):
        approve(planned, key, reviewed, edits=own)
    decided = approve(planned, key, reviewed, edits=own, reason="travel", own_call="two weeks")
    assert decided.outcome == "applied"
    assert weeks() == 2
    facts = Proposal.objects.get(key=key).facts()
    assert facts["targets"][0]["after"]["weeks"] == 3
    assert facts["closed"]["edited"] is True
    assert facts["closed"]["own_call"] == "two weeks"


def test_an_edit_that_is_not_valid_changes_nothing(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    with pytest.raises(InvalidFacts, match="weeks"):
        approve(
            planned, key, reviewed, reason="x",
            edits={(acts.BLOCK, "base/01"): acts.block(weeks=0)},
        )  # fmt: skip
    assert state_of(planned, key) == "OPEN"
    assert weeks() == 4


def test_an_edit_of_something_that_was_not_proposed_is_invalid(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    decided = approve(
        planned, key, reviewed, reason="x", edits={(acts.PLAN, "base"): acts.plan(title="New")}
    )
    assert decided.outcome == "invalid"
    assert "not part of this proposal" in decided.because
    assert state_of(planned, key) == "OPEN"


@pytest.fixture
def hard_rule(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], list[Any]]:
    """Registers one rule that answers as told; gives the targets it was asked about."""

    def register(answer: str | None) -> list[Any]:
        asked: list[Any] = []

        def rule(stream: Any, targets: list[dict[str, Any]]) -> str | None:
            asked.extend(targets)
            return answer

        monkeypatch.setattr(registry, "_hard_rules", [rule])
        return asked

    return register


def test_approval_overrides_no_hard_rule(
    planned: acts.Person, hard_rule: Callable[[str | None], list[Any]]
) -> None:
    asked = hard_rule("the knee gate is open")
    key, reviewed = acts.propose(planned.stream)
    own = {(acts.BLOCK, "base/01"): acts.block(weeks=2)}
    decided = approve(planned, key, reviewed, edits=own, reason="x")
    assert (decided.outcome, decided.because) == ("invalid", "the knee gate is open")
    assert asked[0]["after"] == acts.block(weeks=2)
    assert weeks() == 4
    assert state_of(planned, key) == "OPEN"

    hard_rule(None)
    assert approve(planned, key, reviewed).outcome == "applied"


Door = Callable[..., proposals.Decided]
CLOSING = [
    (proposals.reject, "REJECTED"),
    (proposals.withdraw, "WITHDRAWN"),
    (proposals.ask_for_evidence, "NEEDS_EVIDENCE"),
]


@pytest.mark.parametrize(("door", "state"), CLOSING, ids=[state for _, state in CLOSING])
def test_closing_takes_a_reason_and_leaves_the_plan_alone(
    planned: acts.Person, door: Door, state: str
) -> None:
    key, reviewed = acts.propose(planned.stream)
    given: dict[str, Any] = {
        "stream": planned.stream,
        "key": key,
        "reviewed": reviewed,
        "user": planned.coach,
    }
    with pytest.raises(InvalidFacts, match="reason"):
        door(**given, reason=" ")
    decided = door(**given, reason="not now")
    assert decided.outcome == state.lower()
    assert state_of(planned, key) == state
    assert weeks() == 4
    assert known.now(planned.stream, acts.PROPOSAL, key).facts == decided.facts


@pytest.mark.parametrize("door", [proposals.reject, proposals.withdraw])
def test_what_is_closed_stays_closed(planned: acts.Person, door: Door) -> None:
    key, reviewed = acts.propose(planned.stream)
    given: dict[str, Any] = {"stream": planned.stream, "key": key, "user": planned.coach}
    door(**given, reviewed=reviewed, reason="no")
    now = acts.seen(planned.stream, key, acts.PROPOSAL)
    for other in (proposals.reject, proposals.withdraw, proposals.ask_for_evidence):
        assert other(**given, reviewed=now, reason="again").outcome == "already_decided"
    assert approve(planned, key, now).outcome == "already_decided"
    assert weeks() == 4


def test_asking_for_evidence_and_taking_it_up_again_leads_to_a_decision(
    planned: acts.Person,
) -> None:
    key, reviewed = acts.propose(planned.stream)
    given: dict[str, Any] = {"stream": planned.stream, "key": key, "user": planned.coach}
    proposals.ask_for_evidence(**given, reviewed=reviewed, reason="sleep?")
    waiting = acts.seen(planned.stream, key, acts.PROPOSAL)
    assert approve(planned, key, reviewed).outcome == "changed"
    proposals.reopen(**given, reviewed=waiting, reason="it came")
    assert state_of(planned, key) == "OPEN"
    assert Proposal.objects.get(key=key).closed is None
    open_again = acts.seen(planned.stream, key, acts.PROPOSAL)
    assert approve(planned, key, open_again).outcome == "applied"


def test_only_what_waits_for_evidence_can_be_taken_up_again(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    decided = proposals.reopen(
        stream=planned.stream, key=key, reviewed=reviewed, user=planned.coach, reason="why not"
    )
    assert (decided.outcome, decided.because) == ("invalid", "it is open already")
    assert known.now(planned.stream, acts.PROPOSAL, key).fingerprint == reviewed


def test_what_waits_for_evidence_can_be_approved_as_it_stands(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    proposals.ask_for_evidence(
        stream=planned.stream, key=key, reviewed=reviewed, user=planned.coach, reason="sleep?"
    )
    waiting = acts.seen(planned.stream, key, acts.PROPOSAL)
    assert approve(planned, key, waiting).outcome == "applied"


def test_deciding_what_changed_since_it_was_read_asks_to_read_again(planned: acts.Person) -> None:
    key, _ = acts.propose(planned.stream)
    assert approve(planned, key, "0" * 64).outcome == "changed"
    given: dict[str, Any] = {
        "stream": planned.stream,
        "key": key,
        "user": planned.coach,
        "reason": "x",
    }
    assert proposals.reject(**given, reviewed="0" * 64).outcome == "changed"
    assert state_of(planned, key) == "OPEN"


def test_what_nobody_decided_in_time_expires_and_changes_nothing(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    last_day = Proposal.objects.get(key=key).expires_on
    evening = datetime(last_day.year, last_day.month, last_day.day, 23, tzinfo=UTC)
    with clock.at(evening):
        assert proposals.expire(stream=planned.stream, zone="UTC") == []
        assert proposals.expire(stream=planned.stream, zone="Pacific/Auckland") == [key]
    with clock.at(evening + timedelta(days=1)):
        assert proposals.expire(stream=planned.stream, zone="UTC") == []
        assert approve(planned, key, reviewed).outcome == "already_decided"
    assert state_of(planned, key) == "EXPIRED"
    assert weeks() == 4


def test_a_newer_proposal_supersedes_the_one_that_waits(planned: acts.Person) -> None:
    first, reviewed = acts.propose(planned.stream)
    other = {"surface": acts.BLOCK, "key": "base/01", "after": acts.block(weeks=2)}
    second, newest = acts.propose(planned.stream, other)
    assert (first, second) == ("P-0001", "P-0002")
    assert (state_of(planned, first), state_of(planned, second)) == ("SUPERSEDED", "OPEN")
    assert approve(planned, first, reviewed).outcome == "already_decided"
    assert approve(planned, second, newest).outcome == "applied"
    assert weeks() == 2


def test_an_equal_proposal_is_not_repeated(planned: acts.Person) -> None:
    first = acts.propose(planned.stream)
    assert acts.propose(planned.stream) == first
    assert Proposal.objects.count() == 1


def test_two_proposals_about_one_block_end_in_one_applied_and_one_closed(
    planned: acts.Person,
) -> None:
    first, reviewed = acts.propose(planned.stream)
    approve(planned, first, reviewed)
    other = {"surface": acts.BLOCK, "key": "base/01", "after": acts.block(weeks=2)}
    second, newest = acts.propose(planned.stream, other)
    assert approve(planned, second, newest).outcome == "applied"
    assert [state_of(planned, key) for key in (first, second)] == ["APPLIED", "APPLIED"]
    assert weeks() == 2


def test_what_is_not_theirs_is_not_found(planned: acts.Person, bob: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    given: dict[str, Any] = {"stream": planned.stream, "key": key, "reviewed": reviewed}
    for stranger in (bob.coach, bob.user, planned.user):
        with pytest.raises(NotFound):
            proposals.approve(**given, user=stranger)
        for door in (*(door for door, _ in CLOSING), proposals.reopen):
            with pytest.raises(NotFound):
                door(**given, user=stranger, reason="mine now")
    assert state_of(planned, key) == "OPEN"


def test_a_coach_who_was_dismissed_decides_no_more(planned: acts.Person, bob: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    former, planned.athlete.coach = planned.coach, bob.coach
    planned.athlete.save()
    with pytest.raises(NotFound):
        approve(planned, key, reviewed, user=former)
    assert approve(planned, key, reviewed, user=bob.coach).outcome == "applied"


def test_a_deactivated_coach_decides_nothing(planned: acts.Person) -> None:
    key, reviewed = acts.propose(planned.stream)
    planned.coach.is_active = False
    planned.coach.save()
    with pytest.raises(NotFound):
        approve(planned, key, reviewed)


def test_a_person_who_coaches_themself_still_has_to_approve(db: None) -> None:
    alone = acts.person("alone")
    alone.athlete.coach = alone.user
    alone.athlete.save()
    acts.edit_plan(alone.stream)
    acts.edit_block(alone.stream)
    key, reviewed = acts.propose(alone.stream)
    assert weeks() == 4
    assert approve(alone, key, reviewed, user=alone.user).outcome == "applied"
    assert weeks() == 3


def test_a_proposal_that_does_not_exist_is_not_found(planned: acts.Person) -> None:
    with pytest.raises(NotFound):
        approve(planned, "P-0099", "0" * 64)


def test_what_the_reviewer_saw_is_kept_with_the_proposal(planned: acts.Person) -> None:
    key, _ = acts.propose(planned.stream)
    facts = Proposal.objects.get(key=key).facts()
    assert facts["targets"] == [
        {
            "surface": acts.BLOCK,
            "key": "base/01",
            "reviewed": acts.seen(planned.stream, "base/01", acts.BLOCK),
            "before": acts.block(),
            "after": acts.block(weeks=3),
        }
    ]
