"""Calls of a model that fails: tried again later, answered in the end, and every call is kept."""

from __future__ import annotations

from datetime import timedelta

import pytest

from coach.llm.baseline_client import BaselineClient
from coach.llm.errors import BadReply, ModelError, ModelRefused, ModelUnavailable, OverBudget
from coach.llm.port import ModelPort
from coach.llm.scripted import ScriptedClient
from coach.models import ModelCall, Work
from coach.work import follow, queue, run
from coach.workflows import runner
from decisions import clock
from decisions.models import DecisionRecord
from decisions.services import rulings
from tests.coach.workflows.replies import Hijacked
from tests.scenarios.conftest import Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def trained(story: Story) -> Work:
    """A session is done and waits for its analysis."""
    story.train(0)
    with clock.at(story.at(0, 18)):
        follow.follow(story.athlete.stream)
    (work,) = story.work("session_analysis")
    return work


def reasoning(monkeypatch: pytest.MonkeyPatch, port: ModelPort) -> None:
    monkeypatch.setattr(runner, "_port", lambda: port)


def attempts(story: Story, work: Work, times: int) -> list[str]:
    """Run the row as often as its pauses allow."""
    moment, results = story.at(0, 18), []
    for _ in range(times):
        with clock.at(moment):
            results.append(run.run(work.pk))
        work.refresh_from_db()
        moment = max(work.run_after, moment) + timedelta(seconds=1)
    return results


@pytest.mark.parametrize(
    "error",
    [
        ModelUnavailable("no answer in time"),
        ModelRefused("the provider said no"),
        BadReply("no draft", text="I would rather not", tokens_in=10, tokens_out=5, cost_micro=7),
        OverBudget("the prompt does not fit"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_model_that_never_answers_ends_in_blocked_unknown_with_a_conservative_dose(
    story: Story, trained: Work, monkeypatch: pytest.MonkeyPatch, error: ModelError
) -> None:
    reasoning(monkeypatch, ScriptedClient([error] * 20))
    results = attempts(story, trained, queue.ATTEMPTS)
    assert results == ["retry"] * (queue.ATTEMPTS - 1) + ["done"]
    (decision,) = story.decisions("session_analysis")
    assert decision.outcome == "BLOCKED_UNKNOWN"
    assert decision.ruling["refused"]

    with clock.at(story.at(0, 20)):
        follow.follow(story.athlete.stream)
    (prescribing,) = [w for w in story.work("next_prescription") if w.state == "queued"]
    attempts_at = story.at(0, 20)
    for _ in range(queue.ATTEMPTS):
        with clock.at(attempts_at):
            run.run(prescribing.pk)
        prescribing.refresh_from_db()
        attempts_at = max(prescribing.run_after, attempts_at) + timedelta(seconds=1)
    assert prescribing.state == "done"
    (issued,) = story.versions(3)
    (squat,) = issued["items"]
    assert (squat["sets"], squat["load_g"], squat["rest_s"]) == (3, 100_000, 180)
    assert issued["reason"].startswith("The last verified dose")


def test_a_model_that_recovers_is_asked_again_after_a_pause(
    story: Story, trained: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasoning(monkeypatch, ScriptedClient([ModelUnavailable("busy")]))
    assert attempts(story, trained, 1) == ["retry"]
    assert trained.error == "ModelUnavailable: busy"
    assert trained.run_after > story.at(0, 18)
    with clock.at(story.at(0, 18)):
        assert run.run(trained.pk) == "not claimed", "its pause is not over"
    reasoning(monkeypatch, BaselineClient())
    with clock.at(story.at(0, 19)):
        assert run.run(trained.pk) == "done"
    (decision,) = story.decisions("session_analysis")
    assert decision.outcome == "NO_CHANGE"


def test_every_call_is_kept_with_its_raw_reply_and_what_it_cost(
    story: Story, trained: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = BadReply("no draft", text="I would rather not", tokens_in=10, tokens_out=5, cost_micro=7)
    reasoning(monkeypatch, ScriptedClient([bad] * queue.ATTEMPTS))
    attempts(story, trained, queue.ATTEMPTS)
    (decision,) = story.decisions("session_analysis")
    calls = list(ModelCall.objects.filter(decision=decision.key).order_by("attempt"))
    assert [call.attempt for call in calls] == list(range(1, queue.ATTEMPTS + 1))
    assert {call.reply for call in calls} == {"I would rather not"}
    assert {(c.tokens_in, c.tokens_out, c.cost_micro, c.finish) for c in calls} == {
        (10, 5, 7, "error")
    }
    assert decision.reply == "I would rather not"


def test_a_retry_after_a_lost_record_uses_the_reply_that_was_paid_for(
    story: Story, trained: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = Hijacked(lambda draft: draft)
    reasoning(monkeypatch, port)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr(rulings, "record", broken)
        assert attempts(story, trained, 1) == ["retry"]
    with clock.at(story.at(0, 19)):
        assert run.run(trained.pk) == "done"
    assert len(port.prompts) == 1
    assert ModelCall.objects.count() - _before(story) == 1
    (decision,) = story.decisions("session_analysis")
    assert decision.reply == port.said[0]


def _before(story: Story) -> int:
    """Calls that had been made to prescribe the first session."""
    return ModelCall.objects.filter(stream=story.athlete.stream, model__startswith="base").count()


def test_no_transaction_is_open_while_a_model_thinks(
    story: Story, trained: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import connection

    depth = len(connection.savepoint_ids)
    seen: list[int] = []

    def look(draft):
        seen.append(len(connection.savepoint_ids))
        return draft

    reasoning(monkeypatch, Hijacked(look))
    assert attempts(story, trained, 1) == ["done"]
    assert seen == [depth]


def test_a_repeat_of_a_finished_occasion_asks_nobody(story: Story, trained: Work) -> None:
    with clock.at(story.at(0, 18)):
        run.run(trained.pk)
        again = runner.run(
            story.athlete,
            workflow="session_analysis",
            subject=trained.subject,
            occasion=trained.occasion,
            port=ScriptedClient([]),
        )
    assert again == "repeated NO_CHANGE"
    assert DecisionRecord.objects.filter(occasion=trained.occasion).count() == 1
