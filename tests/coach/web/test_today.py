"""Today: the prescription, its reason, what bounds it, what is asked."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.models import Athlete
from decisions.selectors import known
from tests.coach.web import story as stories
from tests.coach.web.story import Story

TODAY = reverse("today")
CHECK_IN = reverse("check_in")
DAILY = "training_sessions.daily"


def page(client: Client) -> str:
    answer = client.get(TODAY)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode().replace("\u00a0", " "))


def test_the_dose_and_what_the_plan_says_instead(lifter: Client) -> None:
    html = page(lifter)
    assert "<b>105<span" in html
    assert '<s class="was">107.5</s>' in html
    assert "105 instead of the planned 107.5" in html


def test_numbers_in_the_reason_link_to_their_rows(lifter: Client, story: Story) -> None:
    gate = known.now(story.stream, "plans.gate", stories.GATE).position
    last = known.now(story.stream, "training_sessions.set", f"{stories.LAST_KEY}#sq.3").position
    html = page(lifter)
    assert f'href="{reverse("row", args=[gate])}">0 of 3</a>' in html
    assert f'href="{reverse("row", args=[last])}">9</a>' in html


def test_gate_constraint_and_branch_are_there(lifter: Client) -> None:
    html = page(lifter)
    assert "Left knee, open since Fri 20 Nov" in html
    assert "load at most 32 kg" in html
    assert "2 × 5 at 97.5 kg, RPE up to 7." in html
    assert "Not checked: the same." in html


def test_a_new_version_says_what_changed(lifter: Client) -> None:
    assert "Version 2: Sleep of 5 h was typed; the dose stays." in page(lifter)


def test_the_last_review_names_its_outcome_and_next_look(lifter: Client) -> None:
    html = page(lifter)
    assert "Last review, Mon 23 Nov" in html
    assert "No change" in html
    assert "Next look Mon 30 Nov" in html


def test_nothing_is_chosen_before_it_is_said(lifter: Client) -> None:
    assert not re.search(r"<input[^>]* checked", page(lifter))


def test_silence_is_asked_about(lifter: Client) -> None:
    assert "Tue 24 Nov, Upper A: nothing was logged" in page(lifter)


def test_answering_the_question_skips_that_session(lifter: Client, story: Story) -> None:
    key = "2026-11-24:build/02/upper-a"
    lifter.post(reverse("session_skip", args=[key]), {"why": "illness"})
    facts = known.now(story.stream, "training_sessions.completed", key).facts
    assert facts is not None
    assert (facts["status"], facts["note"], facts["flags"]) == (
        "skipped",
        "Ill",
        ["excused:illness"],
    )
    assert "Tue 24 Nov, Upper A: nothing was logged" not in page(lifter)


def test_skipping_without_a_reason_is_refused(lifter: Client, story: Story) -> None:
    head = known.head(story.stream)
    answer = lifter.post(reverse("session_skip", args=[stories.KEY]), {"why": ""})
    assert answer.status_code == 422
    assert "Why: choose a reason" in answer.content.decode()
    assert known.head(story.stream) == head


def test_the_check_in_records_what_was_said_and_nothing_else(lifter: Client, story: Story) -> None:
    lifter.post(CHECK_IN, {"page": "a", "readiness": "4", "pain.left_knee.now": "2", "sleep": ""})
    said = [
        (known.now(story.stream, DAILY, f"2026-11-26/{key}").facts or {}).get("value")
        for key in ("readiness/-/-", "pain/left_knee/now", "sleep_s/-/-")
    ]
    assert said == [4, 2, None]


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("7:30", 27_000), ("7h30", 27_000), ("7,5", 27_000), ("7.5", 27_000), ("8", 28_800)],
)
def test_sleep_is_read_in_several_ways(
    lifter: Client, story: Story, typed: str, seconds: int
) -> None:
    lifter.post(CHECK_IN, {"page": "a", "sleep": typed})
    facts = known.now(story.stream, DAILY, "2026-11-26/sleep_s/-/-").facts
    assert facts is not None
    assert facts["value"] == seconds


def test_a_check_in_that_cannot_be_read_is_kept_and_named(lifter: Client, story: Story) -> None:
    head = known.head(story.stream)
    answer = lifter.post(CHECK_IN, {"page": "a", "readiness": "4", "sleep": "well"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Slept: write hours and minutes" in html
    assert 'value="well"' in html
    assert known.head(story.stream) == head


def test_a_double_check_in_is_one(lifter: Client, story: Story) -> None:
    sent = {"page": "a", "readiness": "4"}
    lifter.post(CHECK_IN, sent)
    head = known.head(story.stream)
    lifter.post(CHECK_IN, sent)
    assert known.head(story.stream) == head


def test_an_empty_check_in_writes_nothing(lifter: Client, story: Story) -> None:
    head = known.head(story.stream)
    assert lifter.post(CHECK_IN, {"page": "a"}).status_code == 302
    assert known.head(story.stream) == head


def test_a_day_without_a_prescription_is_being_prepared(lifter: Client) -> None:
    with clock.at(datetime(2026, 12, 3, 17, 0, tzinfo=UTC)):
        assert "Being prepared." in page(lifter)


def test_a_rest_day_names_the_next_session(lifter: Client) -> None:
    with clock.at(datetime(2026, 11, 27, 17, 0, tzinfo=UTC)):
        html = page(lifter)
    assert "Nothing is planned today" in html
    assert "Next: Sat 28 Nov, Upper B" in html


def test_who_has_nothing_is_offered_three_starts(db: None) -> None:
    user = User.objects.create_user("new", password="demo")
    Athlete.objects.create(user=user, name="New", zone="UTC")
    client = Client()
    client.force_login(user)
    html = page(client)
    assert "Nothing is known yet, so nothing is prescribed" in html
    assert "hypothesis" in html


def test_a_stranger_sees_nothing_of_it(stranger: Client) -> None:
    assert "Lower A" not in page(stranger)


def test_the_coach_has_no_today_of_their_own(coach: Client) -> None:
    assert coach.get(TODAY).status_code == 404


def test_nobody_is_sent_to_log_in(client: Client, db: None) -> None:
    assert client.get(TODAY).status_code == 302
    assert client.post(CHECK_IN).status_code == 302


def test_a_run_shows_its_steps_as_table_and_picture(lifter: Client, story: Story) -> None:
    stories.prescribe_run(story)
    html = page(lifter)
    assert "5 × fast" in html
    assert "4:05 to 4:10/km" in html
    assert "up to 145 bpm" in html
    assert "12 min warm-up, then 5 times 1000 m fast, then 5 times 2 min 30 s easy" in html
    assert html.count('class="c-work"') == 5


def test_a_run_asks_for_its_file(lifter: Client, story: Story) -> None:
    stories.prescribe_run(story)
    assert "Import the file" in page(lifter)
