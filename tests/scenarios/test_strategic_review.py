"""The strategic review: it proposes by rule or says why not, never writes, and the plan follows a person's yes."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from coach.domain.shapes import Shape
from coach.llm.baseline_client import BaselineClient
from coach.llm.port import Budget, Prompt, Reply
from coach.models import Work
from coach.work import follow, queue, run
from coach.work.settle import settle
from coach.workflows import escalations as causes
from coach.workflows import runner as runner_of
from decisions import clock
from decisions.models import DecisionRecord, Event
from decisions.selectors import known, lineage
from decisions.services import proposals
from tests.scenarios.conftest import Story
from tests.scenarios.running import PROPOSAL, RULE, Runner, make_runner

pytestmark = pytest.mark.django_db
STRUCTURE = ("plans.plan", "plans.block", "plans.planned_day", "plans.rule")


@pytest.fixture
def runner(db: None) -> Runner:
    return make_runner()


@pytest.fixture
def proposed(runner: Runner) -> Runner:
    """Two tests that agree, and the review that follows them."""
    runner.test(1, 280)
    runner.test(8, 281)
    assert runner.review(14).outcome == "PROPOSE_STRUCTURAL"
    return runner


def structural() -> int:
    return Event.objects.filter(item__surface__in=STRUCTURE).count()


def test_a_week_without_news_is_no_change_with_reasons_and_a_next_look(runner: Runner) -> None:
    record = runner.review(7)
    assert record.outcome == "NO_CHANGE"
    assert record.reasons
    assert [option["outcome"] for option in record.considered if option["chosen"]] == ["NO_CHANGE"]
    assert record.next_look is not None
    assert record.next_look.isoformat() == "2026-03-16"


def test_one_test_alone_is_watched_and_a_second_is_asked_for(runner: Runner) -> None:
    runner.test(1, 280)
    record = runner.review(7)
    assert record.outcome == "MONITOR_ONLY"
    assert any("second test" in text for text in record.monitor)
    assert runner.proposals() == []


def test_two_tests_that_agree_become_a_proposal_of_their_mean_and_nothing_is_written(
    runner: Runner,
) -> None:
    runner.test(1, 280)
    runner.test(8, 282)
    before = structural()
    record = runner.review(14)
    (proposal,) = runner.proposals()
    assert proposal.facts is not None
    (target,) = proposal.facts["targets"]
    assert (target["surface"], target["key"]) == ("plans.rule", RULE)
    assert target["before"]["params"]["value"] == 300
    assert target["after"]["params"]["value"] == 281
    assert (proposal.facts["state"], proposal.facts["decision"]) == ("OPEN", record.key)
    evidence = known.at_positions(runner.athlete.stream, proposal.facts["evidence"])
    assert {
        event.key.split(":")[1] for event in evidence if event.surface.endswith("completed")
    } == {
        "test-1",
        "test-8",
    }
    assert structural() == before
    assert runner.threshold() == 300


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [(280, 282, 281), (272, 274, 273), (318, 320, 319), (280, 295, None), (298, 301, None)],
    ids=["faster", "much-faster", "slower", "disagree", "within-error"],
)
def test_other_numbers_give_another_proposal_or_none(
    runner: Runner, first: int, second: int, value: int | None
) -> None:
    runner.test(1, first)
    runner.test(8, second)
    record = runner.review(14)
    found = [
        p.facts["targets"][0]["after"]["params"]["value"] for p in runner.proposals() if p.facts
    ]
    assert found == ([] if value is None else [value])
    assert (record.outcome == "PROPOSE_STRUCTURAL") == (value is not None)


@pytest.mark.parametrize(("first", "second"), [("watch 1", "watch 2"), (None, None)])
def test_tests_of_two_devices_or_of_none_that_is_known_propose_nothing(
    runner: Runner, first: str | None, second: str | None
) -> None:
    runner.test(1, 280, watch=first)
    runner.test(8, 281, watch=second)
    assert runner.review(14).outcome == "MONITOR_ONLY"
    assert runner.proposals() == []


def test_tests_a_few_days_apart_are_one_test(runner: Runner) -> None:
    runner.test(8, 280)
    runner.test(12, 281)
    assert runner.review(14).outcome == "MONITOR_ONLY"
    assert runner.proposals() == []


def test_an_equal_proposal_is_not_repeated(proposed: Runner) -> None:
    record = proposed.review(21)
    assert record.outcome == "MONITOR_ONLY"
    assert proposed.states() == ["OPEN"]


def test_a_newer_value_supersedes_what_waits(proposed: Runner) -> None:
    proposed.test(15, 276)
    assert proposed.review(21).outcome == "PROPOSE_STRUCTURAL"
    assert proposed.states() == ["SUPERSEDED", "OPEN"]
    old, new = proposed.proposals()
    assert old.facts is not None
    assert old.facts["closed"]["reason"] == f"superseded by {new.key}"


def test_a_proposal_that_nobody_decides_expires_and_is_not_asked_again(proposed: Runner) -> None:
    proposed.review(28)
    assert proposed.states() == ["OPEN"], "the fourteenth day still belongs to it"
    proposed.review(35)
    assert proposed.states() == ["EXPIRED"]
    assert proposed.threshold() == 300


def decide(runner: Runner, day: int, how: str = "approve", **given: str) -> str:
    (item,) = [p for p in runner.proposals() if p.facts and p.facts["state"] == "OPEN"]
    with clock.at(runner.at(day)):
        decided = getattr(proposals, how)(
            stream=runner.athlete.stream,
            key=item.key,
            reviewed=item.fingerprint,
            user=runner.coach,
            **given,
        )
        settle()
    return str(decided.outcome)


def test_approval_writes_once_and_the_next_prescription_is_judged_under_the_new_plan(
    proposed: Runner,
) -> None:
    stream, before = proposed.athlete.stream, structural()
    judged = DecisionRecord.objects.filter(workflow="next_prescription").count()
    assert decide(proposed, 15) == "applied"
    assert proposed.threshold() == 280
    assert structural() == before + 1
    newest = DecisionRecord.objects.filter(workflow="next_prescription").order_by("event_id")
    assert newest.count() == judged + 1
    rule = proposed.state("plans.rule", RULE).position
    shown = {entry["position"] for entry in newest.last().manifest["included"]}  # type: ignore[union-attr]
    assert rule in shown
    (proposal,) = proposed.proposals()
    assert rule is not None
    assert set(lineage.grounds(stream, rule)) >= set((proposal.facts or {})["evidence"])


def test_a_plan_edited_meanwhile_makes_the_approval_stale_and_shows_who_changed_what(
    proposed: Runner,
) -> None:
    proposed.set_threshold(15, 290)
    assert decide(proposed, 16) == "stale"
    (proposal,) = proposed.proposals()
    assert proposal.facts is not None
    (moved,) = proposal.facts["closed"]["moved"]
    assert (moved["key"], moved["changed_by"]) == (RULE, f"user:{proposed.coach.pk}")
    assert proposed.threshold() == 290


def test_a_correction_that_takes_a_proposals_grounds_closes_it_and_says_what_was_corrected(
    proposed: Runner,
) -> None:
    (proposal,) = proposed.proposals()
    key = next(e.key for e in evidence_of(proposed, proposal) if e.key.endswith("test-8"))
    proposed.correct(key, 15, distance_m=5_000)
    assert proposed.states() == ["SUPERSEDED"]
    (after,) = proposed.proposals()
    assert after.facts is not None
    assert after.facts["closed"]["reason"] == f"what it rested on was corrected: {key}"
    record = DecisionRecord.objects.filter(workflow="strategic_review").order_by("event_id").last()
    assert record is not None
    assert record.subject.startswith("correction:")
    assert record.outcome == "MONITOR_ONLY"
    assert proposed.threshold() == 300


def test_a_review_does_not_say_that_a_proposal_waits_which_a_correction_has_closed(
    proposed: Runner,
) -> None:
    (proposal,) = proposed.proposals()
    key = next(e.key for e in evidence_of(proposed, proposal) if e.key.endswith("test-8"))
    proposed.correct(key, 15, distance_m=5_000)
    record = DecisionRecord.objects.filter(workflow="strategic_review").order_by("event_id").last()
    assert record is not None
    said = record.summary + " ".join(reason["text"] for reason in record.reasons)
    assert "Proposal" not in said


def test_a_proposal_that_is_decided_while_a_review_thinks_has_it_think_again(
    proposed: Runner,
) -> None:
    class Slow(BaselineClient):
        def complete(self, prompt: Prompt, *, shape: Shape, budget: Budget) -> Reply:
            reply = super().complete(prompt, shape=shape, budget=budget)
            decide(proposed, 16, "reject", reason="no")
            return reply

    with clock.at(proposed.at(16)):
        given: dict[str, Any] = {
            "workflow": "strategic_review",
            "subject": "review x",
            "occasion": "x",
        }
        assert runner_of.run(proposed.athlete, **given, port=Slow()) == "stale"
        assert runner_of.run(proposed.athlete, **given) in ("NO_CHANGE", "MONITOR_ONLY")
    record = DecisionRecord.objects.get(occasion="x")
    assert "waits" not in record.summary


def test_a_correction_that_leaves_the_grounds_leaves_the_proposal(proposed: Runner) -> None:
    (proposal,) = proposed.proposals()
    key = next(e.key for e in evidence_of(proposed, proposal) if e.key.endswith("test-8"))
    proposed.correct(key, 15, note="windy")
    assert proposed.states() == ["OPEN"]


def test_a_correction_to_another_value_puts_a_new_proposal_in_its_place(proposed: Runner) -> None:
    (proposal,) = proposed.proposals()
    key = next(e.key for e in evidence_of(proposed, proposal) if e.key.endswith("test-8"))
    proposed.correct(key, 15, distance_m=round(1000 * 1800 / 276))
    assert proposed.states() == ["SUPERSEDED", "OPEN"]
    newest = proposed.proposals()[-1]
    assert newest.facts is not None
    assert newest.facts["targets"][0]["after"]["params"]["value"] == 278


def evidence_of(runner: Runner, proposal: known.Known) -> list[known.Known]:
    assert proposal.facts is not None
    return known.at_positions(runner.athlete.stream, proposal.facts["evidence"])


def test_a_rejected_change_is_not_proposed_again(proposed: Runner) -> None:
    assert decide(proposed, 15, "reject", reason="wait for the race") == "rejected"
    assert proposed.review(21).outcome != "PROPOSE_STRUCTURAL"
    assert proposed.states() == ["REJECTED"]


def test_a_request_starts_one_review_that_answers_it_and_moves_nothing(story: Story) -> None:
    before = structural()
    versions = story.versions(0)
    story.ask(0, "Could I squat three times a week?")
    story.settle(0, 13)
    (record,) = story.decisions("strategic_review")
    assert (record.subject, record.answers) == ("request:wish-0", "wish-0")
    assert record.outcome in ("NO_CHANGE", "MONITOR_ONLY")
    assert structural() == before
    assert story.versions(0) == versions
    story.settle(0, 14)
    assert len(story.work("strategic_review")) == 1


def test_a_request_during_a_running_review_gets_a_review_of_its_own(story: Story) -> None:
    with clock.at(story.at(0)):
        running = queue.enqueue(
            stream=story.athlete.stream,
            kind="strategic_review",
            subject="week 2026-03-02",
            occasion="week 2026-03-02",
        )
        assert queue.claim(running.pk) is not None
        story.ask(0, "Could I squat three times a week?")
        follow.follow(story.athlete.stream)
    assert [w.subject for w in story.work("strategic_review")] == [
        "week 2026-03-02",
        "request:wish-0",
    ]


def miss(story: Story, *days: int) -> None:
    """Sessions of one planned day that stay below its range: the third in a row escalates."""
    for day in days:
        story.wake(day)
        story.train(day, reps=2, rpe=95)
        story.settle(day, 18)


def escalations(story: Story) -> list[DecisionRecord]:
    return [
        record
        for workflow in ("session_analysis", "next_prescription")
        for record in story.decisions(workflow)
        if record.outcome == "ESCALATE_TO_STRATEGIC"
    ]


def button(story: Story, occasion: str) -> Work:
    return queue.enqueue(
        stream=story.athlete.stream,
        kind="strategic_review",
        subject="week 2026-03-16",
        occasion=f"button:{occasion}",
    )


def test_an_escalation_enqueues_one_review_whose_record_answers_it(story: Story) -> None:
    miss(story, 0, 7)
    assert escalations(story) == []
    miss(story, 14)
    found = escalations(story)
    assert {record.workflow for record in found} == {"session_analysis"}
    asked = {work.subject: work for work in story.work("strategic_review")}
    answered = {record.answers for record in story.decisions("strategic_review")}
    for record in found:
        work = asked[f"decision:{record.key}"]
        assert (work.occasion, work.state) == (work.subject, "done")
        assert record.key in answered


def test_a_review_that_answers_an_escalation_leaves_the_plan_and_says_so(story: Story) -> None:
    before = structural()
    miss(story, 0, 7, 14)
    (found,) = escalations(story)
    (answer,) = [r for r in story.decisions("strategic_review") if r.answers == found.key]
    assert answer.outcome == "MONITOR_ONLY"
    assert any(
        f"Decision {found.number} asked for this review" in r["text"] for r in answer.reasons
    )
    assert structural() == before


def test_judging_again_what_still_escalates_starts_no_other_review(story: Story) -> None:
    miss(story, 0, 7, 14)
    asked = len(story.work("strategic_review"))
    before = len(escalations(story))
    for hour, rpe in ((9, 90), (10, 100)):
        story.correct(story.set_key(14, "s2"), story.at(15, hour), rpe_x10=rpe)
        story.settle(15, hour)
    assert len(escalations(story)) >= before + 2, "it was judged again, and still escalates"
    assert len(story.work("strategic_review")) == asked


def test_another_miss_is_another_cause(story: Story) -> None:
    miss(story, 0, 7, 14)
    asked = len(story.work("strategic_review"))
    miss(story, 21)
    fresh = [r for r in escalations(story) if r.subject == story.key(21)]
    assert fresh
    subjects = [w.subject for w in story.work("strategic_review")][asked:]
    assert f"decision:{fresh[0].key}" in subjects


def test_a_review_that_was_given_up_is_asked_for_again(story: Story) -> None:
    miss(story, 0, 7)
    story.wake(14)
    story.train(14, reps=2, rpe=95)
    with clock.at(story.at(14, 18)):
        follow.follow(story.athlete.stream)
        (analysis,) = [w for w in story.work("session_analysis") if w.state == "queued"]
        run.run(analysis.pk)
        follow.follow(story.athlete.stream)
    lost = Work.objects.filter(subject__startswith="decision:")
    assert lost.update(state="failed") == 1
    story.correct(story.set_key(14, "s2"), story.at(15, 9), rpe_x10=90)
    story.settle(15, 10)
    assert Work.objects.filter(subject__startswith="decision:", state="done").count() == 1


def test_at_most_one_review_waits_for_an_athlete(story: Story) -> None:
    with clock.at(story.at(1, 9)):
        button(story, "one")
        story.ask(1, "May I rest?")
        story.ask(2, "May I rest longer?")
        follow.follow(story.athlete.stream)
        waiting = Work.objects.filter(kind="strategic_review", state="queued")
        assert [work.occasion for work in waiting] == ["button:one"]


def test_an_escalation_while_a_review_waits_is_answered_by_that_review(story: Story) -> None:
    miss(story, 0, 7)
    story.wake(14)
    with clock.at(story.at(14, 7)):
        waiting = button(story, "late")
        Work.objects.filter(pk=waiting.pk).update(run_after=story.at(14, 20))
    miss(story, 14)
    (found,) = escalations(story)
    assert not Work.objects.filter(subject=f"decision:{found.key}").exists()
    story.settle(14, 21)
    answer = story.decisions("strategic_review")[-1]
    assert (answer.occasion, answer.answers) == ("button:late", found.key)


def test_the_button_and_the_calendar_run_the_same_review(proposed: Runner) -> None:
    out = StringIO()
    with clock.at(proposed.at(16)):
        call_command("run_review", "rick", "--json", stdout=out)
    said = json.loads(out.getvalue())
    assert said["outcome"] == "MONITOR_ONLY"
    record = DecisionRecord.objects.get(key=said["decision"])
    assert record.workflow == "strategic_review"
    assert record.subject == "review 2026-03-18"
    assert len(proposed.proposals()) == 1
    assert Event.objects.filter(item__surface=PROPOSAL).count() == 1


def test_the_answer_to_a_cause_answers_every_escalation_of_it(story: Story) -> None:
    miss(story, 0, 7, 14)
    story.correct(story.set_key(14, "s2"), story.at(15, 9), rpe_x10=90)
    story.settle(15, 10)
    decided = [e for e in known.events(story.athlete.stream) if e.surface == "decisions.decision"]
    named = {r.answers for r in story.decisions("strategic_review")}
    assert {r.key for r in escalations(story)} - named, "some are answered by their cause alone"
    assert causes.unanswered(story.athlete.stream, decided) == frozenset()
    before = [e for e in decided if not (e.facts or {})["answers"]]
    assert len(causes.unanswered(story.athlete.stream, before)) == len(escalations(story))
