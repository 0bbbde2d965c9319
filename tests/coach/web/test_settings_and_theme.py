"""How a person likes to read: zone, units, colours; and logging in."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from decisions import clock
from tests.coach.web.story import Story

SETTINGS = reverse("settings")
GOOD = {
    "name": "Mia",
    "zone": "Europe/Oslo",
    "units": "lb",
    "distance_unit": "mi",
    "week_start": "6",
}


def test_it_saves_zone_and_units(lifter: Client, story: Story) -> None:
    assert lifter.post(SETTINGS, GOOD).status_code == 302
    story.athlete.refresh_from_db()
    assert (story.athlete.zone, story.athlete.units, story.athlete.week_start) == (
        "Europe/Oslo",
        "lb",
        6,
    )


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("zone", "Mars/Base", "Time zone: choose"),
        ("units", "stone", "Weights: choose"),
        ("distance_unit", "parsec", "Distances: choose"),
        ("week_start", "9", "First day of the week"),
        ("name", " ", "Name: write"),
        ("name", "x" * 121, "Name: write"),
        ("name", "Mi\x00a", "Name: leave out the character U+0000"),
        ("name", "\x1b[31mMia", "Name: leave out the character U+001B"),
        ("name", "aiM\u202emoc", "Name: leave out the character U+202E"),
        ("name", "Mi\u200ba", "Name: leave out the character U+200B"),
        ("name", "\u3164", "Name: leave out the character U+3164"),
    ],
)
def test_it_names_what_is_wrong_and_saves_nothing(
    lifter: Client, story: Story, field: str, value: str, complaint: str
) -> None:
    answer = lifter.post(SETTINGS, {**GOOD, field: value})
    assert answer.status_code == 422
    assert complaint in answer.content.decode()
    story.athlete.refresh_from_db()
    assert story.athlete.units == "kg"


@pytest.mark.parametrize("name", ["Zoë O’Brien-Núñez", "李 雷", "محمد", "  Mia \n Berg "])
def test_a_name_that_can_be_read_is_kept_with_single_spaces(
    lifter: Client, story: Story, name: str
) -> None:
    assert lifter.post(SETTINGS, {**GOOD, "name": name}).status_code == 302
    story.athlete.refresh_from_db()
    assert story.athlete.name == " ".join(name.split())


def test_another_zone_moves_today_at_once(lifter: Client) -> None:
    days = []
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):  # never the same date
        lifter.post(SETTINGS, {**GOOD, "zone": zone})
        here = clock.today(zone)
        page = strip_tags(lifter.get(reverse("today")).content.decode())
        assert f"{here:%a} {here.day} {here:%b}" in page.replace("\xa0", " ")
        days.append(here)
    assert days[0] > days[1]


def test_units_change_how_loads_read_and_nothing_else(lifter: Client) -> None:
    lifter.post(SETTINGS, {**GOOD, "zone": "Europe/Berlin"})
    assert "<b>231.5<span" in lifter.get(reverse("today")).content.decode()


def test_the_theme_is_rendered_by_the_server(client: Client, db: None) -> None:
    client.post(reverse("theme"), {"theme": "dark", "next": "/login/"})
    assert '<html lang="en" data-theme="dark">' in client.get(reverse("login")).content.decode()


@pytest.mark.parametrize("theme", ["pink", ""])
def test_a_theme_that_is_none_is_not_kept(client: Client, db: None, theme: str) -> None:
    client.post(reverse("theme"), {"theme": theme})
    assert "theme" not in client.cookies


def test_the_theme_leads_back_to_this_site_only(client: Client, db: None) -> None:
    answer = client.post(reverse("theme"), {"theme": "dark", "next": "https://elsewhere.example/"})
    assert answer.headers["Location"] == "/"


def test_logging_in_and_out(client: Client, story: Story) -> None:
    wrong = client.post(reverse("login"), {"username": "lifter", "password": "no"})
    assert 'value="lifter"' in wrong.content.decode()
    answer = client.post(reverse("login"), {"username": "lifter", "password": "demo"})
    assert answer.headers["Location"] == "/"
    client.post(reverse("logout"))
    assert client.get(reverse("today")).status_code == 302


def test_a_page_that_is_not_there_is_in_plain_words(lifter: Client) -> None:
    answer = lifter.get("/nothing/here/")
    assert answer.status_code == 404
    assert "Nothing of yours is here" in answer.content.decode()
