"""Processes that want the same thing at the same time: one wins, the others are told, nobody fails."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.faults.conftest import World
from tests.faults.processes import Job, Outcome


def answers(outcomes: list[Outcome]) -> list[dict[str, Any]]:
    """What they said; no process may fail or die."""
    failed = [outcome for outcome in outcomes if outcome.answer is None]
    assert failed == []
    return [outcome.answer for outcome in outcomes if outcome.answer is not None]


def said(outcomes: list[Outcome]) -> Counter[str]:
    return Counter(answer["outcome"] for answer in answers(outcomes))


def deciding(world: World, name: str = "approve") -> Job:
    seed = world.seed
    return Job(
        name,
        {
            "stream": seed["stream"],
            "coach": seed["coach"],
            "key": seed["proposal"],
            "reviewed": seed["reviewed"],
        },
    )


def writing(world: World, occasion: str, key: str, text: str, **more: Any) -> Job:
    given = {"stream": world.seed["stream"], "occasion": occasion, "texts": {key: text}, **more}
    return Job("write", given)


def editing(world: World, occasion: str, weeks: int) -> Job:
    given = {"stream": world.seed["stream"], "occasion": occasion, "weeks": weeks}
    return Job("edit", {**given, "reviewed": world.seed["block"]})


@pytest.mark.parametrize("round_", range(3))
def test_of_rival_first_writes_one_applies_and_the_others_are_stale(
    world: World, round_: int
) -> None:
    outcomes = world.together(*(writing(world, f"o{n}", "new", f"from {n}") for n in range(4)))
    assert said(outcomes) == {"applied": 1, "stale": 3}
    state = world.run("inspect")
    assert state["wrong"] == []
    assert sum(text.startswith("from ") for text in state["texts"]) == 1


@pytest.mark.parametrize("round_", range(3))
def test_one_message_delivered_to_four_processes_has_one_effect(world: World, round_: int) -> None:
    outcomes = world.together(*(writing(world, "message 1", "new", "once") for _ in range(4)))
    assert said(outcomes) == {"applied": 4}
    assert Counter(a["repeated"] for a in answers(outcomes)) == {False: 1, True: 3}
    assert len({tuple(a["positions"]) for a in answers(outcomes)}) == 1
    state = world.run("inspect")
    assert state["wrong"] == []
    assert state["texts"]["once"] == 1


def test_four_writers_of_one_log_lose_nothing_and_write_nothing_twice(world: World) -> None:
    jobs = [
        Job("write_many", {"stream": world.seed["stream"], "writer": f"w{n}", "count": 12})
        for n in range(4)
    ]
    acknowledged = [text for a in answers(world.together(*jobs)) for text in a["acknowledged"]]
    assert len(acknowledged) == 48
    state = world.run("inspect")
    assert state["wrong"] == []
    assert {text: state["texts"].get(text) for text in acknowledged} == dict.fromkeys(
        acknowledged, 1
    )
    assert state["events"] == world.seed["head"] + 48


@pytest.mark.parametrize("round_", range(3))
def test_of_two_approvers_one_applies_and_the_other_is_told_who_and_when(
    world: World, round_: int
) -> None:
    outcomes = world.together(deciding(world), deciding(world))
    assert said(outcomes) == {"applied": 1, "already_decided": 1}
    told = [a for a in answers(outcomes) if a["outcome"] == "already_decided"]
    assert told[0]["by"] == f"user:{world.seed['coach']}"
    assert told[0]["at"]
    state = world.run("inspect")
    assert state["wrong"] == []
    assert state["weeks"] == [3]


@pytest.mark.parametrize("round_", range(3))
def test_approving_and_rejecting_at_once_ends_in_exactly_one_state(
    world: World, round_: int
) -> None:
    outcomes = world.together(deciding(world), deciding(world, "reject"))
    state = world.run("inspect")
    assert state["wrong"] == []
    final = state["proposals"][world.seed["proposal"]]
    assert final in ("APPLIED", "REJECTED")
    assert state["weeks"] == ([3] if final == "APPLIED" else [4])
    assert said(outcomes)["already_decided"] + said(outcomes)["changed"] == 1


@pytest.mark.parametrize("round_", range(3))
def test_approving_while_the_plan_is_edited_lets_one_of_them_see_the_other(
    world: World, round_: int
) -> None:
    approved, edited = answers(world.together(deciding(world), editing(world, "e", 6)))
    state = world.run("inspect")
    assert state["wrong"] == []
    if approved["outcome"] == "applied":
        assert edited["outcome"] == "stale"
        assert edited["changed_by"] == [f"user:{world.seed['coach']}"]
        assert state["weeks"] == [3]
    else:
        assert (approved["outcome"], edited["outcome"]) == ("stale", "applied")
        assert state["weeks"] == [6]
        assert state["proposals"][world.seed["proposal"]] == "STALE"


def test_rival_edits_by_hand_leave_one_version(world: World) -> None:
    outcomes = world.together(*(editing(world, f"e{n}", n) for n in (5, 6, 7)))
    assert said(outcomes) == {"applied": 1, "stale": 2}
    assert world.wrong() == []


def test_rival_decisions_get_different_numbers(world: World) -> None:
    jobs = [
        Job(
            "record",
            {"stream": world.seed["stream"], "occasion": f"o{n}", "texts": {f"k{n}": f"t{n}"}},
        )
        for n in range(4)
    ]
    assert said(world.together(*jobs)) == {"applied": 4}
    assert world.wrong() == []


def test_a_revert_and_a_redelivery_leave_the_reverted_state(world: World) -> None:
    change = writing(world, "change", "a", "B", reviewed=world.seed["request"])
    first = world.run(change.name, **change.given)
    assert first["outcome"] == "applied"
    approve = deciding(world)
    assert world.run(approve.name, **approve.given)["outcome"] == "applied"
    block = world.run("present", stream=world.seed["stream"], surface="plans.block", key="base/01")
    revert = editing(world, "revert", 4)
    revert.given["reviewed"] = block["fingerprint"]
    assert world.run(revert.name, **revert.given)["outcome"] == "applied"
    state = world.run("inspect")

    outcomes = world.together(change, approve, change, approve)
    assert said(outcomes) == {"applied": 2, "already_decided": 2}
    assert world.run("inspect") == state
    assert state["weeks"] == [4]
    assert state["wrong"] == []


def test_a_writer_and_a_verifier_do_not_get_into_each_others_way(world: World) -> None:
    writer = Job("write_many", {"stream": world.seed["stream"], "writer": "w", "count": 15})
    reader = Job("verify_and_check", {"times": 8})
    written, verified = answers(world.together(writer, reader))
    assert len(written["acknowledged"]) == 15
    assert verified["wrong"] == []
    assert world.wrong() == []
