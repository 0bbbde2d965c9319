"""Sessions that nobody planned, of today and of any day before, with and without weights."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from decisions.selectors import known
from tests.coach.web.story import Story

NEW = reverse("new_session")
COMPLETED = "training_sessions.completed"
RUN = {"client_id": "abc", "date": "2026-11-22", "sport": "run", "title": "Forest"}


def facts(story: Story, key: str) -> dict[str, object]:
    found = known.now(story.stream, COMPLETED, key).facts
    assert found is not None
    return found


def test_today_it_starts_now(lifter: Client, story: Story) -> None:
    answer = lifter.post(
        NEW, {"client_id": "abc", "date": "2026-11-26", "sport": "strength", "title": ""}
    )
    assert answer.headers["Location"] == reverse("session", args=["2026-11-26:abc"])
    started = facts(story, "2026-11-26:abc")
    assert (started["title"], started["entry_mode"]) == ("Strength", "edited")
    assert started["started_at"] == "2026-11-26T17:00:00Z"


def test_a_past_day_has_no_time(lifter: Client, story: Story) -> None:
    lifter.post(NEW, RUN)
    started = facts(story, "2026-11-22:abc")
    assert (started["date"], started["started_at"], started["entry_mode"]) == (
        "2026-11-22",
        None,
        "typed_later",
    )


def test_a_double_post_is_one_session(lifter: Client, story: Story) -> None:
    lifter.post(NEW, RUN)
    head = known.head(story.stream)
    assert lifter.post(NEW, RUN).status_code == 302
    assert known.head(story.stream) == head


def test_it_refuses_a_day_to_come_and_keeps_the_name(lifter: Client) -> None:
    answer = lifter.post(NEW, {**RUN, "date": "2026-12-01"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Day: lies in the future" in html
    assert 'value="Forest"' in html


def test_it_refuses_a_day_that_is_none(lifter: Client) -> None:
    answer = lifter.post(NEW, {**RUN, "date": "yesterday"})
    assert answer.status_code == 422
    assert "Day: write a date" in answer.content.decode()


def test_planned_days_that_nobody_logged_are_offered(lifter: Client) -> None:
    html = lifter.get(NEW).content.decode()
    assert reverse("session", args=["2026-11-24:build/02/upper-a"]) in html


def test_a_run_by_hand_needs_only_what_is_known(lifter: Client, story: Story) -> None:
    lifter.post(NEW, RUN)
    address = reverse("session", args=["2026-11-22:abc"])
    answer = lifter.post(address, {"do": "effort", "duration": "1:05:00", "distance": "10,5"})
    assert answer.headers["Location"] == reverse("finish", args=["2026-11-22:abc"])
    lifter.post(answer.headers["Location"], {"srpe": "4"})
    done = facts(story, "2026-11-22:abc")
    assert (done["duration_s"], done["distance_m"], done["srpe_x10"]) == (3900, 10_500, 40)
    assert done["status"] == "completed"


def test_a_duration_that_can_be_read_in_two_ways_is_asked_again(
    lifter: Client, story: Story
) -> None:
    lifter.post(NEW, RUN)
    address = reverse("session", args=["2026-11-22:abc"])
    answer = lifter.post(address, {"do": "effort", "duration": "1:05", "distance": "10"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Duration: write hours, minutes and seconds" in html
    assert 'value="1:05"' in html


def test_a_stranger_does_not_find_it(lifter: Client, stranger: Client) -> None:
    lifter.post(NEW, RUN)
    assert stranger.get(reverse("session", args=["2026-11-22:abc"])).status_code == 404
