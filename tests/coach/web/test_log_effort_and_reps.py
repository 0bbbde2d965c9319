"""What the log asks for: the range, the prescribed reps, the effort; and RPE in halves or as a number."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from coach.web import doses, next_time, taste, typed
from decisions.domain.errors import InvalidFacts
from decisions.selectors import known
from tests.coach.web import story as stories
from tests.coach.web.story import KEY, Story
from tests.coach.web.test_log_a_session import fields

SESSION = reverse("session", args=[KEY])


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.replace("\u00a0", " ")))


def rpe_of(story: Story, client_id: str) -> object:
    facts = known.now(story.stream, "training_sessions.set", f"{KEY}#{client_id}").facts
    assert facts is not None
    return facts["rpe_x10"]


def log(client: Client, row: str = "", **changes: str) -> Any:
    return client.post(SESSION, {**fields(client, row), "do": "done", **changes})


def test_today_and_the_log_show_the_range_and_what_is_prescribed(
    lifter: Client, story: Story
) -> None:
    today = text(lifter.get(reverse("today")).content.decode())
    assert "3 × 6–8 " in today
    assert "8 prescribed, rest 2:00, RPE up to 8" in today
    stories.start_today(story)
    said = text(lifter.get(SESSION, {"row": "ss.1"}).content.decode())
    assert "3 × 6–8 (8 prescribed) at 32 kg, rest 2:00, RPE up to 8" in said
    assert "Reps a side of 6–8" in said


def test_what_is_only_planned_has_no_prescribed_reps() -> None:
    planned = {"sets": 2, "reps_low": 4, "reps_high": 6, "reps": 6, "load_g": 100_000}
    assert doses.line(planned, "kg").replace("\u00a0", " ") == "2 × 4–6 at 100 kg"


def test_the_effort_asked_for_stands_beside_the_buttons(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    html = lifter.get(SESSION).content.decode()
    assert 'class="lab">RPE up to 8½<span>' in html


def test_the_buttons_go_in_halves_from_5_to_10_with_one_for_nothing(
    lifter: Client, story: Story
) -> None:
    stories.start_today(story)
    html = lifter.get(SESSION).content.decode()
    assert re.findall(r'name="rpe" value="([^"]*)"', html) == [
        "5", "5½", "6", "6½", "7", "7½", "8", "8½", "9", "9½", "10", "",
    ]  # fmt: skip
    assert not re.search(r"<input[^>]* checked", html)


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ({"rpe": "6½"}, 65),
        ({"rpe_number": "4.5"}, 45),
        ({"rpe": "", "rpe_number": "3"}, 30),
        ({"rpe": "7", "rpe_number": "7"}, 70),
        ({"rpe": ""}, None),
        ({}, None),
    ],
)
def test_an_rpe_is_a_button_or_a_number(
    lifter: Client, story: Story, sent: dict[str, str], stored: int | None
) -> None:
    stories.start_today(story)
    log(lifter, **sent)
    assert rpe_of(story, "sq.1") == stored


def test_two_different_rpes_are_refused_and_both_stay(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    answer = log(lifter, rpe="8", rpe_number="4")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "RPE: was given twice, 8 and 4" in html
    assert 'name="rpe" value="8" checked' in html
    assert re.search(r'name="rpe_number"[^>]* value="4"', html)


def test_a_saved_rpe_below_the_buttons_stands_in_the_field_and_gives_way_to_a_button(
    lifter: Client, story: Story
) -> None:
    stories.start_today(story)
    log(lifter, rpe_number="4,5")
    sent = {**fields(lifter, "sq.1"), "do": "fix"}
    assert sent["rpe_number"] == "4.5"
    lifter.post(SESSION, {**sent, "reps": "4"})
    assert rpe_of(story, "sq.1") == 45
    lifter.post(SESSION, {**fields(lifter, "sq.1"), "do": "fix", "rpe": "8"})
    assert rpe_of(story, "sq.1") == 80


def test_an_rpe_out_of_range_is_named() -> None:
    complaints = typed.Complaints({})
    typed.numbers_of({"rpe_number": "11"}, "kg", complaints)
    assert complaints.errors == {"rpe": "RPE: must lie between 1 and 10."}
    with pytest.raises(InvalidFacts):
        typed._rpe({"rpe_number": "easy"}, "")


@pytest.mark.parametrize("name", ["session", "finish"])
def test_forms_that_ask_for_effort_or_pain_are_not_refilled_by_the_browser(
    lifter: Client, story: Story, name: str
) -> None:
    stories.start_today(story)
    html = lifter.get(reverse(name, args=[KEY])).content.decode()
    main = html[html.index("<main") : html.index("</main>")]
    forms = re.findall(r"<form[^>]*>.*?</form>", main, re.DOTALL)
    asking = [form for form in forms if 'type="radio"' in form]
    assert asking
    assert all('autocomplete="off"' in form[: form.index(">")] for form in asking)
    assert "coach/asked.js" in html


def next_of(*reps: int, meant: int) -> next_time.Next:
    """What the finish page says of one lift of 6–8 after sets of so many reps."""
    planned = stories.lift("cr", stories.CALF, 3, (6, 8), 60_000)
    item = stories.dose(planned, [], reps=meant)
    done = [
        (
            f"cr.{place}",
            {
                "planned_item": "cr",
                "kind": "work",
                "state": "done",
                "load_g": 60_000,
                "reps": count,
                "rpe_x10": 70,
            },
        )
        for place, count in enumerate(reps, start=1)
    ]
    rule = {
        "kind": "double_progression",
        "applies_to": [stories.CALF],
        "params": {"increment_g": 2500},
    }
    (found,) = next_time.build(
        {"items": [item]},
        done,
        rules=[rule],
        gates={},
        upcoming=[],
        on=stories.TODAY,
        taste=taste.Taste("kg", "km", 0, taste.names()),
    )
    return found


def test_the_finish_page_judges_against_the_prescribed_reps() -> None:
    reached = next_of(6, 6, 6, meant=6)
    assert (reached.number, reached.word) == ("6 of 6", "Same")
    assert reached.means == "prescribed reps; 8 in every set raise the load"


def test_a_set_below_the_prescribed_reps_is_the_number_that_decides() -> None:
    below = next_of(7, 7, 6, meant=7)
    assert (below.number, below.means) == ("6 of 7", "prescribed reps in set 3")


def test_the_top_of_the_range_in_every_set_raises_the_load() -> None:
    assert next_of(8, 8, 8, meant=6).title == "Standing calf raise, 62.5\u00a0kg"
