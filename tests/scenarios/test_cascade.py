"""A correction reaches exactly what rested on it; what was known before stays true as of then."""

from __future__ import annotations

from datetime import date

import pytest

from coach.retrieval import context
from coach.workflows import aims, replay
from decisions import clock
from decisions.models import DecisionRecord
from decisions.selectors import known, lineage
from decisions.services import rebuild, verify
from sessions.services import corrections
from tests.scenarios.conftest import PRESCRIPTION, SET, SQUAT, Story

pytestmark = pytest.mark.django_db
DAILY = "training_sessions.daily"


@pytest.fixture
def told(story: Story) -> Story:
    """Three sessions, a sore knee and its gate, a bound by the coach, mornings, a wish."""
    story.train(0, pain=4)
    story.settle(0, 18)
    story.morning(1, 3)
    story.settle(1, 8)
    story.train(3, pain=1)
    story.settle(3, 18)
    story.morning(4, 1)
    story.constrain(story.at(4, 9), "rest_s", ">=", 240, "s")
    story.ask(4, "Could I squat three times a week?")
    story.settle(4, 13)
    story.train(7, rpe=60, pain=1)
    story.settle(7, 18)
    return story


def resting_on(story: Story, position: int) -> set[int]:
    """By definition: every event whose basis reaches the position, followed one by one."""
    reached = {position}
    for event in known.events(story.athlete.stream):
        if reached & set(event.basis):
            reached.add(event.position)
    return reached - {position}


def position_of(story: Story, surface: str, key: str) -> int:
    position = story.state(surface, key).position
    assert position is not None
    return position


def test_the_index_of_dependents_says_what_the_events_say(told: Story) -> None:
    stream = told.athlete.stream
    events = known.events(stream)
    for event in events:
        found = lineage.dependents(stream, event.position)
        assert set(found) == resting_on(told, event.position), event.key
    assert any(len(lineage.dependents(stream, event.position)) > 3 for event in events)


def test_dependents_of_a_set_are_its_analysis_the_gate_and_the_prescriptions_behind_them(
    told: Story,
) -> None:
    stream = told.athlete.stream
    position = position_of(told, SET, told.set_key(7, "s2"))
    found = known.at_positions(stream, lineage.dependents(stream, position))
    kinds = {event.surface for event in found}
    assert kinds <= {"decisions.decision", "plans.gate", PRESCRIPTION, "plans.constraint"}
    analysed = [
        event.facts["subject"]
        for event in found
        if event.facts and event.facts.get("workflow") == "session_analysis"
    ]
    assert analysed == [told.key(7)]
    assert {event.key for event in found if event.surface == PRESCRIPTION} == {told.key(10)}
    earlier = position_of(told, SET, told.set_key(0, "s1"))
    mine = {event.position for event in found}
    assert not mine & {p for p in lineage.dependents(stream, earlier) if p < position}


def test_a_correction_renews_everything_that_rested_on_the_old_value_and_nothing_else(
    told: Story,
) -> None:
    stream = told.athlete.stream
    old = position_of(told, SET, told.set_key(7, "s2"))
    rested = known.at_positions(stream, lineage.dependents(stream, old))
    frozen = {day: told.versions(day) for day in (0, 3, 7)}
    head = known.head(stream)
    told.correct(told.set_key(7, "s2"), told.at(8, 9), reps=2, rpe_x10=95)
    told.settle(8, 9)

    since = known.events(stream, after=head)
    renewed = {
        (event.surface, event.facts["workflow"], event.facts["subject"])
        for event in since
        if event.surface == "decisions.decision" and event.facts
    }
    due = {
        (event.surface, event.facts["workflow"], event.facts["subject"])
        for event in rested
        if event.surface == "decisions.decision" and event.facts
    }
    assert renewed == due
    (version,) = [event for event in since if event.surface == PRESCRIPTION]
    assert version.key == told.key(10)
    new = position_of(told, SET, told.set_key(7, "s2"))
    assert new in lineage.grounds(stream, version.position)
    assert {day: told.versions(day) for day in frozen} == frozen


def test_taking_a_session_back_makes_it_due_again_and_frees_what_rested_on_it(
    told: Story,
) -> None:
    stream = told.athlete.stream
    rested = {
        event.key
        for event in known.at_positions(
            stream, lineage.dependents(stream, position_of(told, SET, told.set_key(7, "s1")))
        )
        if event.surface == PRESCRIPTION
    }
    assert rested == {told.key(10)}
    key = told.key(7)
    with clock.at(told.at(7, 20)):
        corrections.retract_session(
            stream=stream,
            session_key=key,
            reviewed=told.state("training_sessions.completed", key).fingerprint,
            reason="logged for somebody else",
            occasion="retract",
            actor=told.me,
        )
    told.settle(7, 21)
    judged = [d for d in told.decisions("next_prescription") if d.subject == key]
    assert judged[-1].position >= known.head(stream) - 3, "today's session is open again"
    sets = known.known(stream, ranges=[known.Range(SET, key, f"{key}\x7f")])
    assert sets == []
    assert len(known.history(stream, SET, told.set_key(7, "s1"))) == 2, "the log keeps both"


def test_every_decision_saw_what_was_known_then_also_after_later_corrections(told: Story) -> None:
    told.correct(told.set_key(0, "s1"), told.at(8, 9), load_g=95_000)
    told.retract(told.set_key(3, "s2"), told.at(8, 10))
    told.correct("2026-03-05/pain/knee/during", told.at(8, 11), surface=DAILY, value=5)
    told.settle(8, 12)
    stream = told.athlete.stream
    records = DecisionRecord.objects.filter(stream=stream).order_by("event_id")
    assert records.count() > 12
    for record in records:
        at = known.known(stream, up_to=record.position)
        then = {item.position for item in at} | {
            item.position
            for item in known.latest(stream, "decisions.decision", limit=99, up_to=record.position)
        }
        manifest = record.manifest
        shown = {entry["position"] for entry in manifest["included"]}
        assert shown <= then, "shown, and not known then"

        today = date.fromisoformat(manifest["today"])
        items, decided = context.read(stream, record.workflow, today, record.position)
        aim = aims.aim(record.workflow, record.subject, today, items)
        again = context.assemble(
            aim=aim,
            items=items,
            decided=decided,
            up_to=record.position,
            zone=manifest["zone"],
            question=manifest["question"],
            missing=aims.missing(aim, items),
        )
        assert again.fingerprint == record.context_fingerprint, record.number
        assert again.manifest == manifest


def test_the_log_and_the_rows_are_clean_and_everything_replays_after_the_cascade(
    told: Story,
) -> None:
    told.correct(told.set_key(0, "s1"), told.at(8, 9), load_g=95_000)
    told.retract(told.set_key(3, "s2"), told.at(8, 10))
    told.settle(8, 12)
    stream = told.athlete.stream
    assert list(verify.stream_problems(stream)) == []
    assert [differs.surface for differs in rebuild.check() if not differs.clean] == []
    assert {result.result for result in replay.stream(stream)} == {"same"}


def test_a_late_fact_is_known_from_its_recording_and_true_from_its_day(told: Story) -> None:
    stream = told.athlete.stream
    before = known.head(stream)
    told.correct(told.set_key(0, "s1"), told.at(9), load_g=95_000)
    versions = known.history(stream, SET, told.set_key(0, "s1"))
    assert [v.position > before for v in versions] == [False, True]
    assert versions[1].local_date == versions[0].local_date
    assert versions[1].occurred_at == versions[0].occurred_at
    assert versions[1].supersedes == versions[0].position
    assert known.position_at(stream, told.at(8)) <= before
    then = known.known(stream, ranges=[known.Range(SET)], up_to=before)
    loads = {item.key: item.facts["load_g"] for item in then if item.facts}
    assert loads[told.set_key(0, "s1")] == 100_000
    assert SQUAT in {item.facts["exercise"] for item in then if item.facts}
