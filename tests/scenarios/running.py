"""A runner with a threshold in the plan: tests come from a watch, reviews from the calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import Permission, User

from coach.work import schedule
from coach.work.settle import settle
from decisions import clock
from decisions.domain.mandates import MANDATES
from decisions.models import Athlete, DecisionRecord
from decisions.selectors import known
from decisions.services.guard import Written
from plans.domain.tree import Tree, with_changes
from plans.services import structure
from sessions.domain import keys
from sessions.services import corrections, late

MONDAY = date(2026, 3, 2)
RULE = "ten-k/threshold"
PROPOSAL = "decisions.proposal"
COMPLETED = "training_sessions.completed"
TEST_S = 1800


@dataclass
class Runner:
    """One runner, one coach, a plan with intervals on Tuesday, and a threshold pace of 5:00 min/km."""

    athlete: Athlete
    coach: User

    def at(self, day: int, hour: int = 12) -> datetime:
        """A moment, days after the first Monday."""
        return datetime(2026, 3, 2, hour, tzinfo=UTC) + timedelta(days=day)

    def test(self, day: int, pace: int, *, watch: str | None = "watch 255") -> str:
        """An all-out test of half an hour at a pace in s/km; gives its session key."""
        key = keys.unplanned_session(MONDAY + timedelta(days=day), f"test-{day}")
        with clock.at(self.at(day, 18)):
            late.record(
                stream=self.athlete.stream,
                session_key=key,
                day=MONDAY + timedelta(days=day),
                zone="UTC",
                actor="integration:watch",
                occasion=key,
                title="Threshold test",
                sport="run",
                session_type="threshold_test",
                started_at=self.at(day, 17),
                ended_at=self.at(day, 17) + timedelta(seconds=TEST_S),
                reported={
                    "duration_s": TEST_S,
                    "distance_m": round(1000 * TEST_S / pace),
                    "srpe_x10": 100,
                },
                entry_mode="imported",
                evidence="observed",
                extra={"source": watch},
                mandate=MANDATES["connector"],
                source={"integration": "watch", "external_id": key},
            )
            settle()
        return key

    def correct(self, key: str, day: int, **changes: Any) -> Written:
        """Correct a test."""
        with clock.at(self.at(day)):
            written = corrections.correct(
                stream=self.athlete.stream,
                surface=COMPLETED,
                key=key,
                changes=changes,
                reviewed=self.state(COMPLETED, key).fingerprint,
                reason="the watch lost the signal",
                occasion=f"correct {key} {day}",
                actor=f"user:{self.athlete.user_id}",
            )
            settle()
        return written

    def review(self, day: int) -> DecisionRecord:
        """The review of the week that begins on a Monday, by the calendar; gives its record."""
        with clock.at(self.at(day, 7)):
            schedule.tick_one(self.athlete)
            settle()
        subject = f"week {MONDAY + timedelta(days=day)}"
        return DecisionRecord.objects.get(stream=self.athlete.stream, subject=subject)

    def proposals(self) -> list[known.Known]:
        """Every proposal, oldest first."""
        return known.known(self.athlete.stream, ranges=[known.Range(PROPOSAL)])

    def states(self) -> list[str]:
        """State of every proposal, oldest first."""
        return [item.facts["state"] for item in self.proposals() if item.facts]

    def threshold(self) -> int:
        """The threshold in force, s/km."""
        facts = self.state("plans.rule", RULE).facts
        assert facts is not None
        return int(facts["params"]["value"])

    def set_threshold(self, day: int, value: int) -> Written:
        """The coach sets the threshold by hand."""
        state = self.state("plans.rule", RULE)
        after = threshold(value, self.at(day).date())
        with clock.at(self.at(day)):
            return structure.edit(
                stream=self.athlete.stream,
                actor=f"user:{self.coach.pk}",
                changes=[structure.Change("plans.rule", RULE, after, state.fingerprint)],
                reason="two races say so",
                occasion=f"by hand {day}",
            )

    def state(self, surface: str, key: str) -> known.State:
        """The present state of one item."""
        return known.now(self.athlete.stream, surface, key)


def make_runner() -> Runner:
    """The cast and the plan, a day before the first Monday."""
    coach = User.objects.create_user("eve", is_staff=True)
    coach.user_permissions.add(Permission.objects.get(codename="approve_proposal"))
    athlete = Athlete.objects.create(
        user=User.objects.create_user("rick"), coach=coach, name="Rick", zone="UTC"
    )
    runner = Runner(athlete, coach)
    with clock.at(runner.at(-1)):
        structure.create_plan(
            stream=athlete.stream,
            actor=f"user:{coach.pk}",
            tree=with_changes(Tree(), _plan()),
            reason="agreed",
            occasion="first",
        )
        settle()
    return runner


def threshold(value: int, on: date) -> dict[str, Any]:
    """Facts of the threshold rule."""
    return {
        "plan": "ten-k",
        "kind": "threshold",
        "applies_to": ["run_road"],
        "params": {
            "metric": "threshold_pace_s_per_km",
            "value": value,
            "tested_on": on.isoformat(),
            "source": "a race",
        },
        "text": "Changes only after two tests and a person's yes.",
    }


def _plan() -> list[tuple[str, str, dict[str, Any]]]:
    step = {
        "name": "easy",
        "repeat": 1,
        "duration_s": 2400,
        "distance_m": None,
        "target_kind": "pace_s_per_km",
        "low": 340,
        "high": 370,
    }
    item = {
        "id": "run",
        "modality": "run_road",
        "steps": [step],
        "duration_s": 2400,
        "rpe_x10": 40,
    }
    plan = {
        "title": "Ten kilometres",
        "goal": "Run 10 km in 48 minutes",
        "sport": "endurance",
        "starts_on": MONDAY.isoformat(),
        "status": "active",
    }
    block = {
        "plan": "ten-k",
        "name": "Base",
        "phase": "base",
        "order": 1,
        "starts_on": MONDAY.isoformat(),
        "weeks": 12,
        "goal": None,
    }
    day = {
        "block": "ten-k/01",
        "title": "Easy run",
        "sport": "run",
        "session_type": "easy",
        "weekday": 5,
        "priority": "optional",
        "minutes": 40,
        "items": [item],
        "weeks": [],
    }
    return [
        ("plans.plan", "ten-k", plan),
        ("plans.block", "ten-k/01", block),
        ("plans.planned_day", "ten-k/01/easy", day),
        ("plans.rule", RULE, threshold(300, MONDAY - timedelta(days=7))),
    ]
