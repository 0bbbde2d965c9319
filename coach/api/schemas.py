"""Shapes of the API. What comes in is closed: an unknown entry is refused, never dropped.

Units are those of the record: g, m, s, bpm, W; RPE in tenths. The name of an entry ends in its unit.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from coach.api.values import Day, Moment, Number, Whole

Text = Annotated[str, Field(max_length=2000)]
Short = Annotated[str, Field(min_length=1, max_length=200)]


class Closed(Schema):
    """Base of everything that comes in."""

    model_config = ConfigDict(extra="forbid")


class Value(Schema):
    """One value with what kind of knowledge it is; unknown has no value and says so."""

    value: Any = None
    unit: str | None = None
    evidence: str
    entry_mode: str | None = None
    recorded_at: datetime


class Fact(Schema):
    """One item as known at a position. Its fingerprint is what If-Match expects."""

    surface: str
    key: str
    position: int
    fingerprint: str
    evidence: str
    fact_type: str
    recorded_at: datetime
    occurred_at: datetime
    local_date: date | None
    zone: str
    source: str
    reasoning: str
    supersedes: int | None
    basis: list[int]
    says: str
    erased: bool
    values: dict[str, Value]


class Page(Schema):
    """Some items, newest first; `next` is the cursor of what follows, None at the end."""

    results: list[Fact]
    next: str | None


class Today(Schema):
    """What counts on one date of the athlete."""

    date: date
    zone: str
    as_of: datetime
    position: int
    prescriptions: list[Fact]
    sessions: list[Fact]
    observations: list[Fact]
    constraints: list[Fact]
    gates: list[Fact]
    injuries: list[Fact]


class Session(Schema):
    """One session: prescribed, done, and what was observed with it. None is not there."""

    session_key: str
    prescription: Fact | None
    completed: Fact | None
    sets: list[Fact]
    observations: list[Fact]


class Versions(Schema):
    """Every version of one item, oldest first."""

    key: str
    versions: list[Fact]


class Plan(Schema):
    """The structural plan and the bounds in force."""

    plans: list[Fact]
    blocks: list[Fact]
    planned_days: list[Fact]
    rules: list[Fact]
    constraints: list[Fact]
    gates: list[Fact]


class Step(Schema):
    """One step of a lineage."""

    id: str
    lane: str
    title: str
    detail: str
    surface: str
    key: str
    position: int | None
    waiting: bool


class Link(Schema):
    """One step led to another; `happened` is false for what is still to come."""

    start: str
    end: str
    happened: bool


class Lineage(Schema):
    """How something came about."""

    subject: str
    says: str
    lanes: list[str]
    steps: list[Step]
    links: list[Link]


class Evidence(Schema):
    """One cited row; its state says what became of it since."""

    handle: str
    position: int | None
    evidence: str
    says: str
    mode: str
    state: str
    surface: str
    key: str


class Decision(Schema):
    """A decision with what it rests on and how it came about."""

    decision: Fact
    number: str
    outcome: str
    summary: str
    evidence: dict[str, list[Evidence]]
    read: list[int]
    left_out: dict[str, int]
    missing: list[str]
    lineage: Lineage


class Change(Schema):
    """One path that a proposal changes, computed from the facts."""

    surface: str
    key: str
    path: str
    kind: str
    before: str
    after: str


class Proposal(Schema):
    """A proposal, to be read. Only a person decides it, and never here."""

    proposal: Fact
    state: str
    risk: str
    changes: list[Change]
    plan_unchanged: bool
    facts_since: int
    lineage: Lineage


class SetIn(Closed):
    """One set. What is not given is unknown: RPE is never filled in."""

    exercise: Short
    order: Annotated[Number, Field(ge=1, le=500)]
    load_g: Whole | None = None
    reps: Annotated[Number, Field(ge=0, le=999)] | None = None
    rpe_x10: Annotated[Number, Field(ge=10, le=100)] | None = None
    kind: Literal["warmup", "work"] = "work"
    state: Literal["done", "failed", "skipped"] = "done"
    why: Text | None = None
    planned_item: Short | None = None
    entry_mode: Literal[
        "edited", "confirmed_default", "typed_later", "imported", "bulk_confirmed"
    ] = "edited"
    entered: Short | None = None
    note: Text | None = None
    done_at: Moment | None = None


class NamedSetIn(SetIn):
    """A set with the client's own id."""

    client_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]


class FinishIn(Closed):
    """How a session ended; what is not given is unknown."""

    status: Literal["completed", "partial"] = "completed"
    ended_at: Moment | None = None
    duration_s: Whole | None = None
    distance_m: Whole | None = None
    avg_hr_bpm: Annotated[Number, Field(ge=25, le=230)] | None = None
    avg_power_w: Annotated[Number, Field(ge=0, le=3000)] | None = None
    climb_m: Whole | None = None
    srpe_x10: Annotated[Number, Field(ge=0, le=100)] | None = None
    note: Text | None = None
    external_id: Short | None = None
    pain: dict[Short, Annotated[Number, Field(ge=0, le=10)]] = Field(default_factory=dict)


class SessionIn(Closed):
    """A session: planned (by its key) or not (by its date, title and sport)."""

    session_key: Short | None = None
    date: Day
    title: Short | None = None
    sport: Short | None = None
    session_type: Short | None = None
    started_at: Moment | None = None
    shown_version: Annotated[Number, Field(ge=1, le=9999)] | None = None
    entry_mode: Literal["edited", "typed_later", "imported"] = "edited"
    sets: Annotated[list[NamedSetIn], Field(max_length=200)] = Field(default_factory=list)
    finish: FinishIn | None = None


class ObservationIn(Closed):
    """One observation of a day; scales and units are those of its kind."""

    kind: Short
    value: Annotated[Number, Field(ge=-1_000_000, le=10_000_000)] | None = None
    text: Text | None = None
    region: Short | None = None
    moment: Literal["now", "during", "after", "next_morning"] | None = None
    session_key: Short | None = None
    note: Text | None = None


class ObservationsIn(Closed):
    """What was observed about one date."""

    date: Day
    at: Moment | None = None
    entries: Annotated[list[ObservationIn], Field(min_length=1, max_length=50)]


EvidenceSurface = Literal[
    "training_sessions.completed",
    "training_sessions.set",
    "training_sessions.daily",
    "training_sessions.injury",
    "training_sessions.exercise",
]


class CorrectionIn(Closed):
    """The right values of some fields; the version that was read goes into If-Match."""

    surface: EvidenceSurface
    key: Short
    changes: Annotated[dict[Short, Any], Field(min_length=1, max_length=40)]
    reason: Annotated[str, Field(min_length=1, max_length=2000)]


class RetractionIn(Closed):
    """Take one item back; the version that was read goes into If-Match."""

    surface: EvidenceSurface
    key: Short
    reason: Annotated[str, Field(min_length=1, max_length=2000)]


class RequestIn(Closed):
    """A wish about plan, dose, constraint or gate. It starts a review and moves nothing."""

    text: Annotated[str, Field(min_length=1, max_length=2000)]
    about: Short | None = None


class Written(Schema):
    """The answer to a write. `repeated` says that it had been answered before."""

    outcome: str
    repeated: bool
    items: list[Fact]
