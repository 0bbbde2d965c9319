"""Plays the demo's 26 weeks day by day under a moved clock. A second run finds everything and does nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from coach.demo import (
    desk,
    happenings,
    lifter_plan,
    lifter_story,
    lifting,
    mornings,
    people,
    runner_plan,
    runner_story,
    running,
)
from coach.retrieval import policy
from coach.work import schedule
from coach.work.settle import settle
from decisions import clock
from plans.domain.schedule import session_key
from plans.domain.tree import Tree, with_changes
from plans.services import structure
from sessions.services import actuals

if TYPE_CHECKING:
    from coach.demo.people import People
    from decisions.models import Athlete

WEEKS = 26
DAYS = 7 * WEEKS

Say = Callable[[str], None]


def seed(say: Say, *, weeks: int = WEEKS) -> bool:
    """Make the demo up to now; False when it was there already.

    Args:
        say: told once a simulated month.
        weeks: how many of the 26 weeks to play, the newest last; fewer for a quick look.
    """
    cast = people.make()
    if cast.lifter.stream.head or cast.runner.stream.head:
        return False
    now = clock.now()
    days = 7 * weeks
    begins = now - timedelta(days=days)
    with clock.at(begins - timedelta(days=1)):
        policy.in_force()
    for athlete in (cast.lifter, cast.runner):
        _play(cast, athlete, now, days, say)
    return True


def _play(cast: People, athlete: Athlete, now: datetime, days: int, say: Say) -> None:
    zone = ZoneInfo(athlete.zone)
    today = now.astimezone(zone).date()
    first = today - timedelta(days=days)
    with clock.at(_at(first - timedelta(days=1), time(20, 0), zone)):
        _plan(cast, athlete, first)
    for day in range(days):
        if day % 28 == 0:
            say(f"{athlete.name}: week {day // 7 + 1} of {days // 7}")
        _day(cast, athlete, first, day)
    # The day that has just begun is reviewed and prescribed; nothing is trained yet.
    with clock.at(now.astimezone(UTC)):
        schedule.tick_one(athlete)
        settle()


def _plan(cast: People, athlete: Athlete, first: date) -> None:
    made = lifter_plan if athlete == cast.lifter else runner_plan
    tree = with_changes(Tree(), made.changes(first, first.weekday()))
    structure.create_plan(
        stream=athlete.stream,
        actor=f"user:{cast.coach.pk}",
        tree=tree,
        reason="agreed with the athlete at the start",
        occasion="demo",
    )


def _day(cast: People, athlete: Athlete, first: date, day: int) -> None:
    zone = ZoneInfo(athlete.zone)
    today = first + timedelta(days=day)
    with clock.at(_at(today, time(6, 30), zone)):
        schedule.tick_one(athlete)
        settle()
    knee = lifter_story.KNEE_MORNINGS.get(day) if athlete == cast.lifter else None
    mornings.check_in(athlete, _at(today, time(7, 30), zone), day, knee=knee)
    with clock.at(_at(today, time(8, 0), zone)):
        settle()
    _train(cast, athlete, first, day)
    with clock.at(_at(today, time(21, 0), zone)):
        settle()
        events = happenings.LIFTER if athlete == cast.lifter else happenings.RUNNER
        for happen in events.get(day, ()):
            happen(cast, today, day)
        desk.look(cast, athlete, day, opened_before=today.isoformat())
        settle()


def _train(cast: People, athlete: Athlete, first: date, day: int) -> None:
    zone = ZoneInfo(athlete.zone)
    begins = _at(first + timedelta(days=day), time(18, 0), zone)
    for key in _sessions(cast, athlete, first, day):
        missed = lifter_story.MISSED if athlete == cast.lifter else runner_story.MISSED
        if day in missed:
            if athlete == cast.lifter and day % 2:
                with clock.at(begins):
                    actuals.skip(
                        stream=athlete.stream,
                        session_key=key,
                        actor=f"user:{athlete.user_id}",
                        zone=athlete.zone,
                        why=lifter_story.skipped_because(day),
                    )
        elif athlete == cast.lifter:
            manner = lifter_story.MANNERS.get(day, lifting.ORDINARY)
            lifting.train(athlete, key, begins, day, manner)
        else:
            running.train(
                athlete, key, begins, day, runner_story.MANNERS.get(day, running.ORDINARY)
            )


def _sessions(cast: People, athlete: Athlete, first: date, day: int) -> Iterator[str]:
    plan = lifter_plan if athlete == cast.lifter else runner_plan
    block, week = _block(plan.WEEKS, day)
    prefix = f"{plan.PLAN}/{block:02d}"
    today = first + timedelta(days=day)
    if athlete == cast.lifter:
        slug = lifter_story.DAYS.get(day % 7)
        if slug:
            yield session_key(today, f"{prefix}/{slug}")
        return
    for slug in runner_story.DAYS.get(day % 7, ()):
        tests = runner_plan.TEST_WEEKS[block]
        if slug not in ("test", "intervals") or (slug == "test") == (week in tests):
            yield session_key(today, f"{prefix}/{slug}")


def _block(weeks: tuple[int, ...], day: int) -> tuple[int, int]:
    """Number of the block and week in it, both from 1."""
    week = day // 7
    for number, length in enumerate(weeks, start=1):
        if week < length:
            return number, week + 1
        week -= length
    raise ValueError(f"day {day} lies beyond the plan")


def _at(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone)
