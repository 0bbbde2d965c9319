"""An athlete who thinks in pounds and miles sees and types nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from coach.web import doses, setrows
from coach.web.links import Segment
from decisions.selectors import known
from tests.coach.web import story as stories
from tests.coach.web.story import KEY, Story
from tests.coach.web.test_log_a_session import fields

SESSION = reverse("session", args=[KEY])
FINISH = reverse("finish", args=[KEY])
SET = "training_sessions.set"


@pytest.fixture
def pounds(lifter: Client, story: Story) -> Client:
    story.athlete.units, story.athlete.distance_unit = "lb", "mi"
    story.athlete.save()
    stories.start_today(story)
    return lifter


def stored(story: Story, client_id: str) -> dict[str, Any]:
    facts = known.now(story.stream, SET, f"{KEY}#{client_id}").facts
    assert facts is not None
    return facts


def main(client: Client, address: str, **query: str) -> str:
    html = client.get(address, query).content.decode()
    html = re.sub(r"<script.*?</script>", "", html[html.index("<main") : html.index("</main>")])
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.replace("\u00a0", " ")))


def log(client: Client, row: str = "", **changes: str) -> Any:
    return client.post(SESSION, {**fields(client, row), "do": "done", **changes})


def test_a_bare_number_is_pounds_and_is_shown_again_as_it_was_typed(
    pounds: Client, story: Story
) -> None:
    log(pounds, load="225")
    facts = stored(story, "sq.1")
    assert (facts["load_g"], facts["entered"]) == (102_058, "225")
    html = pounds.get(SESSION).content.decode()
    assert '<td class="n">225</td>' in html
    assert 'value="225"' in pounds.get(SESSION, {"row": "sq.1"}).content.decode()


def test_a_unit_that_is_typed_wins(pounds: Client, story: Story) -> None:
    log(pounds, load="100 kg")
    assert stored(story, "sq.1")["load_g"] == 100_000


def test_no_page_of_the_log_speaks_of_kilograms(pounds: Client) -> None:
    for address in (SESSION, FINISH):
        said = main(pounds, address)
        assert " kg" not in said
        assert " lb" in said
    assert "2 × 5 at 215 lb" in main(pounds, SESSION)


def test_next_time_speaks_of_pounds(pounds: Client) -> None:
    for number in (1, 2, 3):
        log(pounds, f"rdl.{number}", rpe="7")
    said = main(pounds, FINISH)
    assert "Romanian deadlift, 203.9 lb" in said
    assert "plus 5.5 lb" in said


def test_a_prescribed_load_that_is_left_alone_is_not_rounded(pounds: Client, story: Story) -> None:
    assert fields(pounds)["load"] == "231.5"
    log(pounds)
    facts = stored(story, "sq.1")
    assert (facts["load_g"], facts["entry_mode"]) == (105_000, "confirmed_default")


def test_a_correction_of_something_else_leaves_the_load_alone(pounds: Client, story: Story) -> None:
    log(pounds, load="102.5 kg")
    pounds.post(SESSION, {**fields(pounds, "sq.1"), "do": "fix", "reps": "4"})
    facts = stored(story, "sq.1")
    assert (facts["load_g"], facts["entered"], facts["reps"]) == (102_500, "102.5 kg", 4)


def test_two_pages_that_differ_keep_what_was_typed(pounds: Client, story: Story) -> None:
    sent = {**fields(pounds), "do": "done"}
    pounds.post(SESSION, {**sent, "load": "215"})
    answer = pounds.post(SESSION, {**sent, "load": "225", "rpe_number": "4.5"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "225 × 5 @4½" in html
    form = html[html.index('name="client_id"') : html.index("Correct it to")]
    pounds.post(SESSION, {**dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form)), "do": "fix"})
    facts = stored(story, "sq.1")
    assert (facts["load_g"], facts["entered"], facts["rpe_x10"]) == (102_058, "225", 45)


def test_a_question_about_a_load_is_asked_in_pounds(pounds: Client) -> None:
    answer = log(pounds, load="2250")
    said = answer.content.decode().replace("\u00a0", " ")
    assert "2250 lb is 9.7 times your heaviest (231.5 lb)." in said


def test_a_distance_is_typed_in_miles(pounds: Client, story: Story) -> None:
    pounds.post(SESSION, {"do": "effort", "duration": "45", "distance": "6.2"})
    facts = known.now(story.stream, "training_sessions.completed", KEY).facts
    assert facts is not None
    assert facts["distance_m"] == 9_978


@pytest.mark.parametrize(
    ("grams", "step"), [(2_500, "5"), (1_250, "2.5"), (5_000, "10"), (500, "2.5")]
)
def test_the_stepper_adds_what_pound_plates_make(grams: int, step: str) -> None:
    assert setrows.step(grams, "lb") == step


def test_a_reason_in_pieces_keeps_its_links() -> None:
    pieces = (Segment("Up from "), Segment("105", "/row/1/"), Segment(" kg to 107,5 kg."))
    assert doses._in_unit(pieces, "lb") == (
        Segment("Up from "),
        Segment("231.5\u00a0lb", "/row/1/"),
        Segment(" to 237\u00a0lb."),
    )
    assert doses._in_unit(pieces, "kg") == pieces
