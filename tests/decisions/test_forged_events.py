"""Somebody with SQL and patience: structure needs an unconsumed approval of exactly these bytes."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from decisions.domain import canonical
from decisions.models import Approval, Decision, Event, Item, Receipt, Stream
from tests.decisions import acts
from tests.decisions.test_ways_round import forged, insert_event


@pytest.fixture
def log(stream: Stream) -> Stream:
    """A plan, and a request to build forgeries from."""
    acts.say(stream, "a", "one")
    acts.edit_plan(stream)
    return stream


def forged_plan(stream: Stream, **changes: Any) -> dict[str, Any]:
    """A well-formed next event of the plan."""
    before = Event.objects.filter(item__surface=acts.PLAN).order_by("-position")[0]
    facts = canonical.canonical(acts.plan(title="Forged"))
    return forged(stream, item_id=before.item_id, before=before.fingerprint, facts=facts, **changes)


def approve(row: dict[str, Any], **changes: Any) -> None:
    """What an approval of that event would look like."""
    values = {
        "decision_id": row["decision_id"],
        "item_id": row["item_id"],
        "reviewed": row["before"],
        "intended": row["facts"],
        "fingerprint": row["fingerprint"],
        "approver": "user:1",
        "reason": "",
        **changes,
    }
    names = ", ".join(values)
    acts.execute(
        f"INSERT INTO decisions_approval ({names}) VALUES (%s, %s, %s, %s, %s, %s, %s)",
        list(values.values()),
    )


def test_a_forged_event_of_a_plain_surface_passes_the_triggers_and_fails_verification(
    log: Stream,
) -> None:
    with transaction.atomic():
        insert_event(forged(log))
        found = [problem.what for problem in acts.problems(log)]
        assert "its header is not what was hashed" in found
        assert "no receipt names it" in found
        transaction.set_rollback(True)


def test_a_structural_event_without_an_approval_is_refused(log: Stream) -> None:
    with acts.refused_by_the_database("no unconsumed approval"):
        insert_event(forged_plan(log))


def test_a_structural_event_with_its_approval_is_what_the_triggers_let_pass(log: Stream) -> None:
    with transaction.atomic():
        row = forged_plan(log)
        approve(row)
        insert_event(row)
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    "changes",
    [
        {"reviewed": "absent"},
        {"fingerprint": "0" * 64},
        {"intended": '{"title":"Something else"}'},
        {"intended": None},
    ],
    ids=["another state before", "another fingerprint", "other bytes", "no bytes"],
)
def test_an_approval_of_anything_else_does_not_let_it_pass(
    log: Stream, changes: dict[str, Any]
) -> None:
    row = forged_plan(log)
    approve(row, **changes)
    with acts.refused_by_the_database("no unconsumed approval"):
        insert_event(row)


def test_an_approval_of_another_item_does_not_let_it_pass(log: Stream) -> None:
    row = forged_plan(log)
    approve(row, item_id=Item.objects.get(key="a").pk)
    with acts.refused_by_the_database("no unconsumed approval"):
        insert_event(row)


def test_an_approval_whose_decision_was_answered_is_consumed(log: Stream) -> None:
    row = forged_plan(log)
    approve(row)
    acts.execute(
        "INSERT INTO decisions_receipt (decision_id, item_id, outcome, event_id, reviewed, "
        "intended, found, recorded_at) VALUES (%s, %s, 'stale', NULL, '', '', '', %s)",
        [row["decision_id"], row["item_id"], row["recorded_at"]],
    )
    with acts.refused_by_the_database("no unconsumed approval"):
        insert_event(row)


def test_one_approval_lets_one_event_pass_in_one_transaction_too(log: Stream) -> None:
    with transaction.atomic():
        row = forged_plan(log)
        approve(row)
        insert_event(row)
        second = {
            **row,
            "position": row["position"] + 1,
            "identity": "9" * 32,
            "before": row["fingerprint"],
            "previous_hash": row["hash"],
        }
        with acts.refused_by_the_database():
            insert_event(second)
        transaction.set_rollback(True)


def test_the_approval_that_a_real_edit_left_cannot_be_used_again(log: Stream) -> None:
    acts.edit_plan(log, title="Second")
    acts.edit_plan(log, title="Base")
    used = Approval.objects.order_by("pk")[1]
    assert used.intended is not None
    row = forged_plan(log, decision_id=used.decision_id, fingerprint=used.fingerprint)
    with acts.refused_by_the_database():
        insert_event({**row, "facts": used.intended})


def test_raw_sql_may_write_a_row_only_as_its_newest_event_says(log: Stream) -> None:
    """A no-op passes and is harmless; anything else is refused."""
    assert acts.execute("UPDATE plans_plan SET title = title") == 1
    for column in ("title", "goal", "sport", "status", "key"):
        with acts.refused_by_the_database("not what its newest event says"):
            acts.execute(f"UPDATE plans_plan SET {column} = 'x'")
    with acts.refused_by_the_database("not what its newest event says"):
        acts.execute("UPDATE plans_plan SET starts_on = '2001-01-01'")
    with acts.refused_by_the_database():
        acts.execute("UPDATE plans_plan SET stream_id = stream_id + 1")
    with acts.refused_by_the_database():
        acts.execute("UPDATE plans_plan SET event_id = event_id - 1")
    with acts.refused_by_the_database():
        acts.execute("UPDATE plans_plan SET item_id = item_id - 1")


def test_a_row_cannot_be_put_back_to_an_earlier_version(log: Stream) -> None:
    first = Event.objects.filter(item__surface=acts.PLAN).latest("position")
    acts.edit_plan(log, title="Second")
    with acts.refused_by_the_database("not what its newest event says"):
        acts.execute("UPDATE plans_plan SET title = 'Base', event_id = %s", [first.pk])


def test_a_row_of_one_surface_cannot_carry_the_event_of_another(log: Stream) -> None:
    event = Event.objects.get(item__surface=acts.REQUEST)
    with acts.refused_by_the_database():
        acts.execute(
            "INSERT INTO plans_plan (item_id, stream_id, event_id, key, title, goal, sport, "
            "starts_on, status) SELECT %s, stream_id, %s, 'a', title, goal, sport, starts_on, "
            "status FROM plans_plan",
            [event.item_id, event.pk],
        )


def test_nothing_of_all_this_left_a_trace(log: Stream) -> None:
    assert acts.problems(log) == []
    assert Decision.objects.count() == Receipt.objects.count() == 2
