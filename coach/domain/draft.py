"""The typed draft that every reasoner returns, the baseline included. Strict, closed, bounded.

Owns the shape of a draft and nothing about whether it may stand: that is the gate's. Numbers are
integers (g, s, m, tenths of RPE) or text; a draft never holds a position, only handles. Text that
a person would read is marked as `PROSE`; every other text is a name, a number or a date.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)

from decisions.domain.outcomes import Outcome

EARLIEST, LATEST = date(2000, 1, 1), date(2099, 12, 31)
"""No date of a draft lies outside: what does is a slip, not a plan."""


class Prose:
    """Marks text for people: the gate's rules of prose look at every field that bears it."""


PROSE = Prose()


def _real(text: str) -> str:
    """A date that the calendar has.

    Raises:
        ValueError: it has none, or it lies in another century.
    """
    if not EARLIEST <= date.fromisoformat(text) <= LATEST:
        raise ValueError(f"must lie between {EARLIEST} and {LATEST}")
    return text


Handle = Annotated[str, StringConstraints(pattern=r"^[EGCPRDFH][0-9]{1,4}$")]
Line = Annotated[str, StringConstraints(min_length=1, max_length=600), PROSE]
Short = Annotated[str, StringConstraints(min_length=1, max_length=200), PROSE]
Note = Annotated[str, StringConstraints(max_length=300), PROSE]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
"""Names an item or key that exists already; compared, never read."""

Slug = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=r"^[a-z0-9_.\-]+$")]
IsoDate = Annotated[
    str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), AfterValidator(_real)
]
Unit = Annotated[str, StringConstraints(max_length=20)]
"""The unit of a bound's field; the surface accepts one alone."""

Number = Annotated[str, StringConstraints(max_length=20, pattern=r"^-?[0-9]+([.,][0-9]+)?$")]
Cites = Annotated[tuple[Handle, ...], Field(max_length=40)]


class Strict(BaseModel):
    """Base of everything in a draft: unknown entries and loose types are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Reason(Strict):
    """One sentence of why, with what it rests on."""

    text: Line
    cites: Cites = ()


class Considered(Strict):
    """An alternative that was looked at, the chosen one included."""

    outcome: Outcome
    why: Line
    cites: Cites = ()
    chosen: bool = False


class Unknown(Strict):
    """Something that is not known and would matter."""

    text: Line
    cites: Cites = ()


class ThresholdLine(Strict):
    """A limit, where the value stands, and whether the decision hangs on it; None is unknown."""

    name: Short
    value: Number | None = None
    limit: Number | None = None
    unit: Annotated[str, StringConstraints(max_length=40), PROSE] = ""
    note: Note = ""
    decides: bool = False


class Look(Strict):
    """A date on which something is looked at again."""

    date: IsoDate
    text: Short


class StrengthDose(Strict):
    """The exact dose of one strength item: load in g (None = not loaded or by feel), rest in s."""

    id: Name
    exercise: Slug
    sets: Annotated[int, Field(ge=0, le=30)]
    reps: Annotated[int, Field(ge=0, le=60)]
    load_g: Annotated[int, Field(ge=0, le=1_200_000)] | None = None
    rpe_x10: Annotated[int, Field(ge=10, le=100)] | None = None
    rest_s: Annotated[int, Field(ge=0, le=1_800)] | None = None
    why: Line | None = None
    cites: Cites = ()


class Step(Strict):
    """One step of an endurance item, repeated `repeat` times."""

    name: Short
    repeat: Annotated[int, Field(ge=1, le=60)] = 1
    duration_s: Annotated[int, Field(ge=1, le=86_400)] | None = None
    distance_m: Annotated[int, Field(ge=1, le=400_000)] | None = None
    target_kind: Literal["rpe", "pace_s_per_km", "power_w", "hr_bpm", "open"] = "open"
    low: Annotated[int, Field(ge=0, le=5_000)] | None = None
    high: Annotated[int, Field(ge=0, le=5_000)] | None = None


class EnduranceDose(Strict):
    """The exact dose of one endurance item."""

    id: Name
    modality: Slug
    steps: Annotated[tuple[Step, ...], Field(max_length=30)] = ()
    duration_s: Annotated[int, Field(ge=0, le=86_400)] | None = None
    rpe_x10: Annotated[int, Field(ge=10, le=100)] | None = None
    why: Line | None = None
    cites: Cites = ()


Dose = StrengthDose | EnduranceDose


class BranchDraft(Strict):
    """What to do when a signal shows up at the start; unmeasured always reads as present."""

    item: Name | None = None
    signal: Short
    check: Short
    if_present: Line
    if_absent: Line
    if_not_measured: Line
    stop_rule: Short
    expires: IsoDate


class SessionDraft(Strict):
    """One session's dose: items by id, the branches it carries and what was kept."""

    items: Annotated[tuple[Dose, ...], Field(max_length=20)]
    branches: Annotated[tuple[BranchDraft, ...], Field(max_length=20)] = ()
    minutes: Annotated[int, Field(ge=0, le=960)] | None = None
    reason: Line
    kept: Annotated[tuple[Line, ...], Field(max_length=12)] = ()


class Criterion(Strict):
    """What would close a gate: counted exposures, or a human's word."""

    kind: Literal["consecutive_exposures", "human"]
    count: Annotated[int, Field(ge=1, le=10)] | None = None
    during_max: Annotated[int, Field(ge=0, le=10)] | None = None
    next_morning_max: Annotated[int, Field(ge=0, le=10)] | None = None
    text: Note | None = None


class GateDraft(Strict):
    """A gate that session analysis wants to open; one about no region waits for a person."""

    region: Slug | None = None
    title: Short
    guards: Annotated[tuple[Slug, ...], Field(min_length=1, max_length=40)]
    criterion: Criterion
    valid_h: Annotated[int, Field(ge=1, le=336)]
    cites: Cites = ()


class ConstraintDraft(Strict):
    """A temporary bound that session analysis wants to set; it can only narrow."""

    title: Short
    field: Literal[
        "load_g", "sets", "reps", "rpe_x10", "rest_s", "duration_s", "distance_m", "session"
    ]
    exercise: Slug | None = None
    region: Slug | None = None
    operator: Literal["<=", ">=", "=="]
    value: Annotated[int, Field(ge=0, le=1_200_000)]
    unit: Unit
    reason: Line
    starts_on: IsoDate
    expires_on: IsoDate
    cites: Cites = ()


class TargetDraft(Strict):
    """One item of structure as it would be afterwards; before and diff are computed by code."""

    surface: Annotated[str, StringConstraints(pattern=r"^plans\.[a-z_]+$")]
    key: Name
    after: dict[str, Any] | None

    @field_validator("after")
    @classmethod
    def _whole_numbers(cls, after: dict[str, Any] | None) -> dict[str, Any] | None:
        _refuse_floats(after, "after")
        return after


class ProposalDraft(Strict):
    """A structural change for a human to decide."""

    title: Short
    kind: Slug
    risk: Literal["low", "medium", "high"]
    targets: Annotated[tuple[TargetDraft, ...], Field(min_length=1, max_length=10)]
    why: Annotated[tuple[Reason, ...], Field(min_length=1, max_length=10)]
    alternatives: Annotated[tuple[Considered, ...], Field(max_length=10)] = ()


class Escalation(Strict):
    """Why a tactical run hands the matter to the strategic review."""

    because: Line
    cites: Cites = ()


class Common(Strict):
    """What every draft says, whatever the workflow."""

    outcome: Outcome
    summary: Line
    reasons: Annotated[tuple[Reason, ...], Field(min_length=1, max_length=20)]
    considered: Annotated[tuple[Considered, ...], Field(min_length=1, max_length=10)]
    unknown: Annotated[tuple[Unknown, ...], Field(max_length=20)] = ()
    thresholds: Annotated[tuple[ThresholdLine, ...], Field(max_length=20)] = ()
    next_look: IsoDate | None = None
    looks: Annotated[tuple[Look, ...], Field(max_length=10)] = ()
    monitor: Annotated[tuple[Line, ...], Field(max_length=10)] = ()
    carried: Annotated[tuple[Line, ...], Field(max_length=20)] = ()

    @model_validator(mode="after")
    def _chosen(self) -> Common:
        chosen = [c for c in self.considered if c.chosen]
        if len(chosen) != 1 or chosen[0].outcome != self.outcome:
            raise ValueError(
                "considered: exactly one entry is chosen and it has the draft's outcome"
            )
        if not any(c.outcome == Outcome.NO_CHANGE for c in self.considered):
            raise ValueError("considered: NO_CHANGE has to be among the alternatives")
        return self


class Draft(Common):
    """A draft of any workflow; what its workflow does not have stays empty."""

    session: SessionDraft | None = None
    gates: tuple[GateDraft, ...] = ()
    constraints: tuple[ConstraintDraft, ...] = ()
    proposal: ProposalDraft | None = None
    escalate: Escalation | None = None


def _refuse_floats(value: Any, path: str) -> None:
    if isinstance(value, float):
        raise ValueError(f"{path}: holds a fraction; loads are whole grams")  # noqa: TRY004 - pydantic reports it
    if isinstance(value, dict):
        for name, entry in value.items():
            _refuse_floats(entry, f"{path}.{name}")
    if isinstance(value, list):
        for index, entry in enumerate(value):
            _refuse_floats(entry, f"{path}[{index}]")
