"""The rows of one exercise in the logging table: what is saved, what is due, what is open to entry.

Pure. Load and repetitions of a due row come from the prescription, else from the last comparable
time, else stay empty. RPE and pain are never filled in.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from coach.web import wording
from sessions.domain import numbers

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from decisions.selectors.known import Known

Facts = dict[str, Any]

RPE_CHOICES = tuple(range(50, 101, 5))
ROOM_PER_EXERCISE = 20
"""Distance between the `order` of the first sets of two exercises."""
ROOM_FOR_WARMUPS = 8
DEFAULT_STEP_G = 2_500
LONGEST_STEM = 60
"""A client id holds 64 characters; the longest end of one is ".w99"."""
POUND_STEP = 2.5

_NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)
_NOT_IN_IDS = re.compile(r"[^A-Za-z0-9_-]+")
_MODES = {
    "typed_later": "typed later",
    "imported": "imported",
    "bulk_confirmed": "in bulk",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """The open panel of one row.

    Attributes:
        do: "done" for a new set, "fix" for a correction of a saved one.
        load, reps: text in the inputs; empty when nothing may be assumed.
        exact: grams behind the load as it is filled in, so that an untouched number is not rounded.
        rpe: tenths that were saved before (a correction only); None for a new set, always.
        step: what the stepper adds, in the person's unit.
        reviewed: fingerprint of the set under correction.
        note: note that was saved before.
    """

    do: str
    load: str
    reps: str
    rpe: int | None
    step: str
    of: str
    exact: str = ""
    reviewed: str = ""
    note: str = ""

    @property
    def rpe_number(self) -> str:
        """A saved RPE that no button stands for, as text; empty otherwise."""
        odd = self.rpe is not None and self.rpe not in RPE_CHOICES
        return wording.decimal((self.rpe or 0) / 10, 1) if odd else ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    label: str
    kind: str
    client_id: str
    key: str
    order: int
    last: str
    load: str
    reps: str
    rpe: str
    state: str
    mode: str
    was: tuple[str, ...]
    why: str
    note: str
    entry: Entry | None = None

    @property
    def saved(self) -> bool:
        """Whether something is recorded for it."""
        return self.state in ("done", "failed", "skipped")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one exercise asks for, from a prescription item or from the last time."""

    item: str | None
    exercise: str
    index: int
    sets: int
    load_g: int | None
    reps: int | None
    step_g: int
    span: str = ""

    @property
    def stem(self) -> str:
        """What the client ids of its sets begin with."""
        whole = _NOT_IN_IDS.sub("-", self.item or self.exercise)
        if len(whole) <= LONGEST_STEM:
            return whole
        return f"{whole[: LONGEST_STEM - 9]}-{hashlib.sha256(whole.encode()).hexdigest()[:8]}"

    def client_id(self, kind: str, number: int) -> str:
        """The id of the n-th warm-up or work set: two tabs make the same one."""
        return f"{self.stem}.{'w' if kind == 'warmup' else ''}{number}"

    def number(self, kind: str, client_id: str) -> int | None:
        """The number in a client id that was made here; None in any other."""
        lead = f"{self.stem}.{'w' if kind == 'warmup' else ''}"
        tail = client_id.removeprefix(lead) if client_id.startswith(lead) else ""
        return int(tail) if _NUMBER.fullmatch(tail) else None

    def order(self, kind: str, number: int) -> int:
        """Place in the session."""
        place = number - 1 if kind == "warmup" else ROOM_FOR_WARMUPS + number - 1
        return self.index * ROOM_PER_EXERCISE + place


def rows(
    wanted: Wanted,
    saved: Sequence[Known],
    *,
    last: Sequence[Facts],
    older: Mapping[str, Sequence[Facts]],
    opened: str,
    units: str,
    sure: Collection[str] = (),
) -> tuple[Row, ...]:
    """Warm-ups, then work sets, then rows that are still due.

    Args:
        wanted: what the exercise asks for.
        saved: recorded sets of it, in order.
        last: sets of the last time, in order.
        older: earlier facts of corrected sets by key, oldest first.
        opened: client id of the row whose panel is open, empty for none.
        units: "kg" or "lb".
        sure: client ids of sets that the athlete has said to be right although they look wrong.
    """
    made: list[Row] = []
    for kind in ("warmup", "work"):
        before = [facts for facts in last if facts["kind"] == kind]
        placed = slots(wanted, kind, saved)
        for number in _numbers(wanted, kind, placed, opened):
            item = placed.get(number)
            told = _last(before, number, units)
            if item is None:
                made.append(_due(wanted, kind, number, before, opened, units))
            else:
                row = _saved(wanted, kind, number, item, told, older, opened, units)
                known = row.client_id in sure
                made.append(replace(row, mode=_listed(row.mode, "confirmed")) if known else row)
    return tuple(made)


def slots(wanted: Wanted, kind: str, saved: Sequence[Known]) -> dict[int, Known]:
    """Recorded sets of a kind by their number: that of their client id, else the first free one."""
    placed: dict[int, Known] = {}
    others: list[Known] = []
    for item in saved:
        if (item.facts or {}).get("kind") != kind:
            continue
        number = wanted.number(kind, item.key.partition("#")[2])
        if number is None or number in placed:
            others.append(item)
        else:
            placed[number] = item
    for item in others:
        placed[next(n for n in itertools.count(1) if n not in placed)] = item
    return placed


def missing(wanted: Wanted, saved: Sequence[Known]) -> tuple[int, ...]:
    """Numbers of wanted work sets that nothing is recorded for."""
    placed = slots(wanted, "work", saved)
    return tuple(n for n in range(1, wanted.sets + 1) if n not in placed)


def beyond(wanted: Wanted, kind: str, saved: Sequence[Known]) -> int:
    """The number of one more set than wanted or recorded."""
    placed = slots(wanted, kind, saved)
    return max([0, *placed, *([wanted.sets] if kind == "work" else [])]) + 1


def _numbers(wanted: Wanted, kind: str, placed: Mapping[int, Known], opened: str) -> list[int]:
    """Which rows to show: recorded, wanted, and the one that was asked for."""
    shown = {*placed, *(range(1, wanted.sets + 1) if kind == "work" else ())}
    asked = wanted.number(kind, opened)
    if asked is not None and asked <= max(shown, default=0) + 1:
        shown.add(asked)
    return sorted(shown)


def step(grams: int, units: str) -> str:
    """What a stepper adds, as a bare number: in pounds the nearest step that plates make."""
    if units == "kg":
        return wording.load_number(grams)
    pounds = grams / float(numbers.LB_IN_G)
    return wording.decimal(max(POUND_STEP, round(pounds / POUND_STEP) * POUND_STEP))


def _listed(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def told_load(facts: Facts, units: str) -> str:
    """The load of a set as a bare number, "–" when it was not given."""
    return wording.load_number(facts["load_g"], units)


def short(facts: Facts, units: str) -> str:
    """A set in short form: "105 × 5 @8½"."""
    if facts["state"] == "skipped":
        return "skipped"
    load = f"{told_load(facts, units)} {wording.TIMES} " if facts["load_g"] is not None else ""
    reps = wording.UNKNOWN if facts["reps"] is None else str(facts["reps"])
    rpe = f" @{wording.rpe(facts['rpe_x10'])}" if facts["rpe_x10"] is not None else ""
    return f"{load}{reps}{rpe}{' failed' if facts['state'] == 'failed' else ''}"


def _saved(
    wanted: Wanted,
    kind: str,
    number: int,
    item: Known,
    last: str,
    older: Mapping[str, Sequence[Facts]],
    opened: str,
    units: str,
) -> Row:
    facts: Facts = item.facts or {}
    client_id = item.key.partition("#")[2]
    entry = None
    if opened == client_id:
        entry = Entry(
            do="fix",
            load=wording.load_number(facts["load_g"], units) if facts["load_g"] is not None else "",
            reps="" if facts["reps"] is None else str(facts["reps"]),
            rpe=facts["rpe_x10"],
            step=step(wanted.step_g, units),
            of="",
            exact=str(facts["load_g"]) if facts["load_g"] is not None else "",
            reviewed=item.fingerprint,
            note=facts["note"] or "",
        )
    return Row(
        label="W" if kind == "warmup" else str(number),
        kind=kind,
        client_id=client_id,
        key=item.key,
        order=facts["order"],
        last=last,
        load=told_load(facts, units) if facts["state"] != "skipped" else "",
        reps="" if facts["state"] == "skipped" else _told(facts["reps"]),
        rpe="" if facts["rpe_x10"] is None else wording.rpe(facts["rpe_x10"]),
        state=facts["state"],
        mode=_MODES.get(facts["entry_mode"], ""),
        was=tuple(short(before, units) for before in older.get(item.key, ())),
        why=facts["why"] or "",
        note=facts["note"] or "",
        entry=entry,
    )


def _due(
    wanted: Wanted, kind: str, number: int, before: Sequence[Facts], opened: str, units: str
) -> Row:
    client_id = wanted.client_id(kind, number)
    load_g, reps = _prefill(wanted, kind, number, before)
    load = wording.load_number(load_g, units) if load_g is not None else ""
    told = "" if reps is None else str(reps)
    entry = None
    if opened == client_id:
        asked = wanted.span or (str(wanted.reps) if wanted.reps is not None else "")
        of = f"of {asked}" if asked and kind == "work" else ""
        exact = str(load_g) if load_g is not None else ""
        entry = Entry("done", load, told, None, step(wanted.step_g, units), of, exact)
    return Row(
        label="W" if kind == "warmup" else str(number),
        kind=kind,
        client_id=client_id,
        key="",
        order=wanted.order(kind, number),
        last=_last(before, number, units),
        load=load,
        reps=told,
        rpe="",
        state="cur" if entry else "todo",
        mode="",
        was=(),
        why="",
        note="",
        entry=entry,
    )


def _prefill(
    wanted: Wanted, kind: str, number: int, before: Sequence[Facts]
) -> tuple[int | None, int | None]:
    if kind == "work" and wanted.item is not None:
        return wanted.load_g, wanted.reps
    if number <= len(before):
        return before[number - 1]["load_g"], before[number - 1]["reps"]
    return None, None


def _last(before: Sequence[Facts], number: int, units: str) -> str:
    return short(before[number - 1], units) if number <= len(before) else ""


def _told(count: int | None) -> str:
    return wording.UNKNOWN if count is None else str(count)


def first_id(exercise: str) -> str:
    """The client id of the first work set of an exercise without a prescription."""
    return Wanted(None, exercise, 0, 0, None, None, DEFAULT_STEP_G).client_id("work", 1)
