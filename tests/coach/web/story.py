"""One lifter on Thursday 26 November 2026, made by the public services under a moved clock.

A knee gate at one of three, a prescription below the plan that says why, last week's session with a
corrected set, and a planned session of Tuesday that nobody has said anything about.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from decisions import clock
from decisions.domain.mandates import MANDATES
from decisions.models import Athlete, Stream
from decisions.selectors import known
from decisions.services import guard, rulings
from decisions.services.guard import Occasion
from plans.domain.tree import Tree
from plans.services import constraints, gates, structure
from sessions.services import actuals, corrections, injuries, late, observations, prescriptions
from sessions.services.entries import SetEntry

TODAY = date(2026, 11, 26)
NOW = datetime(2026, 11, 26, 17, 0, tzinfo=UTC)
ZONE = "Europe/Berlin"
DAY = "build/02/lower-a"
KEY = f"2026-11-26:{DAY}"
LAST_KEY = f"2026-11-19:{DAY}"
GATE = "2026-11-20/left-knee"
SQUAT, RDL, SPLIT, CALF = (
    "back_squat_high_bar",
    "romanian_deadlift",
    "bulgarian_split_squat",
    "standing_calf_raise",
)


@dataclass
class Story:
    """Who is in it."""

    lifter: User
    coach: User
    stranger: User
    athlete: Athlete

    @property
    def stream(self) -> Stream:
        """The lifter's log."""
        return self.athlete.stream

    @property
    def actor(self) -> str:
        """The lifter as an actor."""
        return f"user:{self.lifter.pk}"


def people() -> Story:
    """Three users; the lifter is an athlete of the coach, the stranger an athlete of nobody."""
    lifter, coach, stranger = (
        User.objects.create_user(name, password="demo") for name in ("lifter", "coach", "stranger")
    )
    athlete = Athlete.objects.create(user=lifter, coach=coach, name="Mia", zone=ZONE)
    Athlete.objects.create(user=stranger, name="Jon", zone=ZONE)
    return Story(lifter, coach, stranger, athlete)


def tell() -> Story:
    """The whole story up to the present moment."""
    story = people()
    with clock.at(datetime(2026, 11, 2, 8, 0, tzinfo=UTC)):
        plan(story)
    with clock.at(datetime(2026, 11, 19, 17, 0, tzinfo=UTC)):
        last_week(story)
    with clock.at(datetime(2026, 11, 20, 8, 0, tzinfo=UTC)):
        bounds(story)
    with clock.at(datetime(2026, 11, 23, 6, 0, tzinfo=UTC)):
        monday(story)
    with clock.at(datetime(2026, 11, 26, 6, 0, tzinfo=UTC)):
        prescribe(story)
    return story


def lift(
    item: str, exercise: str, sets: int, reps: tuple[int, int], load: int | None
) -> dict[str, Any]:
    """A planned strength item."""
    return {
        "id": item,
        "exercise": exercise,
        "sets": sets,
        "reps_low": reps[0],
        "reps_high": reps[1],
        "load_g": load,
        "rpe_x10": 85 if item == "sq" else 80,
        "rest_s": 180 if item == "sq" else 120,
    }


LOWER = [
    lift("sq", SQUAT, 3, (5, 5), 107_500),
    lift("rdl", RDL, 3, (8, 8), 90_000),
    lift("ss", SPLIT, 3, (6, 8), 36_000),
    lift("calf", CALF, 3, (12, 12), 60_000),
]


def day(title: str, weekday: int, items: list[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    """A planned day of the present block."""
    return {
        "block": "build/02",
        "title": title,
        "sport": "strength",
        "session_type": None,
        "weekday": weekday,
        "priority": "key",
        "minutes": 55,
        "items": items,
        "weeks": [],
        **changes,
    }


def plan(story: Story) -> None:
    """A plan of two blocks with three strength days and a run."""
    block = {"plan": "build", "phase": "accumulation", "goal": None}
    upper = [
        lift("bp", "bench_press", 5, (5, 5), 80_000),
        lift("row", "barbell_row", 4, (8, 8), 65_000),
    ]
    deload = [{**item, "sets": 2} for item in LOWER]
    run = {
        "id": "easy",
        "modality": "run_road",
        "steps": [
            {"name": "easy", "repeat": 1, "duration_s": 2400, "distance_m": None,
             "target_kind": "rpe", "low": 30, "high": 40},
        ],
        "duration_s": 2400,
        "rpe_x10": 40,
    }  # fmt: skip
    tree = Tree(
        plans={"build": {"title": "Winter strength", "goal": "Test single on 19 Dec.",
                         "sport": "hybrid", "starts_on": "2026-09-14", "status": "active"}},
        blocks={
            "build/01": {**block, "name": "Base", "order": 1, "starts_on": "2026-09-14", "weeks": 8},
            "build/02": {**block, "name": "Build", "phase": "intensification", "order": 2,
                         "starts_on": "2026-11-09", "weeks": 7, "goal": "Heavier fives."},
            "build/03": {**block, "name": "Peak", "phase": "realisation", "order": 3,
                         "starts_on": "2026-12-28", "weeks": 3},
        },
        days={
            DAY: day("Lower A", 3, LOWER, weeks=[{"week": 7, "skip": False, "items": deload}]),
            "build/02/upper-a": day("Upper A", 1, upper),
            "build/02/upper-b": day("Upper B", 5, upper, priority="support"),
            "build/02/easy": day("Easy run", 6, [run], sport="run", session_type="easy",
                                 priority="optional", minutes=40),
        },
        rules={
            "build/lower": {"plan": "build", "kind": "double_progression", "applies_to": [SQUAT, RDL, SPLIT, CALF],
                            "params": {"increment_g": 2500},
                            "text": "Plus 2.5 kg when every set reaches its reps within the RPE."},
        },
    )  # fmt: skip
    structure.create_plan(
        stream=story.stream,
        actor=f"user:{story.coach.pk}",
        tree=tree,
        reason="a start",
        occasion="plan",
    )


def last_week(story: Story) -> None:
    """Lower A of 19 November, with a warm-up, an RPE of 9 and one set corrected afterwards."""
    started = datetime(2026, 11, 19, 16, 0, tzinfo=UTC)
    rows: list[tuple[str, str, str, str, int, int, int | None]] = [
        ("w1", SQUAT, "sq", "warmup", 60_000, 5, None)
    ]
    rows += [(str(n), SQUAT, "sq", "work", 105_000, 5, r) for n, r in ((1, 80), (2, 85), (3, 90))]
    rows += [(str(n), RDL, "rdl", "work", 90_000, 8, 80) for n in (1, 2, 3)]
    rows += [(str(n), SPLIT, "ss", "work", 32_000, r, None) for n, r in ((1, 8), (2, 7), (3, 6))]
    rows += [(str(n), CALF, "calf", "work", 60_000, 12, None) for n in (1, 2, 3)]
    sets = [
        SetEntry(
            client_id=f"{item}.{number}",
            exercise=slug,
            order=place,
            load_g=load,
            reps=reps,
            rpe_x10=rpe,
            kind=kind,
            planned_item=item,
        )
        for place, (number, slug, item, kind, load, reps, rpe) in enumerate(rows)
    ]
    late.record(
        stream=story.stream,
        session_key=LAST_KEY,
        day=date(2026, 11, 19),
        zone=ZONE,
        actor=story.actor,
        occasion="typed",
        sets=sets,
        title="Lower A",
        sport="strength",
        started_at=started,
        ended_at=started + timedelta(minutes=56),
        reported={"srpe_x10": 70, "note": "Split squats felt the knee."},
        pain={"left_knee": 3},
        entry_mode="edited",
    )
    fix_set(story, LAST_KEY, "rdl.3", rpe_x10=75)


def fix_set(story: Story, session_key: str, client_id: str, **changes: Any) -> None:
    """Correct one set."""
    key = f"{session_key}#{client_id}"
    state = known.now(story.stream, "training_sessions.set", key)
    corrections.correct(
        stream=story.stream,
        surface="training_sessions.set",
        key=key,
        changes=changes,
        reviewed=state.fingerprint,
        reason="typed too high",
        occasion="fix",
        actor=story.actor,
    )


def bounds(story: Story) -> None:
    """The knee: an injury, a gate that the coach opened, and a cap on split squats."""
    coach, mandate = f"user:{story.coach.pk}", MANDATES["coach"]
    injuries.open_episode(
        stream=story.stream,
        region="knee",
        side="left",
        title="ache below the kneecap",
        opened_on=date(2026, 11, 20),
        severity=3,
        zone=ZONE,
        actor=story.actor,
    )
    gates.open_gate(
        stream=story.stream,
        mandate=mandate,
        actor=coach,
        key=GATE,
        facts={
            "title": "Left knee",
            "signal": "pain",
            "region": "left_knee",
            "guards": [SQUAT, SPLIT],
            "criterion": {
                "kind": "consecutive_exposures",
                "count": 3,
                "during_max": 2,
                "next_morning_max": 2,
            },
            "valid_h": 48,
            "opened_on": "2026-11-20",
        },
        reasoning="split squats gave knee 3",
        occasion="gate",
    )
    constraints.open_constraint(
        stream=story.stream,
        mandate=mandate,
        actor=coach,
        key="2026-11-20/split-squat",
        facts={
            "title": "Split squat held",
            "field": "load_g",
            "exercise": SPLIT,
            "region": None,
            "operator": "<=",
            "value": 32_000,
            "unit": "g",
            "reason": "The knee answered to 36 kg.",
            "starts_on": "2026-11-20",
            "expires_on": "2026-12-04",
            "renewals": 0,
            "status": "active",
        },
        reasoning="carefully",
        occasion="cap",
    )


def monday(story: Story) -> None:
    """The weekly review finds nothing to change; two nights of sleep."""
    observations.record(
        stream=story.stream,
        day=date(2026, 11, 23),
        zone=ZONE,
        entries=[observations.DailyEntry(kind="sleep_s", value=25_200)],
        occasion="sleep",
        actor=story.actor,
    )
    decide(
        story,
        "strategic_review",
        "week 2026-11-23",
        "Press and row are on target in 3 comparable sessions.",
    )


def decide(
    story: Story,
    workflow: str,
    subject: str,
    summary: str,
    *,
    outcome: str = "NO_CHANGE",
    cites: tuple[int, ...] = (),
    targets: tuple[guard.Target, ...] = (),
) -> str:
    """Record a decision; gives its key."""
    intent = Occasion(
        stream=story.stream.pk,
        mandate=MANDATES[workflow],
        subject=subject,
        occasion=f"{subject}@{known.head(story.stream)}",
        actor="run:1",
        kind="workflow",
        model_version="baseline",
    )
    facts: dict[str, Any] = {
        "workflow": workflow,
        "subject": subject,
        "occasion": intent.occasion,
        "outcome": outcome,
        "magnitude": "M0",
        "summary": summary,
        "reasons": [{"text": summary, "cites": list(cites), "withheld": False}],
        "considered": [
            {
                "outcome": "TACTICAL_ADJUST",
                "why": "2.5 kg more waits for the gate",
                "cites": [],
                "chosen": False,
            }
        ],
        "unknown": [{"text": "The knee on the next morning", "cites": []}],
        "thresholds": [],
        "next_look": "2026-11-30",
        "looks": [],
        "monitor": [],
        "carried": [],
        "position": known.head(story.stream),
        "instance_position": 0,
        "manifest": {"included": [], "left_out": [], "missing": [], "tokens": 900},
        "context_fingerprint": "7be104c9",
        "prompt": {"id": workflow, "version": "1", "hash": "51c0"},
        "model": "baseline",
        "reply": "{}",
        "ruling": {"outcome": outcome, "refused": False, "verdicts": []},
        "gate_version": "1",
        "policy_version": "1",
        "answers": None,
    }
    rulings.record(intent, facts, targets=targets, zone=ZONE, basis=cites)
    return str(intent.identity)


def dose(planned: dict[str, Any], cites: list[int], **changes: Any) -> dict[str, Any]:
    """A prescribed item: the plan's dose, and what differs."""
    names = ("sets", "reps_low", "reps_high", "load_g", "rpe_x10", "rest_s")
    return {
        **planned,
        "reps": planned["reps_high"],
        "planned": {name: planned[name] for name in names},
        "why": None,
        "cites": cites,
        "held_by": [],
        **changes,
    }


def prescribe(story: Story) -> None:
    """Lower A of today: squats at 105 instead of 107.5 and split squats held, by the knee gate."""
    last_set = known.now(story.stream, "training_sessions.set", f"{LAST_KEY}#sq.3").position
    gate = known.now(story.stream, "plans.gate", GATE).position
    assert last_set is not None
    assert gate is not None
    squat, rdl, split, calf = LOWER
    facts: dict[str, Any] = {
        "date": TODAY.isoformat(),
        "day": DAY,
        "day_fingerprint": None,
        "title": "Lower A",
        "sport": "strength",
        "session_type": None,
        "items": [
            dose(squat, [last_set, gate], load_g=105_000, held_by=[GATE],
                 why="The knee gate is open at 0 of 3 and your last top set was RPE 9."),
            dose(rdl, []),
            dose(split, [gate], load_g=32_000, held_by=[GATE]),
            dose(calf, []),
        ],
        "branches": [
            {
                "item": "sq",
                "signal": "left knee 3 or more",
                "check": "left knee, 0 to 10, at the last warm-up set",
                "if_present": "2 × 5 at 97.5 kg, RPE up to 7",
                "if_absent": "go on as written",
                "if_not_measured": "2 × 5 at 97.5 kg, RPE up to 7",
                "stop_rule": "Stop squats at 6 or more",
                "expires": TODAY.isoformat(),
            }
        ],
        "minutes": 55,
        "reason": "Last time squats ended at RPE 9 and split squats gave knee 3.",
        "cites": [last_set],
        "outcome": "TACTICAL_ADJUST",
        "decision": "",
        "rests_on": [last_set, gate],
        "changed": None,
        "kept": ["rest 3:00", "no volume added"],
    }  # fmt: skip
    for number in (1, 2):
        head = known.head(story.stream)
        intent = Occasion(
            stream=story.stream.pk,
            mandate=MANDATES["next_prescription"],
            subject=KEY,
            occasion=f"{KEY}@{head}",
            actor="run:1",
            kind="workflow",
            model_version="baseline",
        )
        issued = prescriptions.issue(
            stream=story.stream,
            session_key=KEY,
            facts={
                **facts,
                "decision": str(intent.identity),
                "changed": None if number == 1 else "Sleep of 5 h was typed; the dose stays.",
            },
            zone=ZONE,
            basis=(last_set, gate),
        )
        decide(
            story,
            "next_prescription",
            KEY,
            "Squats at 105 kg, held by the knee gate.",
            outcome="TACTICAL_ADJUST",
            cites=(last_set, gate),
            targets=(issued,),
        )


def start_today(story: Story) -> None:
    """Start Lower A of today."""
    actuals.start(
        stream=story.stream, session_key=KEY, actor=story.actor, zone=ZONE, shown_version=2
    )


def step(
    name: str, repeat: int, seconds: int | None, metres: int | None, **target: Any
) -> dict[str, Any]:
    """A step of a run; the target is open unless one is given."""
    return {
        "name": name,
        "repeat": repeat,
        "duration_s": seconds,
        "distance_m": metres,
        "target_kind": "open",
        "low": None,
        "high": None,
        **target,
    }


INTERVALS = {
    "id": "iv",
    "modality": "run_road",
    "steps": [
        step("warm-up", 1, 720, None, target_kind="hr_bpm", high=145),
        step("fast", 5, None, 1000, target_kind="pace_s_per_km", low=245, high=250),
        step("easy", 5, 150, None),
        step("cool-down", 1, 600, None, target_kind="rpe", low=30, high=40),
    ],
    "duration_s": 3300,
    "rpe_x10": 85,
}
RUN_KEY = "2026-11-26:intervals"


def prescribe_run(story: Story) -> None:
    """Intervals for today, as planned."""
    item = {
        **INTERVALS,
        "planned": {name: INTERVALS[name] for name in ("steps", "duration_s", "rpe_x10")},
        "why": None,
        "cites": [],
        "held_by": [],
    }
    intent = Occasion(
        stream=story.stream.pk,
        mandate=MANDATES["next_prescription"],
        subject=RUN_KEY,
        occasion="run",
        actor="run:1",
        kind="workflow",
    )
    issued = prescriptions.issue(
        stream=story.stream,
        session_key=RUN_KEY,
        facts={
            "date": TODAY.isoformat(),
            "day": None,
            "day_fingerprint": None,
            "title": "5 × 1000 m",
            "sport": "run",
            "session_type": "intervals",
            "items": [item],
            "branches": [],
            "minutes": 55,
            "reason": "Key session, as planned.",
            "cites": [],
            "outcome": "NO_CHANGE",
            "decision": str(intent.identity),
            "rests_on": [],
            "changed": None,
            "kept": [],
        },
        zone=ZONE,
    )
    decide(story, "next_prescription", RUN_KEY, "As planned.", targets=(issued,))
