"""A session under way as one value: the exercises with their rows, what is next, what it carries.

Pure: built from known facts. It decides nothing and fills in no RPE and no pain.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from coach.web import doses, setrows, wording
from sessions.catalogue import catalogue
from sessions.domain.plausibility import CHECKED

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from coach.web.taste import Taste
    from decisions.selectors.known import Known

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lift:
    """One exercise of the session with its rows."""

    id: str
    item: str
    slug: str
    name: str
    dose: str
    plates: str
    held: str
    last_on: str
    rows: tuple[setrows.Row, ...]
    add: str
    warm: str
    done: int
    wanted: int
    branches: tuple[Facts, ...]
    unilateral: bool
    effort: str
    named: str


@dataclass(frozen=True, slots=True)
class Carried:
    """What stands behind the session, for the side column."""

    version: str
    decision: str
    frozen: str
    kept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SessionPage:
    """Everything that the logging page shows."""

    key: str
    title: str
    date: str
    sport: str
    status: str
    lifts: tuple[Lift, ...]
    efforts: tuple[doses.ItemView, ...]
    branches: tuple[Facts, ...]
    carried: Carried | None
    saved: int
    done: int
    wanted: int
    opened: str

    @property
    def remaining(self) -> bool:
        """Whether a prescribed set has no record yet."""
        return any(row.state in ("cur", "todo") for lift in self.lifts for row in lift.rows)


@dataclass(frozen=True, slots=True)
class Past:
    """The last time of one exercise."""

    date: str
    sets: tuple[Facts, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address of the page asks for: a row to open, an exercise to add.

    Attributes:
        name: of that exercise as typed, where nobody has described it yet.
    """

    opened: str = ""
    exercise: str = ""
    name: str = ""


def build(
    *,
    key: str,
    completed: Facts | None,
    prescription: Known | None,
    sets: Sequence[Known],
    last: Mapping[str, Past],
    older: Mapping[str, Sequence[Facts]],
    gates: Mapping[str, Facts],
    cited: Mapping[int, Known],
    asked: Asked,
    taste: Taste,
    zone: str,
    planned: Facts | None = None,
) -> SessionPage:
    """The logging page of one session.

    Args:
        key: session key.
        completed: facts of the record, None before the start.
        prescription: the version that was shown, None for a session without one.
        sets: recorded sets in order.
        last: the last time of each exercise.
        older: earlier facts of corrected sets by key.
        gates: gate facts by key.
        cited: events that the prescription cites.
        asked: the open row and the exercise to add.
        taste: units and names.
        zone: the athlete's zone, for times of day.
        planned: the planned day where nothing was prescribed for it.
    """
    day = planned or {}
    given = (prescription.facts if prescription is not None else None) or _unprescribed(day)
    strength = [item for item in given.get("items", ()) if "exercise" in item]
    wanted = _wanted(strength, sets, asked.exercise, last)
    grouped = _grouped(wanted, sets)
    opened = asked.opened or _first_due(wanted, grouped)
    record = completed or {}
    sure = {flag.removeprefix(CHECKED) for flag in record.get("flags") or ()}
    asked = replace(asked, opened=opened)
    lifts = tuple(
        _lift(w, given, grouped[w.stem], last, older, gates, asked, sure, taste) for w in wanted
    )
    efforts = doses.items_of(
        {**given, "items": [i for i in given.get("items", ()) if "modality" in i]},
        units=taste.units,
        distance_unit=taste.distance_unit,
        name=taste.name,
        cited=cited,
        gates=gates,
    )
    return SessionPage(
        key=key,
        title=record.get("title") or given.get("title") or "",
        date=record.get("date") or given.get("date") or key[:10],
        sport=record.get("sport") or given.get("sport") or "",
        status=record.get("status") or "",
        lifts=lifts,
        efforts=efforts,
        branches=doses.loose_branches(given, taste.units),
        carried=_carried(prescription, record, zone, taste.units),
        saved=len(sets),
        done=sum(lift.done for lift in lifts),
        wanted=sum(lift.wanted for lift in lifts),
        opened=opened,
    )


def _unprescribed(day: Facts) -> Facts:
    """A planned day as a list to log against: its items, and nothing that was never prescribed."""
    items = [
        {**item, "reps": item.get("reps_high"), "why": None, "cites": [], "held_by": []}
        for item in day.get("items", ())
    ]
    return {"title": day.get("title"), "sport": day.get("sport"), "items": items, "branches": []}


def _wanted(
    strength: Sequence[Facts],
    sets: Sequence[Known],
    extra: str,
    last: Mapping[str, Past],
) -> list[setrows.Wanted]:
    made = [
        setrows.Wanted(
            item=item["id"],
            exercise=item["exercise"],
            index=index,
            sets=item["sets"],
            load_g=item["load_g"],
            reps=item["reps"],
            step_g=_step(item["exercise"]),
            span=wording.reps(item.get("reps_low"), item.get("reps_high"))
            if wording.ranged(item)
            else "",
        )
        for index, item in enumerate(strength)
    ]
    ids = {wanted.item for wanted in made}
    free = [s.facts["exercise"] for s in sets if s.facts and s.facts["planned_item"] not in ids]
    names = list(dict.fromkeys([*free, *([extra] if extra else [])]))
    for slug in names:
        past = last.get(slug)
        first = past.sets[0] if past and past.sets else {}
        made.append(
            setrows.Wanted(
                item=None,
                exercise=slug,
                index=len(made),
                sets=0,
                load_g=first.get("load_g"),
                reps=first.get("reps"),
                step_g=_step(slug),
            )
        )
    return made


def _grouped(wanted: Sequence[setrows.Wanted], sets: Sequence[Known]) -> dict[str, list[Known]]:
    """Recorded sets by the stem of what they belong to: their item, else their exercise."""
    by_item = {w.item: w.stem for w in wanted if w.item is not None}
    by_exercise = {w.exercise: w.stem for w in wanted if w.item is None}
    found: dict[str, list[Known]] = {w.stem: [] for w in wanted}
    for item in sets:
        facts = item.facts or {}
        stem = by_item.get(facts["planned_item"]) or by_exercise.get(facts["exercise"])
        if stem is not None:
            found[stem].append(item)
    return found


def _first_due(wanted: Sequence[setrows.Wanted], grouped: Mapping[str, Sequence[Known]]) -> str:
    for w in wanted:
        left = setrows.missing(w, grouped[w.stem])
        if left or (not w.sets and not grouped[w.stem]):
            return w.client_id("work", left[0] if left else 1)
    return ""


def _lift(
    wanted: setrows.Wanted,
    given: Facts,
    mine: Sequence[Known],
    last: Mapping[str, Past],
    older: Mapping[str, Sequence[Facts]],
    gates: Mapping[str, Facts],
    asked: Asked,
    sure: Collection[str],
    taste: Taste,
) -> Lift:
    past = last.get(wanted.exercise)
    made = setrows.rows(
        wanted,
        mine,
        last=past.sets if past else (),
        older=older,
        opened=asked.opened,
        units=taste.units,
        sure=sure,
    )
    named = asked.name if wanted.item is None and wanted.exercise == asked.exercise else ""
    item: Facts = next((i for i in given.get("items", ()) if i["id"] == wanted.item), {})
    held = [str(gates[key]["title"]) for key in item.get("held_by") or [] if key in gates]
    known = catalogue().exercises.get(wanted.exercise)
    barbell = known is not None and known.equipment == "barbell" and taste.units == "kg"
    plates = wording.plates(wanted.load_g) if barbell and wanted.load_g and item else None
    return Lift(
        id=wanted.stem,
        item=wanted.item or "",
        slug=wanted.exercise,
        name=named or taste.name(wanted.exercise),
        dose=_dose(item, given, taste),
        plates=plates or "",
        held=f"Held by the gate {wording.listed(held)}" if held else "",
        last_on=wording.day_short(past.date) if past else "",
        rows=made,
        add=wanted.client_id("work", setrows.beyond(wanted, "work", mine)),
        warm=wanted.client_id("warmup", setrows.beyond(wanted, "warmup", mine)),
        done=sum((item.facts or {}).get("kind") == "work" for item in mine),
        wanted=wanted.sets,
        branches=doses.branches_of(given.get("branches") or (), taste.units, wanted.item)
        if wanted.item
        else (),
        unilateral=known is not None and known.unilateral,
        effort=doses.effort(item),
        named=named,
    )


def _dose(item: Facts, given: Facts, taste: Taste) -> str:
    if not item:
        return "not prescribed"
    told = doses.line(item, taste.units)
    return told if "version" in given else f"planned {told}, not prescribed"


def _step(slug: str) -> int:
    known = catalogue().exercises.get(slug)
    return known.increment_g if known and known.increment_g else setrows.DEFAULT_STEP_G


def _carried(prescription: Known | None, record: Facts, zone: str, units: str) -> Carried | None:
    if prescription is None or prescription.facts is None:
        return None
    given = prescription.facts
    return Carried(
        version=str(given["version"]),
        decision=given["decision"],
        frozen=wording.hour(record.get("started_at"), zone) if record.get("started_at") else "",
        kept=tuple(doses.in_unit(told, units) for told in given.get("kept") or ()),
    )
