"""A session that goes on past midnight is still under way."""

from __future__ import annotations

from datetime import UTC, datetime

from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from tests.coach.web import story as stories
from tests.coach.web.story import KEY, Story

SESSION = reverse("session", args=[KEY])


def log(client: Client, client_id: str) -> None:
    client.post(
        SESSION,
        {"do": "done", "client_id": client_id, "kind": "work", "order": "8", "item": "sq",
         "exercise": stories.SQUAT, "load": "105", "reps": "5", "rpe": "8"},
    )  # fmt: skip


def mode(story: Story, client_id: str) -> object:
    facts = known.now(story.stream, "training_sessions.set", f"{KEY}#{client_id}").facts
    assert facts is not None
    return facts["entry_mode"]


def test_a_set_after_midnight_is_live_and_belongs_to_the_day_the_session_began(
    lifter: Client, story: Story
) -> None:
    with clock.at(datetime(2026, 11, 26, 22, 30, tzinfo=UTC)):  # 23:30 in Berlin
        stories.start_today(story)
        log(lifter, "sq.1")
    with clock.at(datetime(2026, 11, 26, 23, 20, tzinfo=UTC)):  # 00:20 of the next day
        log(lifter, "sq.2")
        html = lifter.get(SESSION, {"done": "sq.2"}).content.decode()
    assert mode(story, "sq.2") == "edited"
    assert "data-rest" in html
    facts = known.now(story.stream, "training_sessions.set", f"{KEY}#sq.2").facts
    assert facts is not None
    assert facts["date"] == "2026-11-26"


def test_a_set_of_the_next_morning_is_typed_later(lifter: Client, story: Story) -> None:
    with clock.at(datetime(2026, 11, 26, 22, 30, tzinfo=UTC)):
        stories.start_today(story)
        log(lifter, "sq.1")
    with clock.at(datetime(2026, 11, 27, 7, 0, tzinfo=UTC)):
        log(lifter, "sq.2")
    assert mode(story, "sq.2") == "typed_later"


def test_a_day_that_is_past_is_typed_later_however_fast_it_is_typed(
    lifter: Client, story: Story
) -> None:
    key = "2026-11-24:build/02/upper-a"
    address = reverse("session", args=[key])
    lifter.post(address, {"do": "start"})
    lifter.post(
        address,
        {"do": "done", "client_id": "bp.1", "kind": "work", "order": "8", "item": "bp",
         "exercise": "bench_press", "load": "80", "reps": "5", "rpe": "8"},
    )  # fmt: skip
    facts = known.now(story.stream, "training_sessions.set", f"{key}#bp.1").facts
    assert facts is not None
    assert facts["entry_mode"] == "typed_later"
