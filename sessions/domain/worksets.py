"""One work set as the rules read it: numbers, how they came about, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass

from sessions.domain.actuals import UNEDITED

QUARANTINE = frozenset({"implausible", "unit_suspect", "reps_implausible", "e1rm_quarantine"})
"""Flags under which a set stays visible and enters no metric."""

SESSION_QUARANTINE = frozenset(
    {"conflicting_record", "duplicate", "equipment_failure", "unit_suspect", "unit_unverified"}
)
"""Flags of a session under which none of its sets enters a metric."""

JUDGED_RPE_X10 = 60
"""From RPE 6 on people can judge their reserve; a set at or above it is a hard set."""


@dataclass(frozen=True, slots=True)
class WorkSet:
    """A work set.

    Attributes:
        key: of the set's item.
        position: of the event it was read from.
        order: inside the session.
        load_g: external load in grams; None when not known.
        reps: repetitions done; None when not known.
        rpe_x10: in tenths; None when not known.
        state: "done", "failed" or "skipped".
        entry_mode: how the numbers came in.
        evidence: the log's evidence type.
        flags: what looks wrong about it.
    """

    key: str
    position: int
    order: int
    load_g: int | None
    reps: int | None
    rpe_x10: int | None
    state: str
    entry_mode: str
    evidence: str
    flags: tuple[str, ...] = ()

    @property
    def confirmed(self) -> bool:
        """Whether the numbers were only confirmed as prescribed, by tap or in bulk."""
        return self.entry_mode in UNEDITED

    @property
    def trained(self) -> bool:
        """Whether repetitions were attempted."""
        return self.state != "skipped"

    @property
    def usable(self) -> bool:
        """Whether it may enter a metric."""
        return not QUARANTINE.intersection(self.flags)
