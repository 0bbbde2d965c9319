"""Injuries: opened, updated and closed by the athlete."""

from __future__ import annotations

import re

from django.test import Client
from django.urls import reverse

from decisions.selectors import known
from tests.coach.web.story import Story

ADDRESS = reverse("injuries")
INJURY = "training_sessions.injury"
KNEE = "2026-11-20/left_knee"
NEW = {
    "do": "open",
    "region": "Lower back",
    "side": "",
    "title": "stiff",
    "opened_on": "2026-11-25",
}


def facts(story: Story, key: str) -> dict[str, object]:
    found = known.now(story.stream, INJURY, key).facts
    assert found is not None
    return found


def reviewed(story: Story) -> str:
    return known.now(story.stream, INJURY, KNEE).fingerprint


def test_severity_is_never_filled_in(lifter: Client) -> None:
    html = lifter.get(ADDRESS).content.decode()
    assert "ache below the kneecap" in html
    assert not re.search(r'name="severity"[^>]* checked', html)


def test_it_opens_one(lifter: Client, story: Story) -> None:
    assert lifter.post(ADDRESS, NEW).status_code == 302
    opened = facts(story, "2026-11-25/lower_back")
    assert (opened["title"], opened["severity"], opened["status"]) == ("stiff", None, "open")


def test_a_double_post_opens_one(lifter: Client, story: Story) -> None:
    lifter.post(ADDRESS, NEW)
    head = known.head(story.stream)
    lifter.post(ADDRESS, NEW)
    assert known.head(story.stream) == head


def test_it_refuses_one_without_words_and_keeps_the_rest(lifter: Client) -> None:
    answer = lifter.post(ADDRESS, {**NEW, "title": ""})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Title: say in your own words" in html
    assert 'value="Lower back"' in html


def test_it_refuses_a_day_to_come(lifter: Client) -> None:
    answer = lifter.post(ADDRESS, {**NEW, "opened_on": "2026-12-24"})
    assert answer.status_code == 422
    assert "lies in the future" in answer.content.decode()


def test_an_update_keeps_the_one_before(lifter: Client, story: Story) -> None:
    sent = {
        "do": "update",
        "key": KNEE,
        "reviewed": reviewed(story),
        "severity": "2",
        "update": "calmer",
    }
    lifter.post(ADDRESS, sent)
    assert (facts(story, KNEE)["severity"], facts(story, KNEE)["update"]) == (2, "calmer")
    assert "1\u00a0update before" in lifter.get(ADDRESS).content.decode()


def test_an_update_against_an_old_state_writes_nothing(lifter: Client, story: Story) -> None:
    old = reviewed(story)
    lifter.post(ADDRESS, {"do": "update", "key": KNEE, "reviewed": old, "update": "calmer"})
    answer = lifter.post(
        ADDRESS, {"do": "update", "key": KNEE, "reviewed": old, "update": "worse"}, follow=True
    )
    assert "Nothing was written" in answer.content.decode()
    assert facts(story, KNEE)["update"] == "calmer"


def test_closing_is_an_act_of_its_own(lifter: Client, story: Story) -> None:
    lifter.post(ADDRESS, {"do": "close", "key": KNEE, "reviewed": reviewed(story)})
    assert facts(story, KNEE)["closed_on"] == "2026-11-26"


def test_a_stranger_touches_nothing(stranger: Client, story: Story) -> None:
    sent = {"do": "close", "key": KNEE, "reviewed": reviewed(story)}
    assert stranger.post(ADDRESS, sent).status_code == 404
    assert facts(story, KNEE)["status"] == "open"
    assert "kneecap</h2>" not in stranger.get(ADDRESS).content.decode()
