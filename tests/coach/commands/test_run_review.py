"""The review by hand: the same work, the same record, an honest exit code."""

from __future__ import annotations

import pytest

from coach.work import queue
from coach.workflows import runner
from decisions import clock
from decisions.models import DecisionRecord
from tests.coach.commands.conftest import shell
from tests.scenarios.conftest import Story

pytestmark = pytest.mark.django_db


def reviews() -> int:
    return DecisionRecord.objects.filter(workflow="strategic_review").count()


def test_it_records_a_review_and_says_what_came_of_it(story: Story) -> None:
    with clock.at(story.at(1)):
        said = shell("run_review", "alice", "--json")
    record = DecisionRecord.objects.get(workflow="strategic_review")
    assert said.code == 0
    assert said.json == {
        "decision": record.key,
        "number": record.number,
        "outcome": "NO_CHANGE",
        "summary": record.summary,
        "next_look": "2026-03-09",
    }


def test_it_says_the_same_to_people(story: Story) -> None:
    with clock.at(story.at(1)):
        said = shell("run_review", "alice")
    record = DecisionRecord.objects.get(workflow="strategic_review")
    assert said.text.strip() == f"D-{record.number:04d} NO_CHANGE: {record.summary}"


def test_each_call_is_a_review_and_a_repeated_occasion_meets_its_record(story: Story) -> None:
    with clock.at(story.at(1)):
        first = shell("run_review", "alice", "--json", "--occasion", "ticket 7")
        again = shell("run_review", "alice", "--json", "--occasion", "ticket 7")
        assert reviews() == 1
        shell("run_review", "alice")
    assert first.json == again.json
    assert reviews() == 2


def test_it_does_not_know_everybody(db: None) -> None:
    said = shell("run_review", "nobody", "--json")
    assert said.code == 2
    assert "nobody" in said.last


def test_a_review_that_fails_is_said_and_leaves_no_record(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> str:
        raise LookupError("no policy")

    monkeypatch.setattr(runner, "run", fail)
    with clock.at(story.at(1)):
        said = shell("run_review", "alice", "--json")
    assert (said.code, said.text) == (1, "")
    assert said.last == "the review is queued: LookupError: no policy"
    assert reviews() == 0


def test_it_waits_while_a_worker_is_busy_with_the_athlete(story: Story) -> None:
    with clock.at(story.at(1)):
        busy = queue.enqueue(
            stream=story.athlete.stream, kind="next_prescription", subject="x", occasion="x"
        )
        assert queue.claim(busy.pk) is not None
        said = shell("run_review", "alice")
    assert said.code == 1
    assert said.last.startswith("the review is queued")
