"""The embedded worker: everything that is due, then out; nothing is left and nothing is done twice."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.db import OperationalError

from coach.management.commands import worker
from coach.models import Work
from coach.work import follow, queue
from decisions import clock
from decisions.models import DecisionRecord, Stream
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


def test_a_worker_outlives_a_database_that_does_not_answer(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = worker.Command(stdout=StringIO())
    looks: list[str] = []

    def look(self: worker.Command) -> int:
        looks.append("looked")
        if len(looks) == 1:
            raise OperationalError("server closed the connection")
        self.stop.set()
        return 0

    monkeypatch.setattr(worker.Command, "_look", look)
    monkeypatch.setattr(worker, "PAUSE_S", 0.0)
    command.handle(once=False, interval=0.0)
    assert looks == ["looked", "looked"]


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        pytest.param("horoscope", "KeyError: 'horoscope'", id="unknown-kind"),
        pytest.param("session_analysis", "IndexError", id="unknown-subject"),
    ],
)
def test_poisoned_work_ends_and_everybody_elses_is_done(
    story: Story, kind: str, error: str
) -> None:
    moment = story.at(0, 8)
    with clock.at(moment):
        queue.enqueue(
            stream=story.athlete.stream, kind=kind, subject="of nothing", occasion="poisoned"
        )
    other = make_story("carol", "dan")
    other.train(0)
    with clock.at(story.at(0, 18)):
        shell("worker", "--once")
    assert len(other.decisions("session_analysis")) == 1
    for attempt in range(queue.ATTEMPTS):
        with clock.at(story.at(0, 19) + timedelta(seconds=301 * attempt)):
            shell("worker", "--once")
    poisoned = Work.objects.get(occasion="poisoned")
    assert (poisoned.state, poisoned.attempts) == ("failed", queue.ATTEMPTS)
    assert error in poisoned.error


@pytest.mark.parametrize("what", ["deactivated", "removed", "never seen"])
def test_what_became_of_an_athlete_never_stops_the_worker(story: Story, what: str) -> None:
    story.train(0)
    other = make_story("carol", "dan")
    other.train(0)
    stream = story.athlete.stream
    with clock.at(story.at(0, 8)):
        queue.enqueue(
            stream=stream, kind="session_analysis", subject=story.key(0), occasion="left over"
        )
    if what == "deactivated":
        story.athlete.user.is_active = False
        story.athlete.user.save()
    elif what == "removed":
        story.athlete.delete()
    else:
        Stream.objects.create(name="athlete:999", head=3)
    with clock.at(story.at(0, 18)):
        assert shell("worker", "--once").code == 0
    assert len(other.decisions("session_analysis")) == 1
    behind = {here.name for here in follow.behind()}
    assert behind == set(), "a stream without an athlete is followed for ever"
