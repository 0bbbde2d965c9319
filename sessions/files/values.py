"""Plain values that a training file becomes. Owns shapes and units, never reads bytes.

Nothing here is filled in: what a file does not say is None, never zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

UNSAFE_FLAGS = frozenset({"partial_record", "implausible"})
"""Flags that keep a session out of every comparison until a person has looked at it."""


class Unreadable(Exception):
    """The one refusal of this package: what is wrong, and where in the file."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be read.

    Attributes:
        where: the place, such as `byte 7471` or `line 12, Weight`.
        message: one plain sentence.
    """

    where: str
    message: str


@dataclass(frozen=True, slots=True)
class Question:
    """Something only the person can say.

    Attributes:
        asks: what is missing: `unit`, `decimal`, `start` or `zone`.
        message: the question in plain words.
        options: answers to choose from; empty when any value may be right.
        suggestion: what the file itself hints at, None when it hints at nothing.
    """

    asks: str
    message: str
    options: tuple[str, ...] = ()
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class ImportedSet:
    """One set as the file has it.

    Attributes:
        exercise_name: the name in the file.
        slug: the exercise of the catalogue, None when no name matches.
        order: 1 for the first set of the session; counts through all exercises.
        kind: `warmup` or `work`.
        load: exact grams, None when not entered.
        entered: load as typed with its unit (`77.16 lb`), None when not entered.
        reps: repetitions, None when not entered.
        rpe_x10: RPE in tenths, None when not entered.
        duration_s: seconds of a timed set.
        distance_m: metres of a carried or covered distance.
        note: everything else that the file says about the set.
    """

    exercise_name: str
    slug: str | None
    order: int
    kind: str
    load: Decimal | None
    entered: str | None
    reps: int | None
    rpe_x10: int | None
    duration_s: int | None
    distance_m: int | None
    note: str | None

    @property
    def load_g(self) -> int | None:
        """Load in whole grams."""
        return None if self.load is None else whole(self.load)


@dataclass(frozen=True, slots=True)
class ImportedLap:
    """One lap: its start (aware, UTC), seconds, metres, bpm and watts, each None when not given."""

    start: datetime | None
    duration_s: int | None
    distance_m: int | None
    avg_hr_bpm: int | None
    avg_power_w: int | None


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """One session of a file.

    Attributes:
        sport: `strength`, `run`, `ride`, `swim`, `walk`, `hike`, `row`, `transition`, `other`, or
            `unknown` when the file does not say.
        session_type: None; a file does not know what the session was for.
        start: aware UTC, None when the file has no date.
        start_evidence: `observed` (a device clock in UTC), `derived` (local clock and a zone),
            `user_reported` (a person gave it), `unknown`.
        offset_s: local time minus UTC as the file has it, unchecked.
        duration_s: moving time; elapsed time where the file has no other.
        elapsed_s: time from start to end.
        external_id: identity given by the device or app, None when it has none of its own.
        longitude: whole degrees east of the start, None without a position.
        flags: words such as `partial_record`, `partial_streams`, `implausible`.
    """

    sport: str
    session_type: str | None
    start: datetime | None
    start_evidence: str
    offset_s: int | None
    duration_s: int | None
    elapsed_s: int | None
    distance_m: int | None
    avg_hr_bpm: int | None
    avg_power_w: int | None
    climb_m: int | None
    laps: tuple[ImportedLap, ...]
    sets: tuple[ImportedSet, ...]
    title: str
    note: str | None
    device: str | None
    flags: tuple[str, ...] = ()
    external_id: str | None = None
    longitude: int | None = None

    @property
    def kind(self) -> str:
        """`strength`, `transition` or `endurance`; `other` for the rest."""
        if self.sport in {"strength", "transition"}:
            return self.sport
        return "other" if self.sport in {"other", "unknown"} else "endurance"

    @property
    def volume_kg(self) -> Decimal | None:
        """Sum of load times repetitions, warm-ups included; None when no set has both."""
        parts = [s.load * s.reps for s in self.sets if s.load is not None and s.reps is not None]
        return sum(parts, Decimal(0)) / 1000 if parts else None


@dataclass(frozen=True, slots=True)
class FileReport:
    """What reading one file came to.

    Attributes:
        name: the file's name as given.
        kind: `fit`, `strong_csv`, `hevy_csv` or another word of `sniff`.
        status: `new` (all read), `partial` (something is missing, see errors), `question` (the
            person must answer first), `refused` (nothing can be used).
        unit: `kg` or `lb` that the loads were read with, None when there were none.
    """

    name: str
    kind: str
    status: str
    sessions: tuple[ImportedSession, ...] = ()
    questions: tuple[Question, ...] = ()
    errors: tuple[Problem, ...] = ()
    unit: str | None = None


def whole(value: Decimal) -> int:
    """The nearest integer, halves away from zero."""
    return int(value.quantize(Decimal(1), rounding=ROUND_HALF_UP))
