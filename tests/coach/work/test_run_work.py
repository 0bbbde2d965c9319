"""What running a row comes to, whatever happens inside: the worker lives, the row has an end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import OperationalError

from coach.llm.errors import ModelUnavailable
from coach.models import Work
from coach.work import follow, queue, run
from coach.workflows import runner
from decisions import clock
from decisions.domain.errors import InvalidFacts
from tests.scenarios.conftest import Story, make_story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(db: None) -> Story:
    return make_story()


@pytest.fixture
def row(story: Story) -> Work:
    """The analysis of a session."""
    story.train(0)
    with clock.at(story.at(0, 18)):
        follow.follow(story.athlete.stream)
    (work,) = story.work("session_analysis")
    return work


def broken(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_: object, **__: object) -> str:
        raise error

    monkeypatch.setattr(runner, "run", fail)


@pytest.mark.parametrize(
    "error",
    [
        InvalidFacts("title", "is missing"),
        LookupError("the plan has no session"),
        KeyError("reps"),
        AssertionError("cannot happen"),
        OperationalError("database is locked"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_of_any_kind_is_retried_and_in_the_end_given_up_with_its_words(
    story: Story, row: Work, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    broken(monkeypatch, error)
    moment, said = story.at(0, 18), []
    for _ in range(queue.ATTEMPTS):
        with clock.at(moment):
            said.append(run.run(row.pk))
        moment += timedelta(seconds=301)
    assert said == ["retry"] * (queue.ATTEMPTS - 1) + ["failed"]
    row.refresh_from_db()
    assert (row.state, row.error) == ("failed", f"{type(error).__name__}: {error}")
    assert row in run.failed()


def test_a_worker_outlives_a_row_that_cannot_be_done(
    story: Story, row: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = runner.run

    def fail(athlete, *, workflow, **given):
        if workflow == "session_analysis":
            raise ZeroDivisionError("a bug")
        return whole(athlete, workflow=workflow, **given)

    monkeypatch.setattr(runner, "run", fail)
    with clock.at(story.at(0, 18)):
        queue.enqueue(
            stream=story.athlete.stream,
            kind="strategic_review",
            subject="week 2026-03-02",
            occasion="week 2026-03-02",
        )
        call_command("worker", "--once")
    (review,) = story.work("strategic_review")
    row.refresh_from_db()
    assert review.state == "done"
    assert (row.state, row.error) == ("queued", "ZeroDivisionError: a bug")


@pytest.mark.parametrize(
    ("asked", "pause"),
    [
        pytest.param(None, 2, id="nothing-asked"),
        pytest.param(1, 2, id="less-than-usual"),
        pytest.param(90, 90, id="as-asked"),
    ],
)
def test_a_model_that_asks_for_time_gets_it(
    story: Story, row: Work, monkeypatch: pytest.MonkeyPatch, asked: int | None, pause: int
) -> None:
    broken(monkeypatch, ModelUnavailable("too many requests", retry_after_s=asked))
    with clock.at(story.at(0, 18)):
        assert run.run(row.pk) == "retry"
    row.refresh_from_db()
    assert row.run_after == story.at(0, 18) + timedelta(seconds=pause)


def test_the_next_session_does_not_wait_for_an_analysis_that_was_given_up(
    story: Story, row: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = runner.run

    def fail(athlete, *, workflow, **given):
        if workflow == "session_analysis":
            raise ZeroDivisionError("a bug")
        return whole(athlete, workflow=workflow, **given)

    monkeypatch.setattr(runner, "run", fail)
    moment = story.at(0, 18)
    for _ in range(queue.ATTEMPTS):
        assert story.versions(3) == []
        with clock.at(moment):
            run.drain()
        moment += timedelta(seconds=301)
    row.refresh_from_db()
    assert row.state == "failed"
    assert len(story.versions(3)) == 1


def test_the_next_session_does_not_wait_for_an_analysis_that_no_worker_survived(
    story: Story, row: Work
) -> None:
    moment = story.at(0, 18)
    for _ in range(queue.ATTEMPTS):
        with clock.at(moment):
            assert queue.claim(row.pk) is not None
        moment += queue.LEASE + timedelta(seconds=1)
    with clock.at(moment):
        run.drain()
    row.refresh_from_db()
    assert row.state == "failed"
    assert len(story.versions(3)) == 1


def test_another_athletes_work_goes_on_while_one_waits(story: Story, row: Work) -> None:
    other = make_story("carol", "dan")
    with clock.at(story.at(0, 18)):
        assert queue.claim(row.pk) is not None, "somebody works for the first athlete"
    other.train(0)
    with clock.at(story.at(0, 18)):
        follow.follow(other.athlete.stream)
        (theirs,) = other.work("session_analysis")
        assert run.run(theirs.pk) == "done"
