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


def tick_now_and_then(first: datetime, hours: int) -> None:
    for hour in range(0, hours, 4):
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


MONDAY, SUNDAY, SATURDAY = 0, 6, 5


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param([SUNDAY], ["03-02", "03-08", "03-15"], id="monday-to-sunday"),
        pytest.param([SATURDAY], ["03-02", "03-07", "03-14"], id="monday-to-saturday"),
        pytest.param([SUNDAY, MONDAY], ["03-02", "03-09", "03-16"], id="there-and-back"),
    ],
)
def test_a_changed_week_start_reviews_no_week_twice(changes, expected):
    changing = athlete("UTC")
    tick_now_and_then(datetime(2026, 3, 2, tzinfo=UTC), 60)
    for start in changes:
        Athlete.objects.filter(pk=changing.pk).update(week_start=start)
        with clock.at(datetime(2026, 3, 4, 12, tzinfo=UTC)):
            schedule.tick()
    tick_now_and_then(datetime(2026, 3, 4, 12, tzinfo=UTC), 24 * 13)
    assert reviews() == [f"week 2026-{day}" for day in expected]


@pytest.mark.parametrize("start", [SUNDAY, SATURDAY])
def test_a_week_start_moved_back_to_monday_reviews_no_week_twice(start):
    changing = athlete("UTC")
    Athlete.objects.filter(pk=changing.pk).update(week_start=start)
    tick_now_and_then(datetime(2026, 3, 1, tzinfo=UTC), 60)
    first = reviews()
    Athlete.objects.filter(pk=changing.pk).update(week_start=MONDAY)
    tick_now_and_then(datetime(2026, 3, 3, 12, tzinfo=UTC), 24 * 14)
    assert reviews() == [*first, "week 2026-03-09", "week 2026-03-16"]
    assert len(first) == 1


@pytest.mark.parametrize(
    ("was", "then"),
    [
        pytest.param("Pacific/Auckland", "Pacific/Honolulu", id="westwards"),
        pytest.param("Pacific/Honolulu", "Pacific/Auckland", id="eastwards"),
    ],
)
def test_another_zone_reviews_no_week_twice(was, then):
    moving = athlete(was)
    tick_now_and_then(datetime(2026, 3, 3, tzinfo=UTC), 24 * 5 + 21)  # Monday has begun in Auckland
    Athlete.objects.filter(pk=moving.pk).update(zone=then)
    tick_now_and_then(datetime(2026, 3, 8, 20, tzinfo=UTC), 24 * 6)
    assert reviews() == ["week 2026-03-02", "week 2026-03-09"]


def test_one_athletes_broken_settings_never_stop_the_others():
    broken, other = athlete("UTC"), athlete("UTC", "bob")
    Athlete.objects.filter(pk=broken.pk).update(zone="Mars/Phobos")
    with clock.at(datetime(2026, 3, 2, 7, tzinfo=UTC)):
        schedule.tick()
    assert [row.stream for row in Work.objects.all()] == [other.stream]
