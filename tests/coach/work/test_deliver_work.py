"""The same work delivered twice, at once, or to a worker that dies: one decision, one version."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from coach.work.queue import ATTEMPTS, LEASE
from tests.coach.work.conftest import Job, Shop
from tests.faults.processes import Outcome

KINDS = ("session_analysis", "next_prescription")
AFTER = int(LEASE.total_seconds()) + 1
POINTS = ("work.claimed", "write.decided", "write.row", "write.committed", "work.done")


def said(outcomes: list[Outcome]) -> Counter[str]:
    assert all(outcome.answer is not None for outcome in outcomes), outcomes
    return Counter(outcome.answer["said"] for outcome in outcomes if outcome.answer)


def once(shop: Shop, kind: str) -> dict[str, Any]:
    """Exactly one decision came of the row, and nothing is wrong."""
    state = shop.do("look")
    assert state["wrong"] == []
    assert Counter(workflow for workflow, _ in state["decided"])[kind] == 1 + (
        kind == "next_prescription"  # the first session was prescribed before
    )
    assert len(state["versions"]) == len(set(state["versions"])), "no session got two versions"
    assert len(state["versions"]) == (2 if kind == "next_prescription" else 1)
    return state


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_row_delivered_again_is_not_done_again(shop: Shop, kind: str) -> None:
    assert said(shop.together(shop.row(kind))) == {"done": 1}
    assert said(shop.together(shop.row(kind))) == {"not claimed": 1}
    once(shop, kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("round_", range(3))
def test_of_two_workers_that_get_the_same_row_one_does_it(
    shop: Shop, kind: str, round_: int
) -> None:
    assert said(shop.together(shop.row(kind), shop.row(kind))) == {"done": 1, "not claimed": 1}
    once(shop, kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("round_", range(3))
def test_a_worker_whose_lease_ran_out_while_it_worked_adds_nothing(
    shop: Shop, kind: str, round_: int
) -> None:
    slow, next_one = shop.row(kind), shop.row(kind, later_s=AFTER)
    found = said(shop.together(slow, next_one))
    assert found["done"] == 1, found
    assert found["superseded"] + found["not claimed"] == 1, found
    once(shop, kind)


def test_a_worker_that_thinks_longer_than_a_lease_keeps_it(shop: Shop) -> None:
    kind = "session_analysis"
    job = shop.row(kind, later_s=AFTER)
    found = shop.do("think_long", **job.given)
    assert found["said"] == "done"
    assert found["renewed"] >= 2
    once(shop, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_worker_that_lost_its_lease_while_it_thought_records_nothing(
    shop: Shop, kind: str
) -> None:
    job = shop.row(kind, later_s=AFTER)
    before = shop.do("look")["decided"]
    assert shop.do("stand_still", **job.given) == {"said": "superseded"}
    state = shop.do("look")
    assert state["decided"] == before, "it recorded although it was no longer its turn"
    assert state["work"][str(shop.seed[kind])][:2] == ["leased", 2]
    assert said(shop.together(shop.row(kind, later_s=2 * AFTER))) == {"done": 1}
    once(shop, kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("point", POINTS)
def test_a_killed_worker_is_replaced_after_its_lease_with_one_effect(
    shop: Shop, kind: str, point: str
) -> None:
    (died,) = shop.together(shop.row(kind, crash_at=point))
    assert died.killed, died
    taken = "not claimed"
    assert said(shop.together(shop.row(kind))) == {taken: 1}, "its lease still runs"
    again = said(shop.together(shop.row(kind, later_s=AFTER)))
    assert again == {taken if point == "work.done" else "done": 1}
    state = once(shop, kind)
    status, attempts, result, _ = state["work"][str(shop.seed[kind])]
    assert (status, result) == ("done", "NO_CHANGE")
    assert attempts == (1 if point == "work.done" else 2)


@pytest.mark.parametrize("kind", KINDS)
def test_a_worker_that_died_between_record_and_receipt_is_answered_with_the_record(
    shop: Shop, kind: str
) -> None:
    job = shop.row(kind)
    (died,) = shop.together(Job("die_before_the_receipt", job.given))
    assert died.killed, died
    recorded = once(shop, kind)
    assert said(shop.together(shop.row(kind, later_s=AFTER))) == {"done": 1}
    state = once(shop, kind)
    assert state["decided"] == recorded["decided"]
    assert state["work"][str(shop.seed[kind])] == ["done", 2, "repeated NO_CHANGE", ""]


def test_a_row_that_kills_every_worker_is_given_up_and_the_rest_goes_on(shop: Shop) -> None:
    kind, later = "session_analysis", 0
    for _ in range(ATTEMPTS):
        (died,) = shop.together(shop.row(kind, later_s=later, crash_at="work.claimed"))
        assert died.killed, died
        later += AFTER
    assert said(shop.together(shop.row(kind, later_s=later))) == {"not claimed": 1}
    shop.do("finish_all", at=shop.seed["at"], later_s=later)
    state = shop.do("look")
    assert state["work"][str(shop.seed[kind])][::3] == ["failed", "no worker lived to finish it"]
    assert state["work"][str(shop.seed["next_prescription"])][0] == "done"
    assert state["wrong"] == []


@pytest.mark.parametrize("point", POINTS)
def test_after_a_kill_the_loop_still_comes_to_the_next_prescription(shop: Shop, point: str) -> None:
    (died,) = shop.together(shop.row("session_analysis", crash_at=point))
    assert died.killed, died
    shop.do("finish_all", at=shop.seed["at"], later_s=AFTER)
    state = shop.do("look")
    assert state["wrong"] == []
    counts = Counter(workflow for workflow, _ in state["decided"])
    assert counts["session_analysis"] == 1
    assert any(key.startswith("2026-03-05:") for key in state["versions"])
    assert {row[0] for row in state["work"].values()} == {"done"}
