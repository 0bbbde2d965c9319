"""A process dies by SIGKILL at every named point; the retry converges to exactly one effect."""

from __future__ import annotations

from typing import Any

import pytest

from decisions import crash
from tests.faults.conftest import World
from tests.faults.processes import Job, kill_after

ELSEWHERE = ("work.",)
"""Points of the work table: the worker's own tests kill it there."""

TEXTS = {"b": "first of two", "c": "second of two"}


def scripts(world: World) -> dict[str, Job]:
    """What can be killed, by name."""
    seed = world.seed
    return {
        "write": Job("write", {"stream": seed["stream"], "occasion": "button 1", "texts": TEXTS}),
        "update": Job(
            "write",
            {
                "stream": seed["stream"],
                "occasion": "button 2",
                "texts": {"a": "updated"},
                "reviewed": seed["request"],
            },
        ),
        "record": Job("record", {"stream": seed["stream"], "occasion": "week 48", "texts": TEXTS}),
        "edit": Job(
            "edit",
            {"stream": seed["stream"], "occasion": "e", "weeks": 6, "reviewed": seed["block"]},
        ),
        "approve": Job(
            "approve",
            {
                "stream": seed["stream"],
                "coach": seed["coach"],
                "key": seed["proposal"],
                "reviewed": seed["reviewed"],
            },
        ),
    }


NAMES = ["write", "update", "record", "edit", "approve"]


def on_the_path(script: str, point: str) -> bool:
    """Every script passes the points of writing; only an approval those of approving."""
    return point.startswith("write.") or (point.startswith("approve.") and script == "approve")


PAIRS = [(s, p) for s in NAMES for p in crash.POINTS if on_the_path(s, p)]


@pytest.mark.parametrize(("script", "point"), PAIRS, ids=[f"{s} at {p}" for s, p in PAIRS])
def test_after_dying_anywhere_the_retry_has_exactly_one_effect(
    world: World, script: str, point: str
) -> None:
    job = scripts(world)[script]
    before = world.run("inspect")

    died = world.attempt(Job(job.name, job.given, crash_at=point))
    assert died.killed, f"{script} never came to {point}: {died}"
    between = world.run("inspect")
    assert between["wrong"] == []
    # A decision and an approval hold a transaction of their own around the write.
    nested = script in ("record", "approve")
    committed = point == ("approve.committed" if nested else "write.committed")
    assert (between["events"] > before["events"]) == committed

    retried = world.attempt(job).answer
    assert retried is not None
    once = world.run("inspect")
    assert once["wrong"] == []
    expect_one_effect(script, once)

    again = world.attempt(job).answer
    assert again is not None
    assert again.get("repeated", True) or again["outcome"] == "already_decided"
    assert world.run("inspect") == once


def expect_one_effect(script: str, state: dict[str, Any]) -> None:
    if script in ("write", "record"):
        assert {text: state["texts"][text] for text in TEXTS.values()} == dict.fromkeys(
            TEXTS.values(), 1
        )
    if script == "update":
        assert state["texts"]["updated"] == 1
    if script == "edit":
        assert state["weeks"] == [6]
    if script == "approve":
        assert state["weeks"] == [3]
        assert list(state["proposals"].values()) == ["APPLIED"]


def test_every_listed_point_is_passed_by_a_script_here_or_named_as_tested_elsewhere() -> None:
    for point in crash.POINTS:
        here = any(on_the_path(script, point) for script in NAMES)
        assert here or point.startswith(ELSEWHERE), f"no script passes {point}"


def test_what_was_acknowledged_before_a_kill_is_in_the_log(world: World) -> None:
    job = Job("write_for_ever", {"stream": world.seed["stream"], "writer": "w"})
    acknowledged = kill_after(world.database, job, 20)
    state = world.run("inspect")
    assert state["wrong"] == []
    assert set(acknowledged) <= set(state["texts"])
    written = [text for text in state["texts"] if text.startswith("w ")]
    assert len(written) - len(acknowledged) in (0, 1), "at most one was written and not yet said"
