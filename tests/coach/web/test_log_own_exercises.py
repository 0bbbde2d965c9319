"""Exercises of the athlete's own, by whatever name they type."""

from __future__ import annotations

import re
from html import escape

import pytest
from django.test import Client
from django.urls import reverse

from decisions.selectors import known
from tests.coach.web import story as stories
from tests.coach.web.story import KEY, Story

EXERCISE = "training_sessions.exercise"
SESSION = reverse("session", args=[KEY])
NAMES = (
    "Приседания",
    "卧推",
    "Çift",
    "Bänkpress",
    "Bankpress",
    "🏋️‍♂️",
    "💪",
    "McGill \"big\" <three> & more",
    "かく",
    "がく",
    "A press that carries a name as long as sixty letters, set one",
    "A press that carries a name as long as sixty letters, set two",
)  # fmt: skip


def asked(client: Client, name: str) -> dict[str, str]:
    """The open panel for an exercise that was typed into "Another exercise"."""
    html = client.get(SESSION, {"exercise": name}).content.decode()
    start = html.index('class="entry"')
    found = {}
    for tag in re.findall(r"<input[^>]*>", html[start : html.index("</form>", start)]):
        field = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if field and 'type="radio"' not in tag:
            found[field[1]] = value[1] if value else ""
    found["named"] = name
    assert f'name="named" value="{escape(name).replace("&#x27;", "&#39;")}"' in html
    return found


def own(story: Story) -> dict[str, str]:
    found = known.known(story.stream, ranges=[known.Range(EXERCISE)])
    return {item.key: str((item.facts or {})["name"]) for item in found}


def test_every_name_is_an_exercise_of_its_own_and_stands_as_it_was_typed(
    lifter: Client, story: Story
) -> None:
    stories.start_today(story)
    names = [name for name in NAMES if len(name) <= 60]
    for name in names:
        sent = asked(lifter, name) | {"do": "done", "load": "40", "reps": "8"}
        assert lifter.post(SESSION, sent).status_code == 302
    assert sorted(own(story).values()) == sorted(names)
    html = lifter.get(SESSION).content.decode()
    for name in names:
        shown = escape(name).replace("&#x27;", "&#39;")
        assert re.search(rf'<h2 id="h-[^"]+">{re.escape(shown)}</h2>', html)


def test_two_long_names_keep_their_sets_apart(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    base = "Half kneeling landmine press with a band and a pause,"
    ids = set()
    for end in ("one", "two"):
        sent = asked(lifter, f"{base} {end}") | {"do": "done", "load": "20", "reps": "8"}
        ids.add(sent["client_id"])
        assert lifter.post(SESSION, sent).status_code == 302
    assert len(ids) == 2


def test_the_typed_name_stands_on_the_page_before_anything_is_saved(
    lifter: Client, story: Story
) -> None:
    stories.start_today(story)
    head = known.head(story.stream)
    html = lifter.get(SESSION, {"exercise": "Жим лёжа узко"}).content.decode()
    assert ">Жим лёжа узко</h2>" in html
    assert known.head(story.stream) == head


def test_a_refused_set_leaves_no_exercise_behind_and_keeps_the_name(
    lifter: Client, story: Story
) -> None:
    stories.start_today(story)
    sent = asked(lifter, "卧推") | {"do": "done", "reps": "8"}
    for wrong in ({"load": "heavy"}, {"load": "40", "why": "x" * 1001}):
        answer = lifter.post(SESSION, sent | wrong)
        assert answer.status_code == 422
        assert ">卧推</h2>" in answer.content.decode()
        assert own(story) == {}


def test_the_same_name_again_is_the_same_exercise(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    first = asked(lifter, "Çift kol") | {"do": "done", "load": "20", "reps": "8"}
    lifter.post(SESSION, first)
    html = lifter.get(SESSION, {"exercise": "  çift   KOL "}).content.decode()
    assert f'name="exercise" value="{first["exercise"]}"' in html
    assert html.count(">Çift kol</h2>") == 1


def test_one_line_makes_an_exercise_of_their_own_too(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    html = lifter.get(SESSION, {"exercise": "Bänkpress"}).content.decode()
    start = html.index('name="row"')
    hidden = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', html[start : start + 600]))
    lifter.post(SESSION, hidden | {"do": "short", "short": "60x5@7"})
    assert list(own(story).values()) == ["Bänkpress"]


@pytest.mark.parametrize("name", ["x" * 61, "\x00bench", "\u200b\x07"])
def test_what_cannot_be_a_name_is_refused_in_words(lifter: Client, story: Story, name: str) -> None:
    stories.start_today(story)
    html = lifter.get(SESSION, {"exercise": name}).content.decode()
    assert "Exercise: needs a name of 1 to 60 characters." in html


def test_a_common_name_is_the_exercise_that_a_file_would_be_filed_under(
    lifter: Client, story: Story
) -> None:
    stories.start_today(story)
    html = lifter.get(SESSION, {"exercise": "Bench press (barbell)"}).content.decode()
    assert 'name="exercise" value="bench_press"' in html
    assert 'name="named"' not in html[html.index('class="entry"') :].split("</form>")[0]
