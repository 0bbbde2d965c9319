"""One training of one exercise as a value: done, prescribed, felt, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sessions.domain.worksets import SESSION_QUARANTINE

if TYPE_CHECKING:
    from datetime import date

    from decisions.domain.evidence import Evidence
    from sessions.domain.worksets import WorkSet


@dataclass(frozen=True, slots=True)
class Prescribed:
    """The dose in force for one exercise. Several items of it have no single load or RPE."""

    version: int
    position: int
    sets: int
    reps: int | None
    reps_low: int | None
    reps_high: int | None
    load_g: int | None
    rpe_x10: int | None
    rest_s: int | None


@dataclass(frozen=True, slots=True)
class Exposure:
    """One training of one exercise.

    Attributes:
        day: local date.
        session_key: of the session.
        exercise: slug.
        rank: first, second, ... exercise of the session.
        status: of the session; None when only sets are known.
        work: work sets in order, skipped ones included.
        prescribed: dose in force; None when there was none or it is not at hand.
        pain_during: worst report of the day in a region asked about, 0 to 10; None is unknown.
        pain_next_morning: the same on the next date.
        evidence: the weakest of what it rests on; unknown when repetitions or a load are missing.
        confirmed: whether a set was only confirmed as prescribed: weaker than an edited one.
        flags: of the session and its sets.
        positions: every event it rests on.
    """

    day: date
    session_key: str
    exercise: str
    rank: int
    status: str | None
    work: tuple[WorkSet, ...]
    prescribed: Prescribed | None
    pain_during: int | None
    pain_next_morning: int | None
    evidence: Evidence
    confirmed: bool
    flags: tuple[str, ...]
    positions: tuple[int, ...]

    @property
    def done(self) -> tuple[WorkSet, ...]:
        """Work sets that were done, without failed and skipped ones."""
        return tuple(work for work in self.work if work.state == "done")

    @property
    def adherence_pct(self) -> int | None:
        """Done sets against prescribed sets; None without a prescription."""
        if self.prescribed is None or not self.prescribed.sets:
            return None
        return 100 * len(self.done) // self.prescribed.sets

    @property
    def at_prescribed_load(self) -> bool | None:
        """Whether every done set was at the prescribed load or above; None when not known."""
        if self.prescribed is None or self.prescribed.load_g is None or not self.done:
            return None
        if any(work.load_g is None for work in self.done):
            return None
        return all((w.load_g or 0) >= self.prescribed.load_g for w in self.done)

    @property
    def rpe_comparable(self) -> bool:
        """Whether it may support a claim about RPE: every trained set has one, none is flagged."""
        trained = [work for work in self.work if work.trained]
        return bool(trained) and all(w.rpe_x10 is not None and w.usable for w in trained)

    @property
    def usable(self) -> bool:
        """Whether it may enter a metric or a trend."""
        sound = all(work.usable for work in self.work)
        return bool(self.done) and sound and not SESSION_QUARANTINE.intersection(self.flags)
