"""Today shows what holds now: the newest session by its own date, answered questions as answered."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Any

from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.models import Athlete
from decisions.selectors import known
from decisions.services import proposals
from plans.domain.gates import Exposure, PainReading
from plans.services import gates
from sessions.services import imports
from tests.coach import world
from tests.coach.web import story as stories
from tests.coach.web.story import Story

TODAY = reverse("today")
MOST_QUERIES = 15
OLD = (
    "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;"
    "Seconds;Notes;Workout Notes;Workout Duration\n"
    '2015-06-07 18:00:00;"Old push";"Bench Press (Barbell)";1;80;kg;5;8;;;0;;;1h\n'
)


def page(client: Client) -> str:
    answer = client.get(TODAY)
    assert answer.status_code == 200
    html = re.sub(r"<[^>]+>", " ", answer.content.decode().replace("\u00a0", " "))
    return re.sub(r"\s+([.,])", r"\1", re.sub(r"\s+", " ", html))


def test_it_asks_the_database_little(
    lifter: Client, story: Story, django_assert_max_num_queries: Any
) -> None:
    stories.decide(story, "session_analysis", stories.LAST_KEY, "As meant; nothing to change.")
    with django_assert_max_num_queries(MOST_QUERIES):
        assert "Last review" in page(lifter)


def test_an_old_session_that_is_imported_today_is_not_the_last_one(
    lifter: Client, story: Story
) -> None:
    stories.decide(story, "session_analysis", stories.LAST_KEY, "As meant; nothing to change.")
    imports.import_file(
        stream=story.stream,
        athlete_zone=stories.ZONE,
        name="old.csv",
        data=OLD.encode(),
        actor=story.actor,
    )
    old = known.known(story.stream, ranges=[known.Range("training_sessions.completed", "2015")])[0]
    assert old.key.startswith("2015-06-07")
    stories.decide(story, "session_analysis", old.key, "Done beside the plan.")
    html = page(lifter)
    assert "Last session, Thu 19 Nov" in html
    assert "As meant; nothing to change." in html
    assert "Done beside the plan." not in html


def test_a_last_session_that_nobody_looked_at_says_so(lifter: Client) -> None:
    assert "Lower A. Nobody has looked at it." in page(lifter)


def test_a_correction_after_the_analysis_is_named(lifter: Client, story: Story) -> None:
    stories.decide(story, "session_analysis", stories.LAST_KEY, "As meant; nothing to change.")
    assert "Something was changed since" not in page(lifter)
    stories.fix_set(story, stories.LAST_KEY, "rdl.1", reps=7)
    assert "Something was changed since" in page(lifter)


def test_a_look_that_lies_behind_is_not_announced(lifter: Client) -> None:
    assert "Next look Mon 30 Nov" in page(lifter)
    with clock.at(datetime(2026, 12, 1, 17, 0, tzinfo=UTC)):
        assert "Next look" not in page(lifter)


def test_a_gate_that_moved_on_is_told_beside_the_reason(lifter: Client, story: Story) -> None:
    assert "Now 1 of 3." not in page(lifter)
    day = date(2026, 11, 24)
    gates.record_progress(
        stream=story.stream,
        key=stories.GATE,
        exposures=[Exposure(day, stories.SQUAT)],
        readings=[
            PainReading(day, "left_knee", "during", 1),
            PainReading(date(2026, 11, 25), "left_knee", "next_morning", 1),
        ],
        as_of=stories.TODAY,
        occasion="derived",
    )
    html = page(lifter)
    assert "The knee gate is open at 0 of 3 and your last top set was RPE 9. Now 1 of 3." in html


def test_an_answered_question_is_told_as_answered(db: None, client: Client) -> None:
    with clock.at(datetime(2026, 3, 10, 9, 0, tzinfo=UTC)):
        cast = world.cast()
        client.force_login(cast.mia.user)
        key = world.propose(cast.mia)
        assert "Proposed Four sets of squats instead of three" in page(client)
    with clock.at(datetime(2026, 3, 11, 23, 30, tzinfo=UTC)):
        proposals.reject(
            stream=cast.mia.stream,
            key=key,
            reviewed=known.now(cast.mia.stream, "decisions.proposal", key).fingerprint,
            user=cast.anna,
            reason="not now",
        )
        html = page(client)
    assert (
        "Rejected Proposal 1 (Four sets of squats instead of three) was rejected on Thu 12 Mar"
        in html
    )


def test_a_review_that_waits_for_a_proposal_waits_no_more_once_it_is_answered(
    db: None, client: Client
) -> None:
    with clock.at(datetime(2026, 3, 10, 9, 0, tzinfo=UTC)):
        cast = world.cast()
        client.force_login(cast.mia.user)
        key = world.propose(cast.mia)
        says = "The plan stands. Proposal 1 waits for an answer; nothing is added to it."
        world.decide(
            cast.mia,
            workflow="strategic_review",
            outcome="MONITOR_ONLY",
            occasion="w",
            summary=says,
        )
        assert says in page(client)
        proposals.withdraw(
            stream=cast.mia.stream,
            key=key,
            reviewed=known.now(cast.mia.stream, "decisions.proposal", key).fingerprint,
            user=cast.anna,
            reason="a new block",
        )
        html = page(client)
    assert "waits for an answer" not in html
    assert "was withdrawn on Tue 10 Mar." in html


def test_a_dose_that_was_looked_at_again_says_when(lifter: Client, story: Story) -> None:
    assert "Decided Thu 26 Nov." in page(lifter)
    with clock.at(datetime(2026, 11, 26, 23, 30, tzinfo=UTC)):
        stories.decide(story, "next_prescription", stories.KEY, "As planned.")
    assert "Decided Thu 26 Nov, looked at again Fri 27 Nov: it stands." in page(lifter)


def test_pounds_are_said_everywhere(lifter: Client, story: Story) -> None:
    Athlete.objects.filter(pk=story.athlete.pk).update(units="lb", distance_unit="mi")
    stories.decide(story, "session_analysis", stories.LAST_KEY, "Back squat stays at 90 kg.")
    html = page(lifter)
    assert "Back squat stays at 198.4 lb." in html
    assert "load at most 70.5 lb" in html
    assert not re.search(r"\d\s?kg\b", html)
