"""The loop: what is recorded is analysed once, and the prescription of the next session follows from it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from coach.models import Cursor
from coach.work import follow, run
from coach.work.settle import settle
from decisions import clock
from decisions.selectors import known
from decisions.services import rulings
from sessions.domain import keys
from sessions.services import actuals, imports, late
from sessions.services.entries import SetEntry
from tests.scenarios.conftest import MONDAY, PRESCRIPTION, SQUAT, Story

pytestmark = pytest.mark.django_db

STRONG = (
    "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE\n"
    "2026-03-03 18:00:00,Evening,45m,Squat (Barbell),1,102.5,5,0,0,8\n"
    "2026-03-03 18:00:00,Evening,45m,Squat (Barbell),2,102.5,5,0,0,8.5\n"
)


def test_finishing_a_session_enqueues_exactly_one_analysis_however_often_the_log_is_followed(
    story: Story,
) -> None:
    story.train(0)
    with clock.at(story.at(0, 18)):
        assert follow.follow(story.athlete.stream) > 0
        assert follow.follow(story.athlete.stream) == 0
        (work,) = story.work("session_analysis")
        assert (work.subject, work.state) == (story.key(0), "queued")
    story.settle(0, 18)
    story.settle(0, 19)
    (decision,) = story.decisions("session_analysis")
    assert decision.subject == story.key(0)
    assert story.work("session_analysis") == [work]


def test_a_follower_that_died_before_it_moved_its_cursor_enqueues_nothing_twice(
    story: Story,
) -> None:
    story.train(0)
    stream = story.athlete.stream
    with clock.at(story.at(0, 18)):
        follow.follow(stream)
        before = [work.pk for work in story.work("session_analysis")]
        Cursor.objects.filter(stream=stream).update(position=0)
        follow.follow(stream)
    assert [work.pk for work in story.work("session_analysis")] == before


def test_the_record_of_the_analysis_leads_to_the_next_prescription(story: Story) -> None:
    assert story.versions(3) == [], "only what is next is prescribed ahead"
    story.train(0)
    story.settle(0, 18)
    (analysis,) = story.decisions("session_analysis")
    (issued,) = story.versions(3)
    event = story.state("decisions.decision", analysis.key)
    assert event.position in issued["cites"]
    prescribing = story.decisions("next_prescription")[-1]
    assert (prescribing.subject, prescribing.key) == (story.key(3), issued["decision"])


def test_a_success_at_the_top_of_the_range_is_one_step_of_the_plans_own_rule(story: Story) -> None:
    story.train(0)
    story.settle(0, 18)
    story.train(3)
    story.settle(3, 18)
    (issued,) = story.versions(7)
    (squat,) = issued["items"]
    assert squat["load_g"] == squat["planned"]["load_g"] == 102_500
    assert (squat["sets"], squat["reps"]) == (3, 5)


def test_no_prescription_is_judged_between_a_session_and_its_analysis(story: Story) -> None:
    story.train(0)
    story.settle(0, 18)
    positions = {
        (record.workflow, record.subject): record.event_id
        for record in (*story.decisions("session_analysis"), *story.decisions("next_prescription"))
    }
    analysed = positions["session_analysis", story.key(0)]
    assert positions["next_prescription", story.key(3)] > analysed
    assert len(story.versions(3)) == 1


def test_a_skipped_session_is_not_analysed_and_the_next_one_adds_nothing_for_it(
    story: Story,
) -> None:
    with clock.at(story.at(0, 20)):
        actuals.skip(
            stream=story.athlete.stream,
            session_key=story.key(0),
            actor=story.me,
            zone="UTC",
            why="work ran late",
        )
    story.settle(0, 21)
    assert story.decisions("session_analysis") == []
    (issued,) = story.versions(3)
    (squat,) = issued["items"]
    assert (squat["sets"], squat["load_g"]) == (3, 100_000)


def test_an_unplanned_session_is_analysed_and_counts_as_an_exposure(story: Story) -> None:
    session_key = keys.unplanned_session(MONDAY + timedelta(days=1), "b2b1f7f2")
    sets = [
        SetEntry(client_id=f"u{n}", exercise=SQUAT, order=n, load_g=60_000, reps=5, rpe_x10=60)
        for n in (1, 2)
    ]
    with clock.at(story.at(1, 19)):
        late.record(
            stream=story.athlete.stream,
            session_key=session_key,
            day=MONDAY + timedelta(days=1),
            zone="UTC",
            actor=story.me,
            occasion="form 1",
            sets=sets,
            title="At a friend's",
            sport="strength",
        )
        settle()
    (decision,) = story.decisions("session_analysis")
    assert decision.subject == session_key
    cited = {p for reason in decision.reasons for p in reason["cites"]}
    for entry in sets:
        state = story.state("training_sessions.set", f"{session_key}#{entry.client_id}")
        assert state.position in cited


def test_an_imported_session_is_analysed_once_and_importing_it_again_starts_nothing(
    story: Story,
) -> None:
    def bring_in() -> None:
        report = imports.import_file(
            stream=story.athlete.stream,
            athlete_zone="UTC",
            name="strong.csv",
            data=STRONG.encode(),
            actor=story.me,
            answers=imports.Answers(unit="kg"),
        )
        assert report.status in ("new", "already"), report
        settle()

    with clock.at(story.at(2, 8)):
        bring_in()
        (decision,) = story.decisions("session_analysis")
        assert decision.subject.startswith("2026-03-03:")
        works, head = len(story.work("session_analysis")), known.head(story.athlete.stream)
        bring_in()
    assert len(story.work("session_analysis")) == works
    assert known.head(story.athlete.stream) == head


def test_a_started_session_keeps_its_prescription_whatever_comes(story: Story) -> None:
    with clock.at(story.at(0, 17)):
        story.start(0)
        settle()
    shown = story.versions(0)
    story.constrain(story.at(0, 17) + timedelta(minutes=5), "load_g", "<=", 60_000, "g")
    story.edit_day("a", story.at(0, 17) + timedelta(minutes=6), load_g=70_000)
    story.settle(0, 18)
    assert story.versions(0) == shown
    started = story.state("training_sessions.completed", story.key(0))
    assert started.facts is not None
    assert started.facts["prescription_version"] == shown[-1]["version"]


def test_a_start_between_reading_and_writing_makes_the_reissue_stale_and_the_work_looks_again(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = story.versions(0)
    story.constrain(story.at(0, 8), "load_g", "<=", 60_000, "g")
    recording = rulings.record

    def beaten(*given, **named):
        monkeypatch.setattr(rulings, "record", recording)
        story.start(0)
        return recording(*given, **named)

    with clock.at(story.at(0, 9)):
        follow.follow(story.athlete.stream)
        (work,) = [w for w in story.work("next_prescription") if w.state == "queued"]
        monkeypatch.setattr(rulings, "record", beaten)
        assert run.run(work.pk) == "done"
        work.refresh_from_db()
        assert work.result == "stale"
        again = story.work("next_prescription")[-1]
        assert (again.subject, again.state) == (story.key(0), "queued")
        settle()
        again.refresh_from_db()
    assert (again.state, again.result) == ("done", "nothing to do")
    assert story.versions(0) == before
    key = PRESCRIPTION, story.key(0)
    assert len(known.history(story.athlete.stream, *key)) == len(before)
