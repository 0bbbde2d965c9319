"""Verification finds one flipped byte in any column of any event, a cut tail, and forged links."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest
from django.db import connection, models

from decisions.models import Event, Stream
from decisions.services import guard, verify
from tests.decisions import acts, tampering

TYPED = (models.DateTimeField, models.DateField, models.UUIDField)
COLUMNS = [str(field.column) for field in Event._meta.concrete_fields]


@pytest.fixture
def log(stream: Stream) -> Stream:
    """A log with all that an event can carry: late, corrected, retracted, derived, structural."""
    for number in range(6):
        acts.say(stream, f"key {number}", f"text {number}")
    acts.edit_plan(stream)
    guard.write(
        acts.occasion(stream, mandate="chat", model_version="some-model", correlation="run 7"),
        [
            acts.target(
                stream, "key 0", acts.wish("other"), evidence="hypothesis", reasoning="because",
                confidence=40, basis=(1, 2), supersedes=1, causation=2, zone="Europe/Paris",
                local_date=date(2026, 11, 30),
                fact_type="correction",
            )
        ],
    )  # fmt: skip
    acts.say(stream, "key 1", None)
    acts.edit_plan(stream, title="Another")
    assert acts.problems(stream) == []
    return stream


def flipped(field: models.Field[Any, Any], value: Any, draw: random.Random) -> Any:
    """The smallest change of a stored value: one bit, or one digit of a typed column."""
    if value is None:
        return {"DateField": "2026-01-01", "TextField": "x"}.get(type(field).__name__, 1)
    if isinstance(value, int):
        return value ^ (1 << draw.randrange(20))
    text = str(value)
    spots = range(len(text)) if connection.vendor == "sqlite" else _digits(field, text)
    if not spots:
        return "x"
    spot = draw.choice(spots)
    other = chr(ord(text[spot]) ^ (1 << draw.randrange(6)))
    if connection.vendor != "sqlite" and isinstance(field, TYPED):
        other = "1" if text[spot] == "0" else "0"
    return text[:spot] + (other if other != "\0" else "x") + text[spot + 1 :]


def _digits(field: models.Field[Any, Any], text: str) -> list[int]:
    """Where a typed column of PostgreSQL can differ and still be of its type."""
    if isinstance(field, models.DateTimeField):
        return [18]
    if isinstance(field, models.DateField):
        return [3]
    return [n for n, char in enumerate(text) if char != "-" or not isinstance(field, TYPED)]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("column", COLUMNS)
def test_one_flipped_byte_in_any_column_of_any_event_is_found(
    log: Stream, column: str, seed: int
) -> None:
    draw = random.Random(f"{column} {seed}")
    field = next(f for f in Event._meta.concrete_fields if f.column == column)
    position = draw.randint(1, Event.objects.count())
    where = [log.pk, position]
    with tampering.without_triggers():
        raw = f'"{column}"'
        if connection.vendor == "sqlite" and not isinstance(field, models.IntegerField):
            raw = f"\"{column}\" || ''"  # as it lies in the file, not as the driver parses it
        ((event, was),) = acts.rows(
            f"SELECT id, {raw} FROM decisions_event WHERE stream_id = %s AND position = %s",
            where,
        )
        now = flipped(field, was, draw)
        acts.execute(f'UPDATE decisions_event SET "{column}" = %s WHERE id = %s', [now, event])
        found = acts.problems(log)
        assert found, f"{column} of {position}: {was!r} became {now!r} and nobody noticed"
        assert {problem.stream for problem in found} == {log.name}
        assert found[0].position in range(max(position - 1, 0), position + 2)
    assert acts.problems(log) == []


@pytest.mark.parametrize("column", [f.column for f in Event._meta.concrete_fields if f.null])
def test_an_emptied_column_is_found(log: Stream, column: str) -> None:
    with tampering.without_triggers():
        acts.execute(f'UPDATE decisions_event SET "{column}" = NULL WHERE position = 8')
        assert acts.problems(log)[0].position == 8


def test_a_log_that_nobody_touched_has_no_problems(log: Stream) -> None:
    assert list(verify.stream_problems(log)) == []
    assert list(verify.head_problems(Stream.objects.get(pk=log.pk))) == []


def test_two_events_that_changed_places_are_found(log: Stream) -> None:
    with tampering.without_triggers():
        for was, now in ((2, 99), (3, 2), (99, 3)):
            acts.execute(
                "UPDATE decisions_event SET position = %s WHERE stream_id = %s AND position = %s",
                [now, log.pk, was],
            )
        assert acts.problems(log)[0].position == 2


def test_an_event_taken_out_of_the_middle_is_found(log: Stream) -> None:
    with tampering.without_triggers():
        acts.execute("DELETE FROM decisions_receipt WHERE event_id IN "
                     "(SELECT id FROM decisions_event WHERE position = 4)")  # fmt: skip
        acts.execute("DELETE FROM decisions_event WHERE position = 4")
        assert acts.problems(log)[0] == verify.Problem(log.name, 5, "follows position 3")


def test_a_cut_tail_shows_in_the_head_of_its_stream(log: Stream) -> None:
    with tampering.without_triggers():
        tampering.cut_tail(9)
        assert [p.what for p in acts.problems(log)] == ["the log ends here, its stream was at 10"]
        now = Stream.objects.get(pk=log.pk)
        assert [p.position for p in verify.head_problems(now)] == [10]


def test_a_cut_tail_with_a_corrected_head_shows_against_an_anchor(log: Stream) -> None:
    anchor = verify.heads()
    with tampering.without_triggers():
        tampering.cut_tail(9)
        acts.execute("UPDATE decisions_stream SET head = 9 WHERE id = %s", [log.pk])
        assert acts.problems(log) == []
        assert [(p.stream, p.position) for p in verify.anchor_problems(anchor)] == [(log.name, 10)]


def test_an_anchor_holds_while_the_log_only_grows(log: Stream) -> None:
    anchor = verify.heads()
    acts.say(log, "more")
    assert list(verify.anchor_problems(anchor)) == []


def test_a_rewritten_past_shows_against_an_anchor(log: Stream) -> None:
    anchor = {log.name: {"position": 5, "hash": "0" * 64}}
    assert [p.position for p in verify.anchor_problems(anchor)] == [5]


def test_a_stream_that_vanished_shows_against_an_anchor(log: Stream) -> None:
    anchor = {"athlete:0": {"position": 5, "hash": "0" * 64}}
    assert [p.stream for p in verify.anchor_problems(anchor)] == ["athlete:0"]


def test_a_lost_key_without_a_redaction_is_found(log: Stream) -> None:
    with tampering.without_triggers():
        acts.execute("DELETE FROM decisions_secret WHERE item_id = "
                     "(SELECT item_id FROM decisions_event WHERE position = 3)")  # fmt: skip
        assert acts.problems(log)[0] == verify.Problem(
            log.name, 3, "its key is gone without a redaction"
        )


def test_a_renamed_stream_no_longer_verifies(log: Stream) -> None:
    with tampering.without_triggers():
        acts.execute("UPDATE decisions_stream SET name = 'athlete:999' WHERE id = %s", [log.pk])
        assert acts.problems(log)[0].position == 1


def test_a_structural_event_without_its_approval_is_found(log: Stream) -> None:
    with tampering.without_triggers():
        acts.execute("DELETE FROM decisions_approval WHERE id = (SELECT min(id) FROM "
                     "decisions_approval)")  # fmt: skip
        assert [(p.position, p.what) for p in acts.problems(log)] == [
            (7, "is structural and no person approved exactly this")
        ]


@pytest.mark.parametrize(
    ("column", "value"),
    [("approver", "run:1"), ("intended", "{}"), ("reviewed", "absent."), ("fingerprint", "x")],
)
def test_an_approval_of_something_else_does_not_count(log: Stream, column: str, value: str) -> None:
    with tampering.without_triggers():
        acts.execute(f"UPDATE decisions_approval SET {column} = %s", [value])
        assert [p.position for p in acts.problems(log)] == [7, 10]


@pytest.mark.parametrize(
    "change",
    ["outcome = 'stale'", "event_id = NULL", "intended = 'x'", "found = 'x'"],
)
def test_a_receipt_that_the_log_does_not_bear_out_is_found(log: Stream, change: str) -> None:
    with tampering.without_triggers():
        acts.execute(
            f"UPDATE decisions_receipt SET {change} WHERE event_id = "
            "(SELECT id FROM decisions_event WHERE position = 3)"
        )
        assert any("receipt" in problem.what for problem in acts.problems(log))


def test_bytes_that_are_no_text_are_a_finding_and_not_a_crash(log: Stream) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL stores no such bytes")
    with tampering.without_triggers():
        acts.execute(
            "UPDATE decisions_event SET reasoning = CAST(x'ff00fe' AS TEXT) WHERE position = 8"
        )
        assert acts.problems(log)[0].position == 8
    assert acts.problems(log) == []


@pytest.mark.parametrize("column", ["facts", "recorded_at", "previous_hash", "generation"])
def test_values_of_another_type_are_a_finding_and_not_a_crash(log: Stream, column: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL stores no such values")
    with tampering.without_triggers():
        acts.execute(f"UPDATE decisions_event SET {column} = x'00ff' WHERE position = 8")
        assert acts.problems(log)[0].position in (8, 9)


def test_problems_of_a_stream_come_in_order_and_others_stay_clean(
    log: Stream, bob: acts.Person
) -> None:
    acts.say(bob.stream, "a")
    with tampering.without_triggers():
        acts.execute("UPDATE decisions_event SET zone = 'x' WHERE position IN (2, 5) "
                     "AND stream_id = %s", [log.pk])  # fmt: skip
        assert [p.position for p in acts.problems(log)] == [2, 5]
        assert acts.problems(bob.stream) == []
