"""Fills the database of the installation that the journeys visit: a coach, an administrator, five athletes.

Runs as a process of its own, `python -m tests.browser.staging`, and says in JSON what it made.
Writes only through the public services. Every athlete has the same short story: a plan, one session
that hurt, an open gate over the squat, two threshold tests, a proposal that waits, a session today.
"""

from __future__ import annotations

import json
import os
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from decisions.models import Athlete

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

PASSWORD = "on-the-way"
ATHLETES = ("mia", "noah", "ida", "rita", "rob")
SQUAT, RDL = "back_squat_high_bar", "romanian_deadlift"
TEST_S = 1800
VIEWED = ("decisions", "plans", "training_sessions")


def zone_at_noon() -> str:
    """A zone where it is about midday now: no journey crosses midnight."""
    from decisions import clock

    east = 12 - clock.now().hour
    return f"Etc/GMT{-east:+d}" if east else "Etc/GMT"


class Story:
    """One athlete's two weeks, told relative to today."""

    def __init__(self, athlete: Athlete, coach: int, today: date) -> None:
        """The athlete, the coach's user id, and the athlete's date."""
        self.stream, self.zone, self.today = athlete.stream, athlete.zone, today
        self.athlete = athlete
        self.me, self.coach = f"user:{athlete.user_id}", f"user:{coach}"

    def at(self, days: int, hour: int = 12) -> Any:
        """Move the clock: days from today, hour of UTC."""
        from decisions import clock

        day = self.today + timedelta(days=days)
        return clock.at(datetime(day.year, day.month, day.day, hour, tzinfo=UTC))

    def tell(self) -> None:
        """Play it, and let all work be done."""
        from coach.work import schedule
        from coach.work.settle import settle

        with self.at(-12):
            self.plan()
        self.threshold_test(-10, 280)
        self.squats_that_hurt(-7)
        with self.at(-6):
            self.knee(self.today - timedelta(days=6))
        self.threshold_test(-2, 281)
        settle()
        schedule.tick_one(self.athlete)
        settle()

    def plan(self) -> None:
        """Lower A on today's weekday, Lower B two days later, and a threshold pace for runs."""
        from plans.domain.tree import Tree
        from plans.services import structure

        starts = (self.today - timedelta(days=7)).isoformat()
        tree = Tree(
            plans={
                "build": {
                    "title": "Winter strength",
                    "goal": "Squat without knee trouble",
                    "sport": "hybrid",
                    "starts_on": starts,
                    "status": "active",
                }
            },
            blocks={
                "build/01": {
                    "plan": "build",
                    "name": "Base",
                    "phase": "accumulation",
                    "order": 1,
                    "starts_on": starts,
                    "weeks": 8,
                    "goal": None,
                }
            },
            days={
                f"build/01/{slug}": planned_day(title, (self.today.weekday() + later) % 7)
                for slug, title, later in (("a", "Lower A", 0), ("b", "Lower B", 2))
            },
            rules={
                "build/lower": {
                    "plan": "build",
                    "kind": "double_progression",
                    "applies_to": [SQUAT, RDL],
                    "params": {"increment_g": 2_500},
                    "text": "All sets at the top, then one step of load.",
                },
                "build/threshold": {
                    "plan": "build",
                    "kind": "threshold",
                    "applies_to": ["run_road"],
                    "params": {
                        "metric": "threshold_pace_s_per_km",
                        "value": 300,
                        "tested_on": (self.today - timedelta(days=40)).isoformat(),
                        "source": "a race",
                    },
                    "text": "Changes only after two tests and a person's yes.",
                },
            },
        )
        structure.create_plan(
            stream=self.stream, actor=self.coach, tree=tree, reason="agreed", occasion="plan"
        )

    def squats_that_hurt(self, days: int) -> None:
        """Lower A a week ago: every set done within an hour, the knee at 4."""
        from coach.work.settle import settle
        from plans.domain.schedule import session_key
        from sessions.services import actuals
        from sessions.services.entries import SetEntry

        about: dict[str, Any] = {
            "stream": self.stream,
            "session_key": session_key(self.today + timedelta(days=days), "build/01/a"),
            "actor": self.me,
            "zone": self.zone,
        }
        with self.at(days, 9):
            actuals.start(**about, title="Lower A", sport="strength")
        sets = [
            SetEntry(
                client_id=f"{item}.{number}",
                exercise=slug,
                order=place * 10 + number,
                load_g=load,
                reps=5,
                rpe_x10=75,
                planned_item=item,
            )
            for place, (item, slug, load) in enumerate(
                (("squat", SQUAT, 100_000), ("rdl", RDL, 80_000))
            )
            for number in (1, 2)
        ]
        with self.at(days, 10):
            actuals.log_sets(**about, sets=sets, occasion="all")
            actuals.finish(**about, pain={"knee": 4}, reported={"srpe_x10": 70})
            settle()

    def knee(self, day: date) -> None:
        """The athlete opens an injury, the coach a gate over the squat."""
        from decisions.domain.mandates import MANDATES
        from plans.services import gates
        from sessions.services import injuries

        injuries.open_episode(
            stream=self.stream,
            region="knee",
            side="left",
            title="Ache below the kneecap",
            opened_on=day,
            severity=3,
            zone=self.zone,
            actor=self.me,
        )
        gates.open_gate(
            stream=self.stream,
            mandate=MANDATES["coach"],
            actor=self.coach,
            key=f"{day.isoformat()}/knee",
            facts={
                "title": "Left knee",
                "signal": "pain",
                "region": "left_knee",
                "guards": [SQUAT],
                "criterion": {
                    "kind": "consecutive_exposures",
                    "count": 3,
                    "during_max": 2,
                    "next_morning_max": 2,
                },
                "valid_h": 48,
                "opened_on": day.isoformat(),
            },
            reasoning="squats gave knee 4",
            occasion="gate",
        )

    def threshold_test(self, days: int, pace: int) -> None:
        """An all-out run of half an hour from a watch, at a pace in s/km."""
        from decisions.domain.mandates import MANDATES
        from sessions.domain import keys
        from sessions.services import late

        day = self.today + timedelta(days=days)
        key = keys.unplanned_session(day, f"test{days}")
        started = datetime(day.year, day.month, day.day, 9, tzinfo=UTC)
        with self.at(days):
            late.record(
                stream=self.stream,
                session_key=key,
                day=day,
                zone=self.zone,
                actor="integration:watch",
                occasion=key,
                title="Threshold test",
                sport="run",
                session_type="threshold_test",
                started_at=started,
                ended_at=started + timedelta(seconds=TEST_S),
                reported={
                    "duration_s": TEST_S,
                    "distance_m": round(1000 * TEST_S / pace),
                    "srpe_x10": 100,
                },
                entry_mode="imported",
                evidence="observed",
                extra={"source": "watch 255"},
                mandate=MANDATES["connector"],
                source={"integration": "watch", "external_id": key},
            )


def planned_day(title: str, weekday: int) -> dict[str, Any]:
    """A strength day of two exercises with two work sets each."""
    return {
        "block": "build/01",
        "title": title,
        "sport": "strength",
        "session_type": None,
        "weekday": weekday,
        "priority": "key",
        "minutes": 40,
        "items": [
            {
                "id": item,
                "exercise": slug,
                "sets": 2,
                "reps_low": 5,
                "reps_high": 5,
                "load_g": load,
                "rpe_x10": 80,
                "rest_s": 180,
            }
            for item, slug, load in (("squat", SQUAT, 100_000), ("rdl", RDL, 80_000))
        ],
        "weeks": [],
    }


def stage() -> dict[str, Any]:
    """Everybody and everything; says the zone, the date, and a token for each athlete."""
    from django.contrib.auth.models import Permission, User
    from django.core.management import call_command
    from django.db import transaction

    from coach.api import issuing
    from coach.models.tokens import SCOPES
    from decisions import clock
    from decisions.models import Athlete

    call_command("migrate", verbosity=0)
    with transaction.atomic():
        coach = User.objects.create_user("anna", password=PASSWORD, is_staff=True)
        views = Permission.objects.filter(
            content_type__app_label__in=VIEWED, codename__startswith="view_"
        )
        coach.user_permissions.set([*views, Permission.objects.get(codename="approve_proposal")])
        User.objects.create_superuser("root", password=PASSWORD)
        zone, tokens = zone_at_noon(), {}
        today = clock.today(zone)
        for name in ATHLETES:
            user = User.objects.create_user(name, password=PASSWORD)
            athlete = Athlete.objects.create(
                user=user, coach=coach, name=name.capitalize(), zone=zone
            )
            Story(athlete, coach.pk, today).tell()
            _, tokens[name] = issuing.issue(
                user=user, label="journey", scopes=SCOPES, expires_at=None
            )
    return {"zone": zone, "today": today.isoformat(), "tokens": tokens}


if __name__ == "__main__":
    django.setup()
    print(json.dumps(stage()))  # noqa: T201
