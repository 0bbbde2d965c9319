"""A set that looks mistyped is asked about once, stored as typed after a yes, and marked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from coach.web import doubting
from coach.web.past import Most
from decisions.selectors import known
from sessions.catalogue import catalogue, evidence_policy
from tests.coach.web import story as stories
from tests.coach.web.story import KEY, Story

SESSION = reverse("session", args=[KEY])
SPLIT = {
    "do": "done", "client_id": "ss.1", "kind": "work", "order": "48", "item": "ss",
    "exercise": stories.SPLIT, "reps": "8",
}  # fmt: skip


def stored(story: Story, client_id: str) -> dict[str, Any] | None:
    return known.now(story.stream, "training_sessions.set", f"{KEY}#{client_id}").facts


def flags(story: Story) -> list[str]:
    facts = known.now(story.stream, "training_sessions.completed", KEY).facts
    assert facts is not None
    return list(facts["flags"])


def yes(html: str) -> dict[str, str]:
    found = re.search(r'name="sure" value="([^"]+)"', html)
    assert found is not None
    return {"sure": found[1]}


def text(html: str) -> str:
    return re.sub(r"\s+", " ", html.replace("\u00a0", " "))


@pytest.fixture
def started(lifter: Client, story: Story) -> Client:
    stories.start_today(story)
    return lifter


def test_it_is_asked_about_and_not_stored(started: Client, story: Story) -> None:
    answer = started.post(SESSION, {**SPLIT, "load": "102,5", "rpe": "8½"})
    html = text(answer.content.decode())
    assert answer.status_code == 422
    assert "102.5 kg is 3.2 times your heaviest (32 kg). Is it right?" in html
    assert 'value="102,5"' in html
    assert re.search(r'name="rpe" value="8½" checked', html)
    assert stored(story, "ss.1") is None


def test_a_yes_stores_it_as_typed_and_marks_it(started: Client, story: Story) -> None:
    sent = {**SPLIT, "load": "102,5"}
    sure = yes(started.post(SESSION, sent).content.decode())
    assert started.post(SESSION, {**sent, **sure}).status_code == 302
    facts = stored(story, "ss.1")
    assert facts is not None
    assert (facts["load_g"], facts["entered"]) == (102_500, "102,5")
    assert flags(story) == ["checked:ss.1"]
    assert '<span class="mode">confirmed</span>' in started.get(SESSION).content.decode()


def test_the_yes_of_a_double_tap_is_one(started: Client, story: Story) -> None:
    sent = {**SPLIT, "load": "102,5"}
    sent |= yes(started.post(SESSION, sent).content.decode())
    started.post(SESSION, sent)
    head = known.head(story.stream)
    assert started.post(SESSION, sent).status_code == 302
    assert known.head(story.stream) == head


def test_a_yes_holds_for_the_numbers_that_were_asked_about_only(
    started: Client, story: Story
) -> None:
    sure = yes(started.post(SESSION, {**SPLIT, "load": "102,5"}).content.decode())
    assert started.post(SESSION, {**SPLIT, **sure, "load": "1025"}).status_code == 422
    assert started.post(SESSION, {**SPLIT, **sure, "load": "32"}).status_code == 302
    assert flags(story) == []


def test_a_usual_set_is_not_asked_about(started: Client, story: Story) -> None:
    assert started.post(SESSION, {**SPLIT, "load": "36"}).status_code == 302
    assert stored(story, "ss.1") is not None


def test_one_line_is_asked_about_too(started: Client, story: Story) -> None:
    sent = {"do": "short", "row": "ss.1", "short": "320x8"}
    html = started.post(SESSION, sent).content.decode()
    assert "10 times your heaviest" in text(html)
    assert started.post(SESSION, sent | yes(html)).status_code == 302
    assert flags(story) == ["checked:ss.1"]


def test_a_correction_is_asked_about_too(started: Client, story: Story) -> None:
    started.post(SESSION, {**SPLIT, "load": "32"})
    reviewed = known.now(story.stream, "training_sessions.set", f"{KEY}#ss.1").fingerprint
    sent = {**SPLIT, "do": "fix", "reviewed": reviewed, "load": "320"}
    html = started.post(SESSION, sent).content.decode()
    assert "10 times your heaviest" in text(html)
    assert 'name="do" value="fix" data-focus>Yes' in html
    assert started.post(SESSION, sent | yes(html)).status_code == 302
    facts = stored(story, "ss.1")
    assert facts is not None
    assert facts["load_g"] == 320_000


def test_with_htmx_the_question_stands_in_the_log(started: Client) -> None:
    answer = started.post(SESSION, {**SPLIT, "load": "320"}, headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "<html" not in html
    assert "Is it right?" in html


def ask(load_g: int | None, reps: int | None, **changes: Any) -> str:
    given = {
        "work": True,
        "meant": doubting.Meant(30_000, 8),
        "most": Most(32_000, 10),
        "exercise": catalogue().exercises[stories.SPLIT],
        "policy": evidence_policy(),
        "units": "kg",
    }
    return doubting.question(load_g, reps, **{**given, **changes}).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("load_g", "reps", "told"),
    [
        (64_000, 8, "64 kg is 2 times your heaviest (32 kg). Is it right?"),
        (3_000, 8, "3 kg is far below the prescribed 30 kg. Is it right?"),
        (13_608, 8, "13.61 kg looks like a number in lb"),
        (30_000, 80, "80 reps is 8 times your most (10). Is it right?"),
        (None, 999, "999 reps is 99.9 times your most (10)."),
    ],
)
def test_it_says_what_is_odd(load_g: int | None, reps: int, told: str) -> None:
    assert told in ask(load_g, reps)


@pytest.mark.parametrize(
    ("load_g", "reps"), [(32_000, 8), (40_000, 8), (30_000, 15), (None, 8), (30_000, None), (0, 8)]
)
def test_it_says_nothing_about_a_usual_set(load_g: int | None, reps: int | None) -> None:
    assert ask(load_g, reps) == ""


def test_without_history_the_limits_of_exercise_and_policy_speak() -> None:
    none = {"meant": doubting.Meant(None, None), "most": Most(None, None)}
    assert ask(60_000, 12, **none) == ""
    assert "ever loaded with" in ask(900_000, 5, **none)
    assert "61 reps is very many for one set." in ask(20_000, 61, **none)


def test_a_warm_up_may_be_light() -> None:
    assert ask(3_000, 8, work=False) == ""
    assert ask(13_608, 8, work=False) == ""
