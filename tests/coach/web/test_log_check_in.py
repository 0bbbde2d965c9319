"""The check-in: a morning that was missed yesterday, and a form that was refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from coach.workflows import gates
from decisions import clock
from decisions.selectors import known
from tests.coach.web import story as stories
from tests.coach.web.story import GATE, KEY, Story

TODAY = reverse("today")
CHECK_IN = reverse("check_in")
DAILY = "training_sessions.daily"
MISSED = "2026-11-27/pain/left_knee/next_morning"


def derive(story: Story) -> None:
    news = known.known(
        story.stream, ranges=[known.Range("training_sessions.completed", KEY, f"{KEY}!")]
    )
    gates.derive(story.athlete, news)


@pytest.fixture
def saturday(lifter: Client, story: Story) -> Iterator[Client]:
    """Two days after a session behind the knee gate; nobody spoke on the morning between."""
    stories.start_today(story)
    lifter.post(
        reverse("session", args=[KEY]),
        {"do": "done", "client_id": "sq.1", "kind": "work", "order": "8", "item": "sq",
         "exercise": stories.SQUAT, "load": "105", "reps": "5", "rpe": "8"},
    )  # fmt: skip
    lifter.post(reverse("finish", args=[KEY]), {"srpe": "7", "pain.left_knee.during": "1"})
    derive(story)
    with clock.at(datetime(2026, 11, 28, 7, 0, tzinfo=UTC)):
        yield lifter


def text(client: Client) -> str:
    html = client.get(TODAY).content.decode().replace("\u00a0", " ")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_missed_morning_that_a_gate_waits_for_is_asked_for_with_its_date(
    saturday: Client,
) -> None:
    assert "Left knee yesterday morning, Fri 27 Nov, after Thu 26 Nov" in text(saturday)
    html = saturday.get(TODAY).content.decode()
    assert html.count('name="late.left_knee"') == 11
    assert html.count('name="pain.left_knee.now"') == 11
    assert not re.search(r'<input[^>]*name="late[^>]* checked', html)


def test_the_answer_is_filed_under_its_own_date_and_marked_as_late(
    saturday: Client, story: Story
) -> None:
    saturday.post(CHECK_IN, {"late.left_knee": "1", "pain.left_knee.now": "0", "page": "a"})
    facts = known.now(story.stream, DAILY, MISSED).facts
    assert facts is not None
    assert facts["value"] == 1
    assert facts["note"] == "said a day late, on 28 Nov 2026".replace(" ", "\u00a0").replace(
        "said\u00a0a\u00a0day\u00a0late,\u00a0on\u00a0", "said a day late, on "
    )
    now = known.now(story.stream, DAILY, "2026-11-28/pain/left_knee/now").facts
    assert now is not None
    assert (now["value"], now["note"]) == (0, None)
    assert "late.left_knee" not in saturday.get(TODAY).content.decode()


def test_the_gate_counts_the_late_answer(saturday: Client, story: Story) -> None:
    saturday.post(CHECK_IN, {"late.left_knee": "1", "page": "a"})
    derive(story)
    facts = known.now(story.stream, "plans.gate", GATE).facts
    assert facts is not None
    assert facts["progress"]["met"] == 1


def test_no_answer_writes_nothing(saturday: Client, story: Story) -> None:
    saturday.post(CHECK_IN, {"readiness": "4", "page": "a"})
    assert known.now(story.stream, DAILY, MISSED).facts is None
    assert "late.left_knee" in saturday.get(TODAY).content.decode()


def test_the_morning_itself_is_asked_as_this_morning(lifter: Client, saturday: Client) -> None:
    with clock.at(datetime(2026, 11, 27, 7, 0, tzinfo=UTC)):
        said = text(lifter)
    assert "Left knee this morning, after Thu 26 Nov" in said
    assert "yesterday morning" not in said


def test_a_morning_that_is_longer_past_is_not_asked_for(saturday: Client) -> None:
    with clock.at(datetime(2026, 11, 29, 7, 0, tzinfo=UTC)):
        assert "yesterday morning" not in text(saturday)


def test_a_refused_check_in_keeps_every_choice(saturday: Client, story: Story) -> None:
    head = known.head(story.stream)
    answer = saturday.post(
        CHECK_IN,
        {"sleep": "many", "readiness": "4", "pain.left_knee.now": "2", "late.left_knee": "3"},
    )
    html = answer.content.decode()
    assert answer.status_code == 422
    assert known.head(story.stream) == head
    for chosen in (
        '"readiness" value="4"',
        '"pain.left_knee.now" value="2"',
        '"late.left_knee" value="3"',
    ):
        assert f"name={chosen} checked" in html
