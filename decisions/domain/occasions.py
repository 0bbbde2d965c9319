"""What a guarded write is asked for and what it answers, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from decisions.domain import dates, identity
from decisions.domain.errors import InvalidFacts
from decisions.domain.magnitude import Magnitude

if TYPE_CHECKING:
    from datetime import date, datetime
    from uuid import UUID

    from decisions.domain.mandates import Mandate
    from decisions.domain.surface import Facts

KINDS = ("record", "workflow", "edit", "approval", "derive")
FACT_TYPES = (
    "observation",
    "inference",
    "correction",
    "retraction",
    "decision",
    "redaction",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """The intent behind a write. Its identity follows the intent, never the request or the wording.

    Attributes:
        stream: id of the stream.
        mandate: under which the write happens.
        subject: what it is about, for example a session key.
        occasion: what makes this intent one of a kind: a client id, the triggering event, the
            athlete-week.
        actor: `user:7`, `run:<uuid>`, `token:12` or `deriver`.
        kind: one of KINDS.
        reviewed: fingerprint of the state that was reviewed, where that is part of the intent.
        policy: version of the policy, where that is part of the intent.
        source: where the facts come from; stored with every event.
        model_version: what drafted it, empty for people.
        correlation: the run or request behind it.
    """

    stream: int
    mandate: Mandate
    subject: str
    occasion: str
    actor: str
    kind: str = "record"
    reviewed: str = ""
    policy: str = ""
    source: dict[str, Any] | None = None
    model_version: str = ""
    correlation: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InvalidFacts("kind", f"must be one of {', '.join(KINDS)}")
        for name in ("subject", "occasion", "actor"):
            plain(name, getattr(self, name), limit=240)
        plain("model_version", self.model_version, limit=120, blank=True)
        plain("correlation", self.correlation, limit=64, blank=True)

    @property
    def identity(self) -> UUID:
        """Name of the decision."""
        return identity.name(
            self.kind,
            self.mandate.name,
            str(self.stream),
            self.subject,
            self.occasion,
            self.reviewed,
            self.policy,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One item to be written.

    Attributes:
        surface: key of the surface.
        key: canonical key of the item.
        intended: complete after-state, None to retract.
        reviewed: fingerprint of the state that the writer saw; ABSENT for a new item.
        fact_type: one of FACT_TYPES.
        evidence: an Evidence value.
        occurred_at: valid time, aware, within the bounds of `dates`; the time of recording when None.
        local_date: the athlete's date.
        zone: IANA zone of local_date.
        reasoning: why, in words.
        confidence: per cent.
        basis: positions of the events that this rests on.
        supersedes: position of the event that a correction or retraction replaces.
        causation: position of the event that led to this one.
        parents: (surface, key, fingerprint) that must still be so under the lock.
        magnitude: what the change amounts to.
    """

    surface: str
    key: str
    intended: Facts | None
    reviewed: str
    fact_type: str = "observation"
    evidence: str = "user_reported"
    occurred_at: datetime | None = None
    local_date: date | None = None
    zone: str = ""
    reasoning: str = ""
    confidence: int | None = None
    basis: tuple[int, ...] = ()
    supersedes: int | None = None
    causation: int | None = None
    parents: tuple[tuple[str, str, str], ...] = ()
    magnitude: Magnitude = Magnitude.M0

    def __post_init__(self) -> None:
        plain("key", self.key, limit=200)
        plain("zone", self.zone, limit=64, blank=True)
        if self.fact_type not in FACT_TYPES:
            raise InvalidFacts("fact_type", f"must be one of {', '.join(FACT_TYPES)}")
        if self.occurred_at is not None:
            dates.moment("occurred_at", self.occurred_at)
        if self.local_date is not None:
            dates.day("local_date", self.local_date)


@dataclass(frozen=True, slots=True)
class Result:
    """The recorded answer for one target.

    Attributes:
        surface, key: what it is about.
        outcome: applied, already_applied, stale, or not_applied because another one was stale.
        event_id: id of the state event, None when none was written.
        position: its position, None when none was written.
        found: fingerprint under the lock.
        changed_by: actor of the newest event, when the answer is stale.
        changed_at: when that was.
    """

    surface: str
    key: str
    outcome: str
    event_id: int | None
    position: int | None
    found: str
    changed_by: str = ""
    changed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """The answer to a guarded write: one status for all targets.

    Attributes:
        outcome: applied, already_applied or stale.
        results: one per target, in the order asked.
        identity: the decision's name.
        repeated: whether this occasion had been answered before.
    """

    outcome: str
    results: tuple[Result, ...]
    identity: UUID
    repeated: bool = field(default=False)


def plain(name: str, value: str, *, limit: int, blank: bool = False) -> None:
    """Refuse text that cannot be part of a name: control characters, too long, empty.

    Raises:
        InvalidFacts: naming the field.
    """
    if not value and not blank:
        raise InvalidFacts(name, "is missing")
    if len(value) > limit:
        raise InvalidFacts(name, f"is longer than {limit} characters")
    if not value.isprintable():
        raise InvalidFacts(name, "holds a character that cannot be printed")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidFacts(name, "holds half a character (a lone surrogate)") from None
