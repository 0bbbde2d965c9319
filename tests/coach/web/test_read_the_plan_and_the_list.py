"""The pages that are only read, and who may read them."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from coach.web import plan_page
from coach.web.taste import Taste, names
from decisions.selectors import known
from tests.coach.web.story import DAY, KEY, LAST_KEY, TODAY, Story


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    html = answer.content.decode().replace("\u00a0", " ")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_plan_shows_weeks_and_what_was_given_instead(lifter: Client) -> None:
    said = text(lifter, reverse("plan"))
    assert "Build week 3 of 7" in said
    assert "107.5 given 105" in said
    assert "Plus 2.5 kg when every set reaches its reps within the RPE." in said


def test_the_dose_that_the_plan_had_reached_is_the_one_that_a_session_names(
    lifter: Client, story: Story
) -> None:
    given = known.now(story.stream, "training_sessions.prescription", KEY).facts
    assert given is not None
    first, *rest = given["items"]
    moved = {**first, "planned": {**first["planned"], "load_g": 110_000}}
    taken = {**given, "items": [moved, *rest], "version": 3, "changed": "The rule moved it."}
    page = plan_page.build(
        {"title": "Strength", "goal": ""},
        {"build/02": known.now(story.stream, "plans.block", "build/02").facts or {}},
        {DAY: known.now(story.stream, "plans.planned_day", DAY).facts or {}},
        [],
        {KEY: taken},
        wanted="build/02",
        on=TODAY,
        taste=Taste("kg", "km", 0, names()),
    )
    (day,) = page.days
    assert [(cell.text, cell.given) for cell in day.rows[0].cells][2] == ("110", "105")


def test_a_week_that_differs_says_so(lifter: Client) -> None:
    assert "107.5 2 × 5" in text(lifter, reverse("plan"))


def test_another_block_can_be_opened(lifter: Client) -> None:
    assert "This block has no days yet." in text(lifter, f"{reverse('plan')}?block=build/03")


def test_without_a_plan_the_page_says_so(stranger: Client) -> None:
    assert "There is no plan yet" in text(stranger, reverse("plan"))


def test_the_list_names_what_was_done_and_what_nobody_said(lifter: Client) -> None:
    said = text(lifter, reverse("sessions"))
    assert "Lower A done, 12 work sets, 56 min, effort 7" in said
    assert "Upper A nothing was logged" in said


def test_earlier_weeks_are_one_link_away(lifter: Client) -> None:
    assert "Nothing in these four weeks." in text(lifter, f"{reverse('sessions')}?until=2026-08-01")
    assert lifter.get(reverse("sessions"), {"until": "soon"}).status_code == 200


@pytest.mark.parametrize("name", ["plan", "sessions"])
def test_a_coach_reads_their_athlete(coach: Client, name: str) -> None:
    assert coach.get(reverse(name), {"of": "lifter"}).status_code == 200


@pytest.mark.parametrize("name", ["plan", "sessions"])
@pytest.mark.parametrize("of", ["lifter", "nobody"])
def test_a_stranger_reads_nobody_else(stranger: Client, name: str, of: str) -> None:
    assert stranger.get(reverse(name), {"of": of}).status_code == 404


def test_a_coach_without_a_name_finds_nothing(coach: Client) -> None:
    assert coach.get(reverse("plan")).status_code == 404


def test_the_athletes_of_a_coach(coach: Client) -> None:
    said = text(coach, reverse("athletes"))
    assert "Mia" in said
    assert "Jon" not in said
    assert "1 open gate" in said


def test_who_coaches_nobody_has_no_such_page(lifter: Client) -> None:
    assert lifter.get(reverse("athletes")).status_code == 404


@pytest.mark.parametrize(
    "address",
    [reverse("today"), reverse("plan"), reverse("sessions"), reverse("injuries"), reverse("settings"),
     reverse("import_file"), reverse("new_session"), reverse("session", args=[KEY]),
     reverse("session_detail", args=[LAST_KEY]), reverse("finish", args=[KEY])],
)  # fmt: skip
def test_who_is_not_logged_in_is_sent_to_log_in(client: Client, db: None, address: str) -> None:
    for answer in (client.get(address), client.post(address, {"do": "start"})):
        assert answer.status_code in (302, 405)
        assert answer.status_code == 405 or answer.headers["Location"].startswith("/login/")


def test_no_page_has_inline_style_or_script(lifter: Client, story: Story) -> None:
    lifter.post(reverse("session", args=[KEY]), {"do": "start"})
    addresses = [
        reverse(name)
        for name in ("today", "plan", "sessions", "injuries", "settings", "new_session")
    ]
    addresses += [reverse("session", args=[KEY]), reverse("finish", args=[KEY])]
    addresses += [reverse("session_detail", args=[LAST_KEY])]
    for address in addresses:
        html = lifter.get(address).content.decode()
        assert " style=" not in html, address
        assert not re.search(r"<script(?![^>]* src=)", html), address
        assert not re.search(r"\son[a-z]+=", html), address


def test_the_first_page_depends_on_who_comes(lifter: Client, coach: Client, client: Client) -> None:
    assert lifter.get("/").headers["Location"] == reverse("today")
    assert coach.get("/").headers["Location"] == reverse("queue")
    assert client.get("/").headers["Location"] == reverse("login")


def test_an_account_without_a_role_is_told_so(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("nobody"))
    assert "neither an athlete nor a coach" in client.get("/").content.decode()
