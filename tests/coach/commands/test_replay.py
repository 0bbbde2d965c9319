"""Replay proves the record from the log alone: rows do not count, a changed event is found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection

from coach.workflows import replay, thinking
from decisions.models import DecisionRecord
from decisions.selectors import known
from tests.coach.commands.conftest import shell
from tests.decisions import tampering
from tests.scenarios.conftest import Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(story: Story) -> Story:
    """A session that hurt, and what followed."""
    story.train(0, pain=4)
    story.settle(0, 18)
    story.morning(1, 2)
    story.settle(1, 8)
    return story


@pytest.fixture
def unguarded(told: Story) -> Iterator[Story]:
    """The same, in the hands of somebody who drops triggers."""
    with tampering.without_triggers():
        yield told


def execute(sql: str, *values: str | int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, list(values))
        assert cursor.rowcount == 1


def test_everything_replays(told: Story) -> None:
    said = shell("replay", "--all", "--json")
    assert said.code == 0
    count = DecisionRecord.objects.count()
    assert count > 3
    assert said.json == {"replayed": count, "results": {"same": count}, "told": []}


def test_one_decision_can_be_replayed_and_people_read_a_line(told: Story) -> None:
    key = told.decisions("session_analysis")[0].key
    said = shell("replay", key)
    assert (said.code, said.text.strip()) == (0, "replayed 1: 1 same")


def test_it_asks_for_a_decision_and_does_not_know_every_one(told: Story) -> None:
    assert shell("replay").code == 2
    said = shell("replay", "0b0c0d0e-0000-4000-8000-000000000000")
    assert said.code == 2
    assert said.last.startswith("no decision")


def test_altered_rows_change_nothing(unguarded: Story) -> None:
    record = unguarded.decisions("session_analysis")[0]
    execute(
        f"UPDATE {DecisionRecord._meta.db_table} SET outcome = 'NO_CHANGE', reply = '{{}}' "
        "WHERE item_id = %s",
        record.pk,
    )
    execute(
        "UPDATE training_sessions_performedset SET load_g = 1 WHERE key = %s",
        unguarded.set_key(0, "s1"),
    )
    assert shell("replay", "--all").code == 0


def cited(story: Story) -> known.Known:
    """A set that the analysis was shown."""
    (event,) = known.history(story.athlete.stream, "training_sessions.set", story.set_key(0, "s1"))
    return event


def test_an_altered_event_fails_every_decision_that_was_shown_it(unguarded: Story) -> None:
    event = cited(unguarded)
    shown = [
        record.key
        for record in DecisionRecord.objects.all()
        if event.position in {entry["position"] for entry in record.manifest["included"]}
    ]
    assert shown
    execute(
        "UPDATE decisions_event SET facts = replace(facts, '100000', '130000') WHERE id = %s",
        event.event_id,
    )
    said = shell("replay", "--all", "--json")
    assert said.code == 1
    assert said.last == f"{len(shown)} decisions do not match"
    assert {entry["decision"] for entry in said.json["told"]} == set(shown)
    assert {entry["what"] for entry in said.json["told"]} == {f"event {event.position} was altered"}


def test_an_altered_reply_or_ruling_in_the_log_fails_its_decision(unguarded: Story) -> None:
    record = unguarded.decisions("session_analysis")[0]
    execute(
        "UPDATE decisions_event SET facts = replace(facts, 'TACTICAL_ADJUST', 'NO_CHANGE') "
        "WHERE id = %s",
        record.event_id,
    )
    said = shell("replay", record.key)
    assert said.code == 1
    assert "was altered" in said.text


def test_an_event_that_is_gone_fails(unguarded: Story) -> None:
    event = cited(unguarded)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE decisions_event SET position = -position WHERE id = %s", [event.event_id]
        )
    found = {result.result for result in replay.stream(unguarded.athlete.stream)}
    assert "mismatch" in found


def test_another_gate_version_is_listed_and_is_no_failure(
    told: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = told.decisions("session_analysis")[0]
    whole = thinking.judged

    def stricter(packet, reply):
        found = whole(packet, reply)
        harder = type(found.ruling)(found.ruling.outcome, found.ruling.verdicts[:1], refused=True)
        return type(found)(found.situation, found.draft, harder, found.withheld)

    monkeypatch.setattr(replay, "judged", stricter)
    assert shell("replay", record.key).code == 1, "the same gate may not rule otherwise"
    monkeypatch.setattr(replay, "GATE_VERSION", "99")
    said = shell("replay", record.key, "--json")
    assert said.code == 0
    assert said.json["results"] == {"ruling_changed": 1}
    assert said.json["told"][0]["what"] == "judged by gate 1, now 99"
