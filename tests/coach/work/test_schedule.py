"""The calendar: once per athlete-week in the athlete's own zone, whatever the ticking does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User

from coach.models import Work
from coach.work import schedule
from decisions import clock
from decisions.domain.mandates import MANDATES
from decisions.models import Athlete
from decisions.services import guard

pytestmark = pytest.mark.django_db


def athlete(zone: str, name: str = "alice") -> Athlete:
    made = Athlete.objects.create(user=User.objects.create_user(name), name=name, zone=zone)
    occasion = guard.Occasion(
        stream=made.stream.pk,
        mandate=MANDATES["athlete"],
        subject="hello",
        occasion="hello",
        actor=f"user:{made.user_id}",
    )
    facts = {"text": "hello", "about": None, "on": "2026-01-01"}
    with clock.at(datetime(2026, 1, 1, tzinfo=UTC)):
        guard.write(
            occasion,
            [
                guard.Target(
                    surface="decisions.request", key="hello", intended=facts, reviewed=guard.ABSENT
                )
            ],
        )
    return made


def reviews() -> list[str]:
    return sorted(Work.objects.filter(kind="strategic_review").values_list("subject", flat=True))


def tick_hourly(first: datetime, hours: int) -> None:
    for hour in range(hours):
        with clock.at(first + timedelta(hours=hour)):
            schedule.tick()


def test_a_week_is_reviewed_once_however_often_the_clock_ticks():
    athlete("Europe/Berlin")
    tick_hourly(datetime(2026, 3, 2, tzinfo=UTC), 24 * 14)
    assert reviews() == ["week 2026-03-02", "week 2026-03-09"]


def test_a_review_waits_for_monday_morning_in_the_athletes_zone():
    athlete("Pacific/Apia")
    monday = datetime(2026, 3, 9, tzinfo=ZoneInfo("Pacific/Apia"))
    with clock.at(monday + timedelta(hours=5, minutes=59)):
        schedule.tick()
    assert "week 2026-03-09" not in reviews()
    with clock.at(monday + timedelta(hours=6)):
        schedule.tick()
    assert "week 2026-03-09" in reviews()


@pytest.mark.parametrize(
    ("monday", "zone"),
    [
        pytest.param(datetime(2026, 3, 30, tzinfo=UTC), "Europe/Paris", id="spring-forward"),
        pytest.param(datetime(2026, 10, 26, tzinfo=UTC), "Europe/Paris", id="fall-back"),
        pytest.param(datetime(2026, 3, 9, tzinfo=UTC), "America/New_York", id="new-york-spring"),
        pytest.param(datetime(2026, 11, 2, tzinfo=UTC), "America/New_York", id="new-york-autumn"),
    ],
)
def test_daylight_saving_neither_doubles_nor_drops_a_review(monday, zone):
    athlete(zone)
    tick_hourly(monday - timedelta(days=3), 24 * 5)
    assert reviews().count(f"week {monday.date().isoformat()}") == 1


def test_a_week_without_a_ticking_clock_is_caught_up_once():
    athlete("UTC")
    with clock.at(datetime(2026, 3, 2, 7, tzinfo=UTC)):
        schedule.tick()
    with clock.at(datetime(2026, 3, 27, 7, tzinfo=UTC)):
        schedule.tick()
        schedule.tick()
    assert reviews() == ["week 2026-03-02", "week 2026-03-23"]


def test_another_week_start_is_followed():
    sunday = athlete("UTC")
    Athlete.objects.filter(pk=sunday.pk).update(week_start=6)
    with clock.at(datetime(2026, 3, 8, 7, tzinfo=UTC)):
        schedule.tick()
    assert reviews() == ["week 2026-03-08"]
