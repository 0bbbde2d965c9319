"""Taking out any one guard turns the same checks red: the tests would notice its absence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.faults.conftest import World
from tests.faults.processes import Job, Outcome

Without = tuple[str, ...]


def failures(outcomes: list[Outcome]) -> list[str]:
    return [outcome.failed or "killed" for outcome in outcomes if outcome.answer is None]


def redelivery(world: World, without: Without) -> list[str]:
    """A message comes again after its effect was taken back."""
    seed = world.seed
    given = {"stream": seed["stream"], "reviewed": seed["request"]}
    change = Job("write", {**given, "occasion": "change", "texts": {"a": "B"}}, without=without)
    assert failures([world.attempt(change)]) == []
    now = world.run("present", stream=seed["stream"], surface="decisions.request", key="a")
    back = {"stream": seed["stream"], "reviewed": now["fingerprint"]}
    world.run("write", **back, occasion="revert", texts={"a": "as seeded"})
    again = world.attempt(change)
    wrong = failures([again]) + world.wrong()
    if again.answer is not None and not again.answer["repeated"]:
        wrong.append("it was applied again")
    return wrong


def rival_writes(world: World, without: Without) -> list[str]:
    """Two processes append to one log."""
    given = {"stream": world.seed["stream"]}
    jobs = [
        Job("write", {**given, "occasion": text, "texts": {text: text}}, without=without)
        for text in ("one", "two")
    ]
    wrong = failures(world.together(*jobs)) + world.wrong()
    texts = world.run("inspect")["texts"]
    return wrong + [f"{text} is lost" for text in ("one", "two") if texts.get(text) != 1]


def raw_sql(world: World, without: Without) -> list[str]:
    """Somebody changes a structural row by hand."""
    if without:
        world.run("drop_triggers")
    world.attempt(Job("raw", {"sql": "UPDATE plans_block SET weeks = 12"}))
    return [what for what in world.wrong() if "trigger" not in what]


def careless_code(world: World, without: Without) -> list[str]:
    """New code forgets to ask for an approval; the database is the last word."""
    if "triggers" in without:
        world.run("drop_triggers")
    given = {"stream": world.seed["stream"], "reviewed": world.seed["block"], "weeks": 12}
    world.attempt(Job("edit_unapproved", given, without=("approval", *without)))
    return [what for what in world.wrong() if "trigger" not in what]


def lost_row(world: World, without: Without) -> list[str]:
    """A change of a row goes nowhere; nobody may be told that it was done."""
    given = {"stream": world.seed["stream"], "reviewed": world.seed["request"]}
    job = Job(
        "write",
        {**given, "occasion": "o", "texts": {"a": "B"}},
        without=("rows get lost", *without),
    )
    outcome = world.attempt(job)
    assert outcome.answer or "ReadBackMismatch" in outcome.failed, outcome
    return world.wrong()


Scenario = Callable[[World, Without], list[str]]
GUARDS: list[tuple[str, Scenario, str]] = [
    ("receipt", redelivery, "receipt"),
    ("lock", rival_writes, "lock"),
    ("trigger of rows", raw_sql, "triggers"),
    ("trigger of approvals", careless_code, "triggers"),
    ("read-back", lost_row, "read-back"),
]


@pytest.mark.parametrize(("scenario", "guard"), [g[1:] for g in GUARDS], ids=[g[0] for g in GUARDS])
def test_with_its_guard_the_scenario_ends_well(
    world: World, scenario: Scenario, guard: str
) -> None:
    assert scenario(world, ()) == []


@pytest.mark.parametrize(("scenario", "guard"), [g[1:] for g in GUARDS], ids=[g[0] for g in GUARDS])
def test_without_its_guard_the_same_checks_turn_red(
    world: World, scenario: Scenario, guard: str
) -> None:
    assert scenario(world, (guard,)) != []
