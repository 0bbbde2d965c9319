"""What was trained, read from a packet: exposures of exercises and endurance sessions, and which compare.

Uses the readings of `sessions` and `plans`; owns only how the two meet. Fills no gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from plans.domain.dose import Performed
from plans.domain.items import Dose, Step, normalise
from sessions.domain import comparability
from sessions.domain.comparability import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from coach.domain.packet import Packet, PacketItem
    from sessions.domain.catalogue import Exercise
    from sessions.domain.exposure import Exposure
    from sessions.domain.policy import EvidencePolicy

Facts = dict[str, Any]
DONE = frozenset({"started", "completed", "partial"})
SPORTS = {"bike": "ride"}
"""Sports of the catalogue that a session calls by another word."""


@dataclass(frozen=True, slots=True)
class Outing:
    """One endurance session as it went. Unknown is None; `srpe_x10` in tenths."""

    day: date
    session_key: str
    sport: str
    session_type: str | None
    duration_s: int | None
    distance_m: int | None
    srpe_x10: int | None
    flagged: bool
    handle: str


@dataclass(frozen=True, slots=True)
class Seen:
    """An exposure with what the plan's rules ask about it."""

    exposure: Exposure
    comparable: bool

    @property
    def performed(self) -> Performed:
        """The exposure as the progression rule reads it."""
        sets = [work for work in self.exposure.work if work.trained]
        loads = [work.load_g for work in sets]
        dose = self.exposure.prescribed
        return Performed(
            date=self.exposure.day,
            load_g=None
            if None in loads
            else min((v for v in loads if v is not None), default=None),
            reps=tuple(work.reps for work in sets),
            rpe_x10=tuple(work.rpe_x10 for work in sets),
            prescribed_sets=None if dose is None else dose.sets,
            prescribed_load_g=None if dose is None else dose.load_g,
            comparable=self.comparable,
        )


def outings(packet: Packet) -> tuple[Outing, ...]:
    """Endurance sessions that were at least started, oldest first."""
    found = [
        Outing(
            day=date.fromisoformat(item.facts["date"]),
            session_key=item.key,
            sport=str(item.facts["sport"]),
            session_type=item.facts["session_type"],
            duration_s=item.facts["duration_s"],
            distance_m=item.facts["distance_m"],
            srpe_x10=item.facts["srpe_x10"],
            flagged=bool(unsound(item.facts["flags"])),
            handle=item.handle,
        )
        for item in packet.of("training_sessions.completed")
        if item.facts["sport"] != "strength" and item.facts["status"] in DONE
    ]
    return tuple(sorted(found, key=lambda o: (o.day, o.session_key)))


def unsound(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags that keep data out of every rule: all but excuses and confirmations."""
    return tuple(f for f in flags if not f.startswith(("excused:", "checked:", "e1rm_warn")))


def seen(
    exposures: Sequence[Exposure],
    exercise: Exercise | None,
    *,
    phase_of: Callable[[date], str | None],
    watched: bool,
    evidence: EvidencePolicy,
) -> tuple[Seen, ...]:
    """Exposures of one exercise, each with whether it compares with the one before it.

    Args:
        exposures: of one exercise, oldest first.
        phase_of: phase of the block on a date.
        watched: whether pain of the exercise's regions is being asked about; where it is not, a
            missing answer says nothing.
    """
    states = [
        comparability.conditions(one, exercise, {"block_phase": phase_of(one.day)})
        for one in exposures
    ]
    if not watched:
        states = [{**state, "pain_state": None} for state in states]
    found: list[Seen] = []
    for index, one in enumerate(exposures):
        sound = one.usable and not unsound(one.flags)
        if index and sound:
            pair = states[index - 1 : index + 1]
            judged = comparability.compare(
                *pair,
                keys=evidence.strength,
                recorded=comparability.recorded_keys(pair),
                flags=one.flags,
                never=evidence.never_comparable,
            )
            sound = judged.verdict == Verdict.COMPARABLE
        found.append(Seen(one, sound))
    return tuple(found)


def verified(item: Facts, newest: Exposure | None) -> Dose | None:
    """The dose that was last both prescribed and done: the lower load of the two. None without one.

    Without a prescription it is what was done.
    """
    if newest is None or not newest.usable:
        return None
    plan, dose = normalise(item), newest.prescribed
    loads = [work.load_g for work in newest.done if work.load_g is not None]
    done = max(loads, default=None)
    reps = [work.reps for work in newest.done if work.reps is not None]
    meant = None if dose is None else dose.load_g
    return Dose(
        item=plan.item,
        subject=plan.subject,
        kind="strength",
        sets=len(newest.done) if dose is None else dose.sets,
        reps=min(reps, default=None) if dose is None or dose.reps is None else dose.reps,
        reps_low=plan.reps_low,
        reps_high=plan.reps_high,
        load_g=min((v for v in (done, meant) if v is not None), default=None),
        rpe_x10=None if dose is None else dose.rpe_x10,
        rest_s=None if dose is None else dose.rest_s,
        because="the last verified dose",
    )


def ran(item: Facts, outing: Outing | None, prescribed: PacketItem | None) -> Dose | None:
    """The dose of an endurance session that was last done: as prescribed, else as it went."""
    if outing is None or outing.flagged:
        return None
    plan = normalise(item)
    if prescribed is not None:
        same = [i for i in prescribed.facts["items"] if i.get("modality") == plan.subject]
        if len(same) == 1:
            return normalise({**same[0], "id": plan.item})
    steps = (Step("done", 1, None, outing.distance_m, "open", None, None),)
    return Dose(
        item=plan.item,
        subject=plan.subject,
        kind="endurance",
        steps=steps if outing.distance_m is not None else (),
        duration_s=outing.duration_s,
        because="the last verified dose",
    )
