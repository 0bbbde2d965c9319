"""A small cast and a small plan for stories that cross the apps. Everything goes through the services."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User

from coach.models import Work
from coach.work import schedule
from coach.work.settle import settle
from decisions import clock
from decisions.domain.mandates import MANDATES
from decisions.models import Athlete, DecisionRecord
from decisions.selectors import known
from decisions.services import guard
from decisions.services.guard import Written
from plans.domain.schedule import session_key
from plans.domain.tree import Tree, with_changes
from plans.services import constraints, gates, structure
from sessions.models import Prescription
from sessions.services import actuals, corrections, observations
from sessions.services.entries import SetEntry
from sessions.services.observations import DailyEntry

MONDAY = date(2026, 3, 2)
SQUAT = "back_squat_high_bar"
SET = "training_sessions.set"
PRESCRIPTION = "training_sessions.prescription"


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

    def wake(self, day: int) -> None:
        """The calendar's look at a morning, and all the work that it asks for."""
        with clock.at(self.at(day, 6)):
            schedule.tick_one(self.athlete)
            settle()

    def key(self, day: int) -> str:
        """Session key of the planned day on a date."""
        slug = "a" if day % 7 == 0 else "b"
        return session_key(MONDAY + timedelta(days=day), f"base/01/{slug}")

    def train(
        self, day: int, *, rpe: int | None = 75, pain: int | None = None, **changed: Any
    ) -> None:
        """Do the prescribed squats of a day; `changed` overrides load_g or reps."""
        item = self.prescription(day).items[0]
        with clock.at(self.at(day, 17)):
            self.start(day)
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
            actuals.log_sets(**self._about(day), sets=sets, occasion="all")
            actuals.finish(**self._about(day), pain=None if pain is None else {"knee": pain})

    def start(self, day: int) -> Written:
        """Start the session of a day; the clock stays where it is."""
        return actuals.start(**self._about(day))

    def _about(self, day: int) -> dict[str, Any]:
        about = {"session_key": self.key(day), "actor": self.me, "zone": "UTC"}
        return {"stream": self.athlete.stream, **about}

    def say(self, day: int, *entries: DailyEntry, hour: int = 7) -> Written:
        """A check-in of the athlete."""
        with clock.at(self.at(day, hour)):
            return observations.record(
                stream=self.athlete.stream,
                day=MONDAY + timedelta(days=day),
                zone="UTC",
                entries=entries,
                occasion=f"check-in {day} {hour} {entries[0].kind}",
                actor=self.me,
            )

    def morning(self, day: int, knee: int, region: str = "knee") -> None:
        """Next-morning pain of the knee."""
        self.say(day, DailyEntry(kind="pain", region=region, moment="next_morning", value=knee))

    def set_key(self, day: int, client_id: str) -> str:
        """Key of a set of a planned session."""
        return f"{self.key(day)}#{client_id}"

    def correct(self, key: str, at: datetime, *, surface: str = SET, **changes: Any) -> Written:
        """Correct what was recorded."""
        with clock.at(at):
            return corrections.correct(
                stream=self.athlete.stream,
                surface=surface,
                key=key,
                changes=changes,
                reviewed=self.state(surface, key).fingerprint,
                reason="typed wrongly",
                occasion=f"correct {key} {at.isoformat()}",
                actor=self.me,
            )

    def retract(self, key: str, at: datetime, *, surface: str = SET) -> Written:
        """Take back what was recorded."""
        with clock.at(at):
            return corrections.retract(
                stream=self.athlete.stream,
                surface=surface,
                key=key,
                reviewed=self.state(surface, key).fingerprint,
                reason="never done",
                occasion=f"retract {key} {at.isoformat()}",
                actor=self.me,
            )

    def edit_day(self, slug: str, at: datetime, **changes: Any) -> Written:
        """The coach edits a planned day; `load_g` and `sets` go to its squats."""
        key = f"base/01/{slug}"
        state = self.state("plans.planned_day", key)
        assert state.facts is not None
        (squat,) = state.facts["items"]
        dose = {name: changes.pop(name) for name in ("load_g", "sets") if name in changes}
        after = {**state.facts, **changes, "items": [{**squat, **dose}]}
        with clock.at(at):
            return structure.edit(
                stream=self.athlete.stream,
                actor=self.bob,
                changes=[structure.Change("plans.planned_day", key, after, state.fingerprint)],
                reason="a better fit",
                occasion=f"edit {key} {at.isoformat()}",
            )

    def constrain(self, at: datetime, field: str, operator: str, value: int, unit: str) -> Written:
        """The coach bounds the squat for a week."""
        first = at.date()
        with clock.at(at):
            return constraints.open_constraint(
                stream=self.athlete.stream,
                mandate=MANDATES["coach"],
                actor=self.bob,
                key=f"{first}/{field}",
                facts={
                    "title": f"Squat {field}",
                    "field": field,
                    "exercise": SQUAT,
                    "region": None,
                    "operator": operator,
                    "value": value,
                    "unit": unit,
                    "reason": "as agreed",
                    "starts_on": first.isoformat(),
                    "expires_on": (first + timedelta(days=7)).isoformat(),
                    "renewals": 0,
                    "status": "active",
                },
                reasoning="as agreed",
                occasion=f"bound {field}",
            )

    def close_gate(self, key: str, at: datetime) -> Written:
        """The coach closes a gate with a reason."""
        with clock.at(at):
            return gates.close_gate(
                stream=self.athlete.stream,
                mandate=MANDATES["coach"],
                actor=self.bob,
                key=key,
                reviewed=self.state("plans.gate", key).fingerprint,
                on=at.date(),
                reason="seen by the physio",
                occasion=f"close {key}",
            )

    def ask(self, day: int, text: str) -> Written:
        """A wish of the athlete."""
        with clock.at(self.at(day)):
            return guard.write(
                guard.Occasion(
                    stream=self.athlete.stream.pk,
                    mandate=MANDATES["athlete"],
                    subject=f"wish-{day}",
                    occasion=f"wish-{day}",
                    actor=self.me,
                ),
                [
                    guard.Target(
                        surface="decisions.request",
                        key=f"wish-{day}",
                        intended={"text": text, "about": None, "on": str(self.at(day).date())},
                        reviewed=guard.ABSENT,
                        local_date=self.at(day).date(),
                        zone="UTC",
                    )
                ],
            )

    @property
    def me(self) -> str:
        """The athlete as an actor."""
        return f"user:{self.athlete.user_id}"

    @property
    def bob(self) -> str:
        """The coach as an actor."""
        return f"user:{self.coach.pk}"

    def state(self, surface: str, key: str) -> known.State:
        """The present state of one item."""
        return known.now(self.athlete.stream, surface, key)

    def gates(self) -> dict[str, dict[str, Any]]:
        """All gates by key."""
        found = known.known(self.athlete.stream, ranges=[known.Range("plans.gate")])
        return {item.key: item.facts for item in found if item.facts is not None}

    def versions(self, day: int) -> list[dict[str, Any]]:
        """Facts of every version of a day's prescription, oldest first."""
        found = known.history(self.athlete.stream, PRESCRIPTION, self.key(day))
        return [version.facts for version in found if version.facts is not None]

    def work(self, kind: str) -> list[Work]:
        """Rows of work of a kind, oldest first."""
        return list(Work.objects.filter(stream=self.athlete.stream, kind=kind).order_by("pk"))

    def prescription(self, day: int) -> Prescription:
        """The version in force."""
        return Prescription.objects.get(stream=self.athlete.stream, key=self.key(day))

    def decisions(self, workflow: str) -> list[DecisionRecord]:
        """Decisions of a workflow, oldest first."""
        rows = DecisionRecord.objects.filter(stream=self.athlete.stream, workflow=workflow)
        return list(rows.order_by("event_id"))


def make_story(name: str = "alice", coached_by: str = "bob") -> Story:
    """The cast and the plan, a day before the first Monday."""
    coach = User.objects.create_user(coached_by, is_staff=True)
    coach.user_permissions.add(Permission.objects.get(codename="approve_proposal"))
    athlete = Athlete.objects.create(
        user=User.objects.create_user(name), coach=coach, name=name.capitalize(), zone="UTC"
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
