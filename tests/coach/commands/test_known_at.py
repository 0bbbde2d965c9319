"""What was known at a moment of the story, told by the command: before and after late words."""

from __future__ import annotations

import pytest

from decisions import clock
from decisions.models import DecisionRecord
from tests.coach.commands.conftest import shell
from tests.scenarios.conftest import SET, Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(story: Story) -> Story:
    """A session, and the effort of its last set a day later."""
    story.train(0, rpe=None)
    story.settle(0, 18)
    story.correct(story.set_key(0, "s3"), story.at(1, 9), rpe_x10=75)
    story.settle(1, 9)
    return story


def at(story: Story, day: int, hour: int, surface: str) -> dict[str, dict]:
    with clock.at(story.at(30)):
        said = shell(
            "known_at", "alice", story.at(day, hour).isoformat(), "--surface", surface, "--json"
        )
    assert said.code == 0
    return {item["key"]: item for item in said.json["items"]}


def test_late_words_are_not_known_before_they_were_said(told: Story) -> None:
    key = told.set_key(0, "s3")
    assert at(told, 0, 20, SET)[key]["facts"]["rpe_x10"] is None
    assert at(told, 1, 10, SET)[key]["facts"]["rpe_x10"] == 75
    assert at(told, 0, 12, SET) == {}


def test_the_decision_of_that_evening_was_shown_what_the_command_tells(told: Story) -> None:
    evening, morning = told.decisions("session_analysis")
    for record, (day, hour) in ((evening, (0, 18)), (morning, (1, 9))):
        known = {item["position"] for item in at(told, day, hour, SET).values()}
        shown = {entry["position"] for entry in record.manifest["included"]}
        assert known <= shown
    assert DecisionRecord.objects.filter(workflow="session_analysis").count() == 2
