"""What surrounds a page depends on who reads it."""

from __future__ import annotations

import re

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from decisions.models import Athlete
from tests.coach.web.story import Story


def tabs(client: Client, name: str) -> list[str]:
    html = client.get(reverse(name)).content.decode()
    nav = html[html.index('<nav aria-label="Main">') : html.index("</nav>")]
    return re.findall(r">([^<]+)</a>", nav)


def test_an_athlete_has_four_tabs(lifter: Client) -> None:
    assert tabs(lifter, "today") == ["Today", "Plan", "Progress", "Decisions"]


def test_a_coach_has_the_queue_and_their_athletes(coach: Client) -> None:
    assert tabs(coach, "athletes") == ["Queue", "Athletes"]


def test_only_staff_sees_the_admin(story: Story, coach: Client) -> None:
    User.objects.filter(pk=story.coach.pk).update(is_staff=True)
    assert tabs(coach, "athletes") == ["Queue", "Athletes", "Admin"]


def test_who_coaches_themself_has_both(story: Story, lifter: Client) -> None:
    Athlete.objects.filter(user=story.lifter).update(coach=story.lifter)
    assert tabs(lifter, "today") == ["Today", "Plan", "Progress", "Decisions", "Queue"]
    assert reverse("athletes") in lifter.get(reverse("today")).content.decode()


def test_the_present_tab_is_marked(lifter: Client) -> None:
    html = lifter.get(reverse("plan")).content.decode()
    assert f'<a href="{reverse("plan")}" aria-current="page">Plan</a>' in html
