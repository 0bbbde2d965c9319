"""Monitoring gates: what they guard, what would clear them, and how far that is.

Progress is computed from exposures and pain readings alone. A missing reading is unknown, never a
good one. What cannot be computed closes only by a human.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from decisions.domain import facts as check
from decisions.domain.dates import PLANNED_FROM
from decisions.domain.errors import InvalidFacts
from plans.domain import nested
from plans.domain.words import listed, spoken

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from decisions.domain.surface import Facts

FIELDS = (
    "title",
    "signal",
    "region",
    "guards",
    "criterion",
    "valid_h",
    "progress",
    "state",
    "opened_on",
    "closed_on",
    "closed_because",
    "owner",
)
SIGNALS = ("pain", "review")
STATES = ("open", "closed")
OWNERS = ("coach", "athlete", "session_analysis")
EXPOSURES = "consecutive_exposures"
HUMAN = "human"
HOURS_A_DAY = 24
ALL_TRAINING = "all_training"
"""What a medical gate guards: everything."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """One training of an exercise or modality on a date of the athlete."""

    date: date
    exercise: str


@dataclass(frozen=True, slots=True)
class PainReading:
    """Pain from 0 to 10. `next_morning` is filed under the morning's own date."""

    date: date
    region: str
    moment: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Slot:
    """One exposure day as the criterion sees it; `met` None is unknown."""

    date: date
    during: int | None
    next_morning: int | None
    met: bool | None

    def facts(self) -> Facts:
        """The slot as it stands in `progress`."""
        return {
            "date": self.date.isoformat(),
            "during": self.during,
            "next_morning": self.next_morning,
            "met": self.met,
        }


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a criterion is. `resolved` is True only when it is met by fresh readings."""

    met: int
    of: int
    slots: tuple[Slot, ...]
    resolved: bool
    because: str

    def facts(self) -> Facts:
        """The facts entry `progress`."""
        return {"met": self.met, "of": self.of, "slots": [slot.facts() for slot in self.slots]}


def gate(facts: Facts) -> Facts:
    """Complete facts of a gate.

    Raises:
        InvalidFacts: an entry is missing, wrong or unknown; names the path to it.
    """
    check.known_only(facts, FIELDS)
    criterion = _criterion(check.mapping(facts, "criterion") or {})
    complete: Facts = {
        "title": check.text(facts, "title"),
        "signal": check.choice(facts, "signal", SIGNALS),
        "region": nested.slug(facts, "region", none=True),
        "guards": nested.slugs(facts, "guards"),
        "criterion": criterion,
        "valid_h": check.integer(facts, "valid_h", low=1, high=24 * 366),
        "progress": _progress(check.mapping(facts, "progress", none=True), criterion),
        "state": check.choice({"state": "open", **facts}, "state", STATES),
        "opened_on": check.iso_date(facts, "opened_on", earliest=PLANNED_FROM),
        "closed_on": check.iso_date(facts, "closed_on", none=True),
        "closed_because": check.text(facts, "closed_because", limit=500, none=True),
        "owner": check.choice(facts, "owner", OWNERS),
    }
    if criterion["kind"] == EXPOSURES and complete["region"] is None:
        raise InvalidFacts("region", "is missing: pain is read in a region")
    _require_closing(complete)
    return complete


def fresh_progress(criterion: Facts) -> Facts:
    """Progress before anything was seen."""
    return {"met": 0, "of": criterion.get("count", 1), "slots": []}


def sentence(facts: Facts) -> str:
    """One line about a gate."""
    guards = listed([spoken(slug) for slug in facts["guards"]])
    if facts["state"] == "closed":
        closed = f"closed on {facts['closed_on']}: {facts['closed_because']}"
        return f"{facts['title']} ({guards}), {closed}"
    met, of = facts["progress"]["met"], facts["progress"]["of"]
    far = f", {met} of {of}" if facts["criterion"]["kind"] == EXPOSURES else ""
    return f"{facts['title']} is open for {guards}{far}: {criterion_text(facts)}"


def criterion_text(facts: Facts) -> str:
    """What would clear a gate, in words."""
    criterion = facts["criterion"]
    if criterion["kind"] == HUMAN:
        return str(criterion["text"])
    region = spoken(facts["region"])
    during, morning = criterion["during_max"], criterion["next_morning_max"]
    return (
        f"clears after {criterion['count']} exposures in a row with {region} pain "
        f"at most {during} during and at most {morning} next morning"
    )


def slots(
    facts: Facts, exposures: Iterable[Exposure], readings: Iterable[PainReading]
) -> tuple[Slot, ...]:
    """The exposure days of a gate since it was opened, oldest first.

    Several exposures or readings on one day make one slot with the worst reading. A criterion that
    only a person can judge has no slots.
    """
    if facts["criterion"]["kind"] == HUMAN:
        return ()
    opened = date.fromisoformat(facts["opened_on"])
    days = {e.date for e in exposures if e.exercise in facts["guards"] and e.date >= opened}
    pain: dict[tuple[date, str], int] = {}
    for reading in readings:
        if reading.region == facts["region"] and reading.value is not None:
            place = (reading.date, reading.moment)
            pain[place] = max(reading.value, pain.get(place, 0))
    return tuple(
        _slot(
            facts["criterion"],
            day,
            pain.get((day, "during")),
            pain.get((day + timedelta(days=1), "next_morning")),
        )
        for day in sorted(days)
    )


def progress(criterion: Facts, found: Iterable[Slot], *, as_of: date, valid_h: int) -> Progress:
    """How far a criterion is on a date.

    A breach starts the count again. So does an unknown exposure that another one followed: what
    was not measured reads as present, and a run in a row cannot reach across it. An answer that
    comes later mends the row. The newest exposure may still be waiting for its next morning: until
    another one follows, it takes nothing from what is met.

    Args:
        criterion: facts entry of the gate.
        found: exposure days, oldest first (see `slots`).
        as_of: the date of judging.
        valid_h: how old the newest reading may be on that date, counted in whole days; an older
            one leaves the gate unresolved.
    """
    seen = tuple(found)
    of = criterion.get("count", 1)
    if criterion["kind"] == HUMAN:
        return Progress(0, of, (), resolved=False, because="only a person can clear this")
    run = _run(seen)
    met = min(run, of)
    newest = seen[-1] if seen else None
    if run < of or newest is None:
        return Progress(met, of, seen, resolved=False, because=_waiting(seen, met, of))
    if newest.met is None:
        waiting = f"the reading after {newest.date} is missing"
        return Progress(met, of, seen, resolved=False, because=waiting)
    age_h = (as_of - newest.date - timedelta(days=1)).days * HOURS_A_DAY
    if age_h > valid_h:
        stale = f"the newest reading is {age_h} h old, it may be {valid_h} h"
        return Progress(met, of, seen, resolved=False, because=stale)
    return Progress(met, of, seen, resolved=True, because=f"{of} of {of} exposures in a row met it")


def guards(facts: Facts, exercise: str) -> bool:
    """Whether an open gate forbids that the dose of an exercise or modality rises."""
    return facts["state"] == "open" and bool({exercise, ALL_TRAINING} & set(facts["guards"]))


def guarding(gates: Mapping[str, Facts], exercise: str) -> tuple[str, ...]:
    """Keys of the open gates that guard an exercise or modality."""
    return tuple(key for key in sorted(gates) if guards(gates[key], exercise))


def _run(seen: tuple[Slot, ...]) -> int:
    run = 0
    for index, slot in enumerate(seen):
        if slot.met:
            run += 1
        elif slot.met is False or index < len(seen) - 1:
            run = 0
    return run


def _waiting(seen: tuple[Slot, ...], met: int, of: int) -> str:
    if not seen:
        return "no exposure since it was opened"
    newest = seen[-1]
    if newest.met is None:
        return f"{met} of {of}, the readings of {newest.date} are not complete"
    if newest.met is False:
        return f"{met} of {of}, the exposure of {newest.date} was above the limit"
    before = seen[-met - 1] if met < len(seen) else None
    if before is not None and before.met is None:
        return f"{met} of {of}, the readings of {before.date} are missing: the row began again"
    return f"{met} of {of}"


def _slot(criterion: Facts, day: date, during: int | None, morning: int | None) -> Slot:
    checks = [
        None if value is None else value <= limit
        for value, limit in (
            (during, criterion["during_max"]),
            (morning, criterion["next_morning_max"]),
        )
    ]
    if False in checks:
        return Slot(day, during, morning, met=False)
    return Slot(day, during, morning, None if None in checks else True)


def _criterion(criterion: Facts) -> Facts:
    with nested.within("criterion"):
        kind = check.choice(criterion, "kind", (EXPOSURES, HUMAN))
        if kind == HUMAN:
            check.known_only(criterion, ("kind", "text"))
            return {"kind": kind, "text": check.text(criterion, "text", limit=300)}
        check.known_only(criterion, ("kind", "count", "during_max", "next_morning_max"))
        return {
            "kind": kind,
            "count": check.integer(criterion, "count", low=1, high=20),
            "during_max": check.integer(criterion, "during_max", low=0, high=10),
            "next_morning_max": check.integer(criterion, "next_morning_max", low=0, high=10),
        }


def _progress(stated: Facts | None, criterion: Facts) -> Facts:
    if not stated:
        return fresh_progress(criterion)
    with nested.within("progress"):
        check.known_only(stated, ("met", "of", "slots"))
        of = check.integer(stated, "of", low=1, high=20)
        if of != criterion.get("count", 1):
            raise InvalidFacts("of", "is not the count of the criterion")
        return {
            "met": check.integer(stated, "met", low=0, high=of or 0),
            "of": of,
            "slots": _stated_slots(stated),
        }


def _stated_slots(stated: Facts) -> list[Facts]:
    found: list[Facts] = []
    for index, value in enumerate(check.listing(stated, "slots")):
        path = f"slots[{index}]"
        with nested.within(path):
            slot = nested.entry(value, path)
            check.known_only(slot, ("date", "during", "next_morning", "met"))
            found.append(
                {
                    "date": check.iso_date(slot, "date"),
                    "during": check.integer(slot, "during", low=0, high=10, none=True),
                    "next_morning": check.integer(slot, "next_morning", low=0, high=10, none=True),
                    "met": None if slot.get("met") is None else check.flag(slot, "met"),
                }
            )
    return found


def _require_closing(facts: Facts) -> None:
    closed = facts["state"] == "closed"
    for name in ("closed_on", "closed_because"):
        if closed and facts[name] is None:
            raise InvalidFacts(name, "is missing for a closed gate")
        if not closed and facts[name] is not None:
            raise InvalidFacts(name, "must be empty while the gate is open")
    if closed and facts["closed_on"] < facts["opened_on"]:
        raise InvalidFacts("closed_on", "lies before opened_on")
