"""A small world for pages and API: Mia trains with Anna; Jon trains with Otto and must never show up.

Everything is made by the public services; nothing is written around the guard.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.contrib.auth.models import Permission, User

from decisions.domain.mandates import MANDATES
from decisions.models import Athlete, Stream
from decisions.selectors import known
from decisions.services import opening, rulings
from decisions.services.guard import Occasion
from plans.domain.tree import Tree
from plans.services import constraints, gates, structure
from sessions.services import actuals, observations, prescriptions
from sessions.services.entries import SetEntry
from tests.plans import making

DAY = "return/01/squat"
START = datetime(2026, 3, 9, 18, 0, tzinfo=UTC)
SESSION = f"2026-03-09:{DAY}"
SQUAT = "back_squat_high_bar"


@dataclass(frozen=True)
class Person:
    """A user who trains."""

    user: User
    athlete: Athlete

    @property
    def stream(self) -> Stream:
        return self.athlete.stream

    @property
    def actor(self) -> str:
        return f"user:{self.user.pk}"


def user(name: str, *, staff: bool = False, approves: bool = False) -> User:
    made = User.objects.create_user(name, password="demo", is_staff=staff)
    if approves:
        made.user_permissions.add(Permission.objects.get(codename="approve_proposal"))
    return made


def person(name: str, coach: User | None) -> Person:
    who = user(name)
    athlete = Athlete.objects.create(
        user=who, coach=coach, name=name.capitalize(), zone="Europe/Berlin"
    )
    return Person(who, athlete)


def plan(of: Person, coach: User) -> None:
    """A plan of one block with a squat day, its rule, and a gate and a constraint in force."""
    tree = Tree(
        plans={"return": making.plan()},
        blocks={"return/01": making.block()},
        days={DAY: making.day()},
        rules={"return/squat": making.rule()},
    )
    structure.create_plan(
        stream=of.stream, actor=f"user:{coach.pk}", tree=tree, reason="a start", occasion="plan"
    )


def bounds(of: Person, coach: User) -> None:
    """A gate over the knee and a cap on the squat."""
    mandate, actor = MANDATES["coach"], f"user:{coach.pk}"
    gates.open_gate(
        stream=of.stream,
        mandate=mandate,
        actor=actor,
        key="2026-03-09/left-knee",
        facts={
            "title": "Left knee",
            "signal": "pain",
            "region": "knee_left",
            "guards": ["bulgarian_split_squat"],
            "criterion": {
                "kind": "consecutive_exposures",
                "count": 3,
                "during_max": 3,
                "next_morning_max": 2,
            },
            "valid_h": 48,
            "opened_on": "2026-03-09",
        },
        reasoning="the knee hurt",
        occasion="gate",
    )
    constraints.open_constraint(
        stream=of.stream,
        mandate=mandate,
        actor=actor,
        key="2026-03-09/cap",
        facts=making.constraint(starts_on="2026-03-09", expires_on="2026-03-20"),
        reasoning="carefully",
        occasion="cap",
    )


def train(of: Person) -> None:
    """A session of two sets, one with an RPE and one without, and a night's sleep."""
    zone = of.athlete.zone
    actuals.start(
        stream=of.stream,
        session_key=SESSION,
        actor=of.actor,
        zone=zone,
        at=START,
        day=date(2026, 3, 9),
        title="Squat day",
        sport="strength",
    )
    for order, rpe in enumerate((80, None), start=1):
        actuals.log_set(
            stream=of.stream,
            session_key=SESSION,
            entry=SetEntry(
                client_id=f"set-{order}",
                exercise=SQUAT,
                order=order,
                load_g=100_000,
                reps=5,
                rpe_x10=rpe,
            ),
            actor=of.actor,
            zone=zone,
            at=START,
        )
    observations.record(
        stream=of.stream,
        day=date(2026, 3, 9),
        zone=zone,
        entries=[observations.DailyEntry(kind="sleep_s", value=21_600)],
        occasion="sleep",
        actor=of.actor,
        at=START,
    )


def sleep(of: Person, seconds: int, *, occasion: str, day: date = date(2026, 3, 10)) -> None:
    """One night of sleep."""
    observations.record(
        stream=of.stream,
        day=day,
        zone=of.athlete.zone,
        entries=[observations.DailyEntry(kind="sleep_s", value=seconds)],
        occasion=occasion,
        actor=of.actor,
    )


def position(of: Person, surface: str, key: str) -> int:
    """Where the newest version of an item stands."""
    state = known.now(of.stream, surface, key)
    assert state.position is not None
    return state.position


def decision_facts(of: Person, **changes: Any) -> dict[str, Any]:
    """Facts of a decision that rests on the sets and the gate."""
    cited = [
        position(of, "training_sessions.set", f"{SESSION}#set-1"),
        position(of, "training_sessions.daily", "2026-03-09/sleep_s/-/-"),
        position(of, "plans.gate", "2026-03-09/left-knee"),
    ]
    outcome = changes.get("outcome", "NO_CHANGE")
    return {
        "workflow": "session_analysis",
        "subject": SESSION,
        "occasion": "after",
        "outcome": outcome,
        "magnitude": "M0",
        "summary": "Keep the back squat at 100 kg",
        "reasons": [
            {"text": "A good session at 100 kg.", "cites": cited[:2], "withheld": False},
            {"text": "withheld text 999", "cites": [], "withheld": True},
        ],
        "considered": [
            {"outcome": outcome, "why": "Hold it.", "cites": cited[2:], "chosen": True},
            {"outcome": "TACTICAL_ADJUST", "why": "2.5 kg more.", "cites": [], "chosen": False},
        ],
        "unknown": [{"text": "The knee on the next morning", "cites": []}],
        "thresholds": [
            {
                "name": "Clear mornings",
                "value": "1",
                "limit": "3",
                "unit": "",
                "note": "holds the load",
                "decides": True,
            },
            {
                "name": "Sleep",
                "value": None,
                "limit": "7",
                "unit": "h",
                "note": "",
                "decides": False,
            },
        ],
        "next_look": "2026-03-16",
        "looks": [{"date": "2026-03-16", "text": "squat again"}],
        "monitor": [],
        "carried": ["100 kg, rest 3:00"],
        "position": known.head(of.stream),
        "instance_position": 1,
        "manifest": {
            "included": [
                {"handle": f"E{n}", "position": p, "form": "full", "rank": 5, "slice": "x"}
                for n, p in enumerate(cited, start=1)
            ],
            "left_out": [{"position": 1, "slice": "x", "why": "over budget"}],
            "missing": ["bodyweight since 1 Mar"],
            "tokens": 2100,
        },
        "context_fingerprint": "7be104c9",
        "prompt": {"id": "session_analysis", "version": "1", "hash": "51c0"},
        "model": "baseline rules 1",
        "reply": json.dumps({"outcome": "TACTICAL_ADJUST"}),
        "ruling": {
            "outcome": outcome,
            "refused": False,
            "verdicts": [
                {"rule": "schema", "verdict": "holds", "because": ""},
                {
                    "rule": "nothing_rises_behind_a_gate",
                    "verdict": "downgrades",
                    "because": "NO_CHANGE: the gate is open",
                },
            ],
        },
        "gate_version": "1",
        "policy_version": "2026.3",
        "answers": None,
        **changes,
    }


def decide(of: Person, *, workflow: str = "session_analysis", **changes: Any) -> str:
    """Record a decision; gives its identity."""
    facts = decision_facts(of, workflow=workflow, **changes)
    intent = Occasion(
        stream=of.stream.pk,
        mandate=MANDATES[workflow],
        subject=facts["subject"],
        occasion=facts["occasion"],
        actor="run:1",
        kind="workflow",
        model_version="baseline rules 1",
    )
    cited = tuple(facts["reasons"][0]["cites"])
    rulings.record(intent, facts, local_date=date(2026, 3, 9), zone=of.athlete.zone, basis=cited)
    return str(intent.identity)


def propose(
    of: Person,
    *,
    after: dict[str, Any] | None = None,
    risk: str = "medium",
    conflicts: list[dict[str, Any]] | None = None,
    occasion: str = "week",
    title: str = "Four sets of squats instead of three",
) -> str:
    """A strategic review that proposes one more set; gives the proposal's key."""
    facts = decision_facts(
        of,
        workflow="strategic_review",
        outcome="PROPOSE_STRUCTURAL",
        occasion=occasion,
        subject="week 2026-03-09",
        summary=title,
    )
    intent = Occasion(
        stream=of.stream.pk,
        mandate=MANDATES["strategic_review"],
        subject=facts["subject"],
        occasion=occasion,
        actor="run:2",
        kind="workflow",
        model_version="baseline rules 1",
    )
    cited = facts["reasons"][0]["cites"]
    change = {
        "surface": "plans.planned_day",
        "key": DAY,
        "after": after or making.day(items=[making.lift(sets=4)]),
    }
    targets = opening.targets(
        stream=of.stream,
        mandate=intent.mandate,
        decision=str(intent.identity),
        title=title,
        kind="volume",
        risk=risk,
        changes=[change],
        why=[{"text": "Every set was on target.", "cites": cited}],
        evidence=list(cited),
        conflicts=conflicts or [],
        alternatives=[
            {"outcome": "PROPOSE_STRUCTURAL", "why": "Four sets.", "cites": [], "chosen": True},
            {"outcome": "NO_CHANGE", "why": "Look again in a week.", "cites": [], "chosen": False},
        ],
        zone=of.athlete.zone,
    )
    rulings.record(intent, facts, targets=targets, local_date=date(2026, 3, 9), basis=tuple(cited))
    return targets[0].key


def edit_day(of: Person, coach: User, *, occasion: str = "edit", **changes: Any) -> None:
    """The coach changes the squat day by hand."""
    state = known.now(of.stream, "plans.planned_day", DAY)
    after = {**(state.facts or {}), **changes}
    structure.edit(
        stream=of.stream,
        actor=f"user:{coach.pk}",
        changes=[structure.Change("plans.planned_day", DAY, after, state.fingerprint)],
        reason="one longer day before the test",
        occasion=occasion,
    )


@dataclass(frozen=True)
class Cast:
    """Everybody. Anna coaches Mia, Otto coaches Jon; Sam is staff without the permission."""

    anna: User
    otto: User
    sam: User
    root: User
    mia: Person
    jon: Person


def cast() -> Cast:
    """People and Mia's plan, bounds and one session."""
    anna = user("anna", staff=True, approves=True)
    otto = user("otto", staff=True, approves=True)
    made = Cast(
        anna=anna,
        otto=otto,
        sam=user("sam", staff=True),
        root=User.objects.create_superuser("root", password="demo"),
        mia=person("mia", anna),
        jon=person("jon", otto),
    )
    plan(made.mia, anna)
    train(made.mia)
    bounds(made.mia, anna)
    return made


def prescribe(of: Person, *, occasion: str = "np", day: str = "2026-03-16", **changes: Any) -> str:
    """Issue a version of the prescription of a squat day; gives its session key."""
    key = f"{day}:{DAY}"
    facts = decision_facts(
        of, workflow="next_prescription", subject=key, occasion=occasion, outcome="TACTICAL_ADJUST"
    )
    intent = Occasion(
        stream=of.stream.pk,
        mandate=MANDATES["next_prescription"],
        subject=key,
        occasion=occasion,
        actor="run:3",
        kind="workflow",
        model_version="baseline rules 1",
    )
    cited = list(facts["reasons"][0]["cites"])
    rests = [*cited, position(of, "plans.planned_day", DAY)]
    issued = prescriptions.issue(
        stream=of.stream,
        session_key=key,
        facts={
            "date": day,
            "day": DAY,
            "day_fingerprint": None,
            "title": "Squat day",
            "sport": "strength",
            "session_type": None,
            "items": [],
            "branches": [],
            "minutes": 60,
            "reason": "100 kg again: the gate is open",
            "cites": cited,
            "outcome": "TACTICAL_ADJUST",
            "decision": str(intent.identity),
            "rests_on": rests,
            "changed": None,
            "kept": [],
            **changes,
        },
        zone=of.athlete.zone,
        basis=tuple(rests),
    )
    rulings.record(intent, facts, targets=[issued], local_date=date(2026, 3, 9), basis=tuple(cited))
    return key
