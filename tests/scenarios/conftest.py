"""A small cast and a small plan for stories that cross the apps. Everything goes through the services."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User

from coach.work.settle import settle
from decisions import clock
from decisions.models import Athlete, DecisionRecord
from plans.domain.schedule import session_key
from plans.domain.tree import Tree, with_changes
from plans.services import structure
from sessions.models import Prescription
from sessions.services import actuals, observations
from sessions.services.entries import SetEntry
from sessions.services.observations import DailyEntry

MONDAY = date(2026, 3, 2)
SQUAT = "back_squat_high_bar"


@dataclass
class Story:
    """One athlete, one coach, a plan with squats on Monday and Thursday, and a clock that is moved."""

    athlete: Athlete
    coach: User

    def at(self, day: int, hour: int = 12) -> datetime:
        """A moment, days after the first Monday."""
        return datetime(2026, 3, 2, hour, tzinfo=UTC) + timedelta(days=day)

    def settle(self, day: int, hour: int = 12) -> None:
        """Let all work be done at a moment."""
        with clock.at(self.at(day, hour)):
            settle()

    def key(self, day: int) -> str:
        """Session key of the planned day on a date."""
        slug = "a" if day % 7 == 0 else "b"
        return session_key(MONDAY + timedelta(days=day), f"base/01/{slug}")

    def train(
        self, day: int, *, rpe: int | None = 75, pain: int | None = None, **changed: Any
    ) -> None:
        """Do the prescribed squats of a day; `changed` overrides load_g or reps."""
        key, actor = self.key(day), f"user:{self.athlete.user_id}"
        item = self.prescription(day).items[0]
        common = {"stream": self.athlete.stream, "session_key": key, "actor": actor, "zone": "UTC"}
        with clock.at(self.at(day, 17)):
            actuals.start(**common)
            sets = [
                SetEntry(
                    client_id=f"s{number}",
                    exercise=SQUAT,
                    order=number,
                    load_g=changed.get("load_g", item["load_g"]),
                    reps=changed.get("reps", item["reps"]),
                    rpe_x10=rpe,
                    planned_item="squat",
                )
                for number in range(1, item["sets"] + 1)
            ]
            actuals.log_sets(**common, sets=sets, occasion="all")
            actuals.finish(**common, pain=None if pain is None else {"knee": pain})

    def morning(self, day: int, knee: int) -> None:
        """Next-morning pain of the knee."""
        with clock.at(self.at(day, 7)):
            observations.record(
                stream=self.athlete.stream,
                day=MONDAY + timedelta(days=day),
                zone="UTC",
                entries=[DailyEntry(kind="pain", region="knee", moment="next_morning", value=knee)],
                occasion=f"morning-{day}",
                actor=f"user:{self.athlete.user_id}",
            )

    def prescription(self, day: int) -> Prescription:
        """The version in force."""
        return Prescription.objects.get(stream=self.athlete.stream, key=self.key(day))

    def decisions(self, workflow: str) -> list[DecisionRecord]:
        """Decisions of a workflow, oldest first."""
        rows = DecisionRecord.objects.filter(stream=self.athlete.stream, workflow=workflow)
        return list(rows.order_by("event_id"))


def make_story() -> Story:
    """The cast and the plan, a day before the first Monday."""
    coach = User.objects.create_user("bob", is_staff=True)
    coach.user_permissions.add(Permission.objects.get(codename="approve_proposal"))
    athlete = Athlete.objects.create(
        user=User.objects.create_user("alice"), coach=coach, name="Alice", zone="UTC"
    )
    story = Story(athlete, coach)
    with clock.at(story.at(-1)):
        structure.create_plan(
            stream=athlete.stream,
            actor=f"user:{coach.pk}",
            tree=with_changes(Tree(), _plan()),
            reason="agreed",
            occasion="first",
        )
    story.settle(-1, 13)
    return story


@pytest.fixture
def story(db: None) -> Story:
    """See `make_story`."""
    return make_story()


def _plan() -> list[tuple[str, str, dict[str, Any]]]:
    item = {
        "id": "squat",
        "exercise": SQUAT,
        "sets": 3,
        "reps_low": 5,
        "reps_high": 5,
        "load_g": 100_000,
        "rpe_x10": 80,
        "rest_s": 180,
    }
    day = {
        "block": "base/01",
        "sport": "strength",
        "session_type": None,
        "priority": "key",
        "minutes": 40,
        "items": [item],
        "weeks": [],
    }
    return [
        (
            "plans.plan",
            "base",
            {
                "title": "Base",
                "goal": "Squat without knee trouble",
                "sport": "strength",
                "starts_on": MONDAY.isoformat(),
                "status": "active",
            },
        ),
        (
            "plans.block",
            "base/01",
            {
                "plan": "base",
                "name": "Base",
                "phase": "accumulation",
                "order": 1,
                "starts_on": MONDAY.isoformat(),
                "weeks": 8,
                "goal": None,
            },
        ),
        ("plans.planned_day", "base/01/a", {**day, "title": "Squat A", "weekday": 0}),
        ("plans.planned_day", "base/01/b", {**day, "title": "Squat B", "weekday": 3}),
        (
            "plans.rule",
            "base/squat",
            {
                "plan": "base",
                "kind": "double_progression",
                "applies_to": [SQUAT],
                "params": {"increment_g": 2_500},
                "text": "All sets at the top, then one step of load.",
            },
        ),
    ]
