"""Logging set by set, as plain forms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from tests.coach.web import story as stories
from tests.coach.web.story import KEY, Story

SET = "training_sessions.set"


def address(name: str = "session", key: str = KEY) -> str:
    return reverse(name, args=[key])


def start(client: Client) -> None:
    client.post(address(), {"do": "start", "version": "2"})


def fields(client: Client, row: str = "") -> dict[str, str]:
    """Every hidden and typed field of the open panel, as a browser would send it."""
    html = client.get(address(), {"row": row} if row else {}).content.decode()
    form = html[html.index('class="entry"') : html.index("</form>", html.index('class="entry"'))]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and 'type="radio"' not in tag:
            found[name[1]] = value[1] if value else ""
    return found


def saved(story: Story, client_id: str) -> dict[str, Any]:
    facts = known.now(story.stream, SET, f"{KEY}#{client_id}").facts
    assert facts is not None
    return facts


def log(client: Client, row: str = "", **changes: str) -> Any:
    return client.post(address(), {**fields(client, row), "do": "done", **changes})


def test_starting_freezes_the_version_that_was_shown(lifter: Client, story: Story) -> None:
    lifter.post(address(), {"do": "start", "version": "1"})
    facts = known.now(story.stream, "training_sessions.completed", KEY).facts
    assert facts is not None
    assert facts["prescription_version"] == 1
    assert facts["status"] == "started"


def test_load_and_reps_are_filled_in_and_rpe_is_not(lifter: Client) -> None:
    start(lifter)
    html = lifter.get(address()).content.decode()
    assert fields(lifter)["load"] == "105"
    assert fields(lifter)["reps"] == "5"
    assert 'name="rpe"' in html
    assert not re.search(r"<input[^>]* checked", html)


def test_pain_is_asked_and_never_filled_in(lifter: Client) -> None:
    start(lifter)
    html = lifter.get(address()).content.decode()
    assert 'name="pain" value="3"' in html
    assert not re.search(r"<input[^>]* checked", html)


def test_done_is_one_tap(lifter: Client, story: Story) -> None:
    start(lifter)
    answer = log(lifter)
    assert answer.status_code == 302
    facts = saved(story, "sq.1")
    assert (facts["load_g"], facts["reps"], facts["rpe_x10"]) == (105_000, 5, None)
    assert facts["entry_mode"] == "confirmed_default"
    assert facts["planned_item"] == "sq"


def test_the_next_row_opens(lifter: Client) -> None:
    start(lifter)
    log(lifter)
    assert fields(lifter)["client_id"] == "sq.2"


def test_an_rpe_makes_it_an_edited_set(lifter: Client, story: Story) -> None:
    start(lifter)
    log(lifter, rpe="8½")
    assert saved(story, "sq.1")["rpe_x10"] == 85
    assert saved(story, "sq.1")["entry_mode"] == "edited"


def test_a_comma_is_read_and_what_was_typed_is_kept(lifter: Client, story: Story) -> None:
    start(lifter)
    log(lifter, load="102,5")
    assert saved(story, "sq.1")["load_g"] == 102_500
    assert saved(story, "sq.1")["entered"] == "102,5"


def test_pounds_are_read_in_pounds(lifter: Client, story: Story) -> None:
    story.athlete.units = "lb"
    story.athlete.save()
    start(lifter)
    log(lifter, load="225")
    assert saved(story, "sq.1")["load_g"] == 102_058


def test_an_error_names_the_field_and_keeps_what_was_typed(lifter: Client, story: Story) -> None:
    start(lifter)
    answer = log(lifter, load="about 100", reps="4")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Load: is not a number" in html
    assert 'value="about 100"' in html
    assert 'value="4"' in html
    assert known.now(story.stream, SET, f"{KEY}#sq.1").facts is None


def test_it_refuses_a_set_without_reps(lifter: Client) -> None:
    start(lifter)
    answer = log(lifter, reps="")
    assert answer.status_code == 422
    assert "Reps: is empty" in answer.content.decode()


def test_a_double_post_saves_once(lifter: Client, story: Story) -> None:
    start(lifter)
    sent = {**fields(lifter), "do": "done", "rpe": "8"}
    lifter.post(address(), sent)
    head = known.head(story.stream)
    assert lifter.post(address(), sent).status_code == 302
    assert known.head(story.stream) == head


def test_a_stale_tab_shows_both_sides_and_writes_nothing(lifter: Client, story: Story) -> None:
    start(lifter)
    sent = fields(lifter)
    lifter.post(address(), {**sent, "do": "done", "rpe": "8"})
    answer = lifter.post(address(), {**sent, "do": "done", "load": "107.5"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "105 × 5 @8" in html
    assert "107.5 × 5" in html
    assert saved(story, "sq.1")["load_g"] == 105_000


def test_the_other_side_can_be_taken_from_the_conflict_page(lifter: Client, story: Story) -> None:
    start(lifter)
    sent = fields(lifter)
    lifter.post(address(), {**sent, "do": "done", "rpe": "8"})
    html = lifter.post(address(), {**sent, "do": "done", "load": "107.5"}).content.decode()
    reviewed = re.search(r'name="reviewed" value="([^"]+)"', html)
    assert reviewed is not None
    lifter.post(
        address(),
        {"do": "fix", "client_id": "sq.1", "reviewed": reviewed[1], "load": "107.5", "reps": "5"},
    )
    assert saved(story, "sq.1")["load_g"] == 107_500


def test_a_correction_keeps_the_old_value_struck_through(lifter: Client, story: Story) -> None:
    start(lifter)
    log(lifter, rpe="8")
    answer = lifter.post(
        address(), {**fields(lifter, "sq.1"), "do": "fix", "reps": "4", "rpe": "9"}
    )
    assert answer.status_code == 302
    assert saved(story, "sq.1")["reps"] == 4
    html = lifter.get(address()).content.decode()
    assert '<s class="was">105 × 5 @8</s>' in html


def test_a_correction_against_an_old_state_is_stale(lifter: Client, story: Story) -> None:
    start(lifter)
    log(lifter, rpe="8")
    old = fields(lifter, "sq.1")
    lifter.post(address(), {**old, "do": "fix", "reps": "4"})
    answer = lifter.post(address(), {**old, "do": "fix", "reps": "3"})
    assert answer.status_code == 409
    assert saved(story, "sq.1")["reps"] == 4


def test_undo_takes_the_set_back_and_it_can_be_logged_anew(lifter: Client, story: Story) -> None:
    start(lifter)
    followed = log(lifter)
    html = lifter.get(followed.url).content.decode()
    reviewed = re.search(r'data-undo>.*?name="reviewed" value="([^"]+)"', html, re.DOTALL)
    assert reviewed is not None
    lifter.post(address(), {"do": "undo", "client_id": "sq.1", "reviewed": reviewed[1]})
    assert known.now(story.stream, SET, f"{KEY}#sq.1").facts is None
    log(lifter, reps="4")
    assert saved(story, "sq.1")["reps"] == 4


def test_a_failed_set_keeps_its_reps_and_says_why(lifter: Client, story: Story) -> None:
    start(lifter)
    lifter.post(address(), {**fields(lifter), "do": "failed", "reps": "3", "why": "grip"})
    facts = saved(story, "sq.1")
    assert (facts["state"], facts["reps"], facts["why"]) == ("failed", 3, "grip")


def test_a_skipped_set_has_a_reason_and_no_numbers(lifter: Client, story: Story) -> None:
    start(lifter)
    lifter.post(address(), {**fields(lifter), "do": "skip", "because": "time"})
    facts = saved(story, "sq.1")
    assert (facts["state"], facts["reps"], facts["load_g"], facts["why"]) == (
        "skipped",
        None,
        None,
        "time",
    )


def test_it_refuses_to_skip_without_a_reason(lifter: Client) -> None:
    start(lifter)
    answer = lifter.post(address(), {**fields(lifter), "do": "skip"})
    assert answer.status_code == 422
    assert "Why" in answer.content.decode()


def test_a_set_in_one_line(lifter: Client, story: Story) -> None:
    start(lifter)
    lifter.post(address(), {"do": "short", "row": "sq.1", "short": "102,5 x 4 @8.5"})
    facts = saved(story, "sq.1")
    assert (facts["load_g"], facts["reps"], facts["rpe_x10"]) == (102_500, 4, 85)


def test_a_line_that_cannot_be_read_is_kept(lifter: Client) -> None:
    start(lifter)
    answer = lifter.post(address(), {"do": "short", "row": "sq.1", "short": "heavy!"})
    assert answer.status_code == 422
    assert 'value="heavy!"' in answer.content.decode()


def test_a_warm_up_has_a_row_of_its_own(lifter: Client, story: Story) -> None:
    start(lifter)
    log(lifter, "sq.w1", load="60", reps="5")
    assert saved(story, "sq.w1")["kind"] == "warmup"
    assert fields(lifter)["client_id"] == "sq.1"


def test_the_rest_in_bulk_is_the_weakest_report_and_has_no_rpe(
    lifter: Client, story: Story
) -> None:
    start(lifter)
    log(lifter, rpe="8")
    lifter.post(address(), {"do": "bulk"})
    found = known.known(story.stream, ranges=[known.Range(SET, f"{KEY}#", f"{KEY}$")])
    modes = [(item.facts or {})["entry_mode"] for item in found]
    assert len(found) == 12
    assert modes.count("bulk_confirmed") == 11
    assert sum((item.facts or {})["rpe_x10"] is not None for item in found) == 1


def test_a_set_logged_out_of_order_keeps_its_place(lifter: Client, story: Story) -> None:
    start(lifter)
    log(lifter, "sq.3", rpe="9")
    assert saved(story, "sq.3")["rpe_x10"] == 90
    assert fields(lifter)["client_id"] == "sq.1"
    log(lifter)
    log(lifter)
    assert fields(lifter)["client_id"] == "rdl.1"


def test_one_set_more_than_prescribed(lifter: Client, story: Story) -> None:
    start(lifter)
    log(lifter, "sq.4", load="100")
    assert saved(story, "sq.4")["load_g"] == 100_000
    assert fields(lifter)["client_id"] == "sq.1"


def test_another_exercise_by_name(lifter: Client, story: Story) -> None:
    start(lifter)
    html = lifter.get(address(), {"exercise": "Face pull"}).content.decode()
    assert 'value="face_pull.1"' in html
    lifter.post(
        address(),
        {"do": "done", "client_id": "face_pull.1", "kind": "work", "order": "88",
         "exercise": "face_pull", "item": "", "load": "20", "reps": "15"},
    )  # fmt: skip
    assert saved(story, "face_pull.1")["planned_item"] is None


def test_an_exercise_that_nobody_described_becomes_their_own(lifter: Client, story: Story) -> None:
    start(lifter)
    lifter.post(
        address(),
        {"do": "done", "client_id": "zercher_squat.1", "kind": "work", "order": "88",
         "exercise": "zercher_squat", "item": "", "load": "60", "reps": "5"},
    )  # fmt: skip
    own = known.now(story.stream, "training_sessions.exercise", "zercher_squat").facts
    assert own is not None
    assert own["name"] == "Zercher squat"


def test_pain_during_the_session(lifter: Client, story: Story) -> None:
    start(lifter)
    lifter.post(address(), {"do": "pain", "region": "left_knee", "pain": "2"})
    said = known.now(
        story.stream, "training_sessions.daily", "2026-11-26/pain/left_knee/during"
    ).facts
    assert said is not None
    assert (said["value"], said["session_key"]) == (2, KEY)


def test_pain_without_a_number_is_refused(lifter: Client) -> None:
    start(lifter)
    answer = lifter.post(address(), {"do": "pain", "region": "left_knee"})
    assert answer.status_code == 422
    assert "Pain: choose a number" in answer.content.decode()


def test_with_htmx_only_the_log_comes_back(lifter: Client) -> None:
    start(lifter)
    sent = {**fields(lifter), "do": "done"}
    answer = lifter.post(address(), sent, headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in html
    assert 'data-said="Set 1 saved."' in html


def test_nothing_is_saved_before_the_start(lifter: Client, story: Story) -> None:
    head = known.head(story.stream)
    lifter.post(
        address(),
        {"do": "done", "client_id": "sq.1", "kind": "work", "order": "8", "exercise": stories.SQUAT,
         "item": "sq", "load": "105", "reps": "5"},
    )  # fmt: skip
    assert known.head(story.stream) == head


@pytest.mark.parametrize("name", ["session", "finish", "session_skip", "session_detail"])
def test_a_stranger_finds_nothing(stranger: Client, name: str) -> None:
    assert stranger.get(address(name)).status_code == 404


@pytest.mark.parametrize("do", ["start", "done", "fix", "retract", "bulk", "pain"])
def test_a_stranger_can_post_nothing(stranger: Client, story: Story, do: str) -> None:
    head = known.head(story.stream)
    answer = stranger.post(address(), {"do": do, "client_id": "sq.1", "region": "left_knee"})
    assert answer.status_code == 404
    assert known.head(story.stream) == head


def test_the_coach_cannot_log_for_their_athlete(coach: Client) -> None:
    assert coach.post(address(), {"do": "start"}).status_code == 404


def test_an_unknown_act_is_not_found(lifter: Client) -> None:
    start(lifter)
    assert lifter.post(address(), {"do": "fly"}).status_code == 404


def test_a_past_day_is_typed_later_and_has_no_time(lifter: Client, story: Story) -> None:
    key = "2026-11-24:build/02/upper-a"
    lifter.post(address(key=key), {"do": "start"})
    facts = known.now(story.stream, "training_sessions.completed", key).facts
    assert facts is not None
    assert (facts["date"], facts["started_at"], facts["entry_mode"]) == (
        "2026-11-24",
        None,
        "typed_later",
    )


def test_the_moment_of_the_story_is_the_evening_of_the_session(story: Story) -> None:
    assert clock.today(story.athlete.zone) == stories.TODAY
