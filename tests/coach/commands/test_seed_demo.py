"""Demo data is made only in demo mode, once, and says what it did."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from pytest_django.fixtures import Settings

from coach.demo import seed
from decisions import clock
from decisions.models import Athlete, Event
from tests.coach.commands.conftest import shell
from tests.decisions import tampering

pytestmark = pytest.mark.django_db
THURSDAY = datetime(2026, 3, 5, 9, tzinfo=UTC)


def test_it_is_refused_outside_demo_mode_and_makes_nobody() -> None:
    said = shell("seed_demo", "--json")
    assert said.code == 1
    assert said.last == "demo data is made only while DEMO=1"
    assert not User.objects.exists()


@pytest.mark.parametrize("weeks", ["0", "27"])
def test_it_refuses_weeks_that_the_story_does_not_have(settings: Settings, weeks: str) -> None:
    settings.DEMO = True
    said = shell("seed_demo", "--weeks", weeks)
    assert said.code == 1
    assert "--weeks" in said.last


def test_a_second_run_changes_nothing_and_says_so(settings: Settings) -> None:
    settings.DEMO = True
    with clock.at(THURSDAY):
        first = shell("seed_demo", "--weeks", "1", "--json")
        events = Event.objects.count()
        second = shell("seed_demo", "--weeks", "1", "--json")
        third = shell("seed_demo", "--weeks", "1")
    assert first.json == {"made": True, "events": events, "athletes": 2}
    assert second.json == {"made": False, "events": events, "athletes": 2}
    assert third.text.strip() == f"demo data already there: {events} events"
    assert Event.objects.count() == events > 50
    assert sorted(User.objects.values_list("username", flat=True)) == [
        "admin",
        "coach",
        "lifter",
        "runner",
    ]


def test_the_same_moment_makes_the_same_demo(settings: Settings) -> None:
    def told() -> list[tuple[str, str, str]]:
        rows = Event.objects.order_by("stream", "position")
        found = rows.values_list("item__surface", "item__key", "evidence")
        # Names of decisions hold the number of their stream, which a rollback does not give back.
        return [(s, "" if s == "decisions.decision" else key, e) for s, key, e in found]

    settings.DEMO = True
    made = []
    for _ in range(2):
        with tampering.undone(), clock.at(THURSDAY):
            seed.seed(lambda _: None, weeks=1)
            made.append(told())
            assert Athlete.objects.count() == 2
    assert made[0] == made[1]
