"""The embedded worker: everything that is due, then out; nothing is left and nothing is done twice."""

from __future__ import annotations

import pytest

from coach.models import Work
from decisions import clock
from decisions.models import DecisionRecord
from decisions.selectors import known
from tests.coach.commands.conftest import shell
from tests.scenarios.conftest import Story, make_story

pytestmark = pytest.mark.django_db


def test_once_follows_the_log_ticks_the_calendar_and_does_what_comes_of_it(story: Story) -> None:
    story.train(0)
    with clock.at(story.at(0, 18)):
        said = shell("worker", "--once")
    assert (said.code, said.text) == (0, "")
    workflows = set(DecisionRecord.objects.values_list("workflow", flat=True))
    assert workflows == {"session_analysis", "next_prescription", "strategic_review"}
    assert not Work.objects.exclude(state="done").exists()
    assert story.versions(3)


def test_a_second_run_finds_nothing_to_do(story: Story) -> None:
    story.train(0)
    with clock.at(story.at(0, 18)):
        shell("worker", "--once")
        before = known.head(story.athlete.stream), Work.objects.count()
        shell("worker", "--once")
    assert (known.head(story.athlete.stream), Work.objects.count()) == before


def test_it_works_for_every_athlete(story: Story) -> None:
    other = make_story("carol", "dan")
    for one in (story, other):
        one.train(0)
    with clock.at(story.at(0, 18)):
        shell("worker", "--once")
    assert [len(one.decisions("session_analysis")) for one in (story, other)] == [1, 1]
