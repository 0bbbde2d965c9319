"""Migrations that remake tables keep rows, events and triggers; one that dies half-way is noticed."""

from __future__ import annotations

import pytest

from tests.faults.conftest import World
from tests.faults.processes import Job


@pytest.mark.parametrize(
    ("model", "field"),
    [("Request", "about"), ("Event", "correlation"), ("Item", "key"), ("Receipt", "outcome")],
)
def test_a_migration_that_remakes_a_table_keeps_everything(
    world: World, model: str, field: str
) -> None:
    before = world.run("inspect")
    assert world.run("remake", model=model, field=field) == {"missing": [], "altered": []}
    assert world.run("inspect") == before
    refused = world.attempt(Job("raw", {"sql": "UPDATE plans_block SET weeks = 12"}))
    assert "not what its newest event says" in refused.failed
    refused = world.attempt(Job("raw", {"sql": "DELETE FROM decisions_event"}))
    assert "append-only" in refused.failed
    given = {"stream": world.seed["stream"], "occasion": "o", "texts": {"n": "after"}}
    assert world.run("write", **given)["outcome"] == "applied"
    assert world.wrong() == []


def test_a_migrate_that_dies_half_way_stops_all_writing_until_it_has_run(world: World) -> None:
    world.run("drop_triggers")
    given = {"stream": world.seed["stream"], "occasion": "o", "texts": {"n": "after"}}
    assert "KernelUnsafe" in world.attempt(Job("write", given)).failed
    assert world.run("migrate") == {"missing": []}
    assert world.run("write", **given)["outcome"] == "applied"
    assert world.wrong() == []


def test_a_row_that_changed_while_no_trigger_watched_is_found_and_repaired(world: World) -> None:
    world.run("drop_triggers")
    world.run("raw", sql="UPDATE plans_block SET weeks = 12")
    world.run("migrate")
    assert world.wrong() == ["rows of plans.block differ"]
    world.run("repair")
    assert world.wrong() == []
    assert world.run("inspect")["weeks"] == [4]
