"""One recorded session as planned, as prescribed and as done, side by side. Neither rewrites the other."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.web import doses, setrows, wording

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coach.web.taste import Taste
    from decisions.selectors.known import Known

Facts = dict[str, Any]

_STATUS = {
    "started": ("g-w-now", "Under way"),
    "completed": ("g-w-done", "Done"),
    "partial": ("g-w-part", "Done in part"),
    "skipped": ("g-w-skip", "Skipped"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One exercise: three columns and the sets behind the last one."""

    slug: str
    name: str
    planned: str
    prescribed: str
    differs: bool
    sets: tuple[setrows.Row, ...]
    why: str
    rpe_missing: str

    @property
    def summary(self) -> str:
        """What was done in one phrase."""
        work = [row for row in self.sets if row.kind == "work"]
        done = sum(row.state == "done" for row in work)
        told = wording.plural(done, "set")
        other = [
            wording.plural(sum(row.state == state for row in work), state, state)
            for state in ("failed", "skipped")
            if any(row.state == state for row in work)
        ]
        return ", ".join([told, *other]) if work else "nothing logged"


@dataclass(frozen=True, slots=True)
class DetailPage:
    """Everything that the page of a session shows."""

    key: str
    title: str
    date: str
    glyph: str
    status: str
    raw_status: str
    times: str
    effort: str
    effort_missing: bool
    totals: tuple[tuple[str, str, str], ...]
    lines: tuple[Line, ...]
    efforts: tuple[doses.ItemView, ...]
    note: str
    version: str
    source: str
    flags: tuple[str, ...]
    evidence: str
    fingerprint: str
    was: tuple[str, ...]
    editable: bool
    units: str


def build(
    *,
    completed: Known,
    prescription: Known | None,
    sets: Sequence[Known],
    older: Mapping[str, Sequence[Facts]],
    versions: Sequence[Known],
    taste: Taste,
    zone: str,
    own: bool,
    source: str,
) -> DetailPage:
    """The page of one recorded session.

    Args:
        completed: the record.
        prescription: the version it followed, None without one.
        sets: recorded sets in order.
        older: earlier facts of corrected sets by key, oldest first.
        versions: every version of the record, oldest first.
        taste: units and names.
        zone: the athlete's zone.
        own: whether the reader may correct.
        source: where it came from, in words; empty when it was typed here.
    """
    facts: Facts = completed.facts or {}
    given = (prescription.facts if prescription is not None else None) or {}
    glyph, status = _STATUS[facts["status"]]
    return DetailPage(
        key=facts["session_key"],
        title=facts["title"],
        date=facts["date"],
        glyph=glyph,
        status=status,
        raw_status=facts["status"],
        times=_times(facts, zone),
        effort=wording.rpe(facts["srpe_x10"]) if facts["srpe_x10"] is not None else "",
        effort_missing=facts["srpe_x10"] is None and facts["status"] in ("completed", "partial"),
        totals=_totals(facts, given, taste),
        lines=_lines(given, sets, older, taste),
        efforts=_efforts(given, taste),
        note=facts["note"] or "",
        version=str(given.get("version", "")),
        source=source,
        flags=tuple(str(flag).replace("_", " ") for flag in facts["flags"]),
        evidence=completed.evidence,
        fingerprint=completed.fingerprint,
        was=_was(versions),
        editable=own,
        units=taste.units,
    )


def _lines(
    given: Facts,
    sets: Sequence[Known],
    older: Mapping[str, Sequence[Facts]],
    taste: Taste,
) -> tuple[Line, ...]:
    items = [item for item in given.get("items", ()) if "exercise" in item]
    groups: dict[tuple[str | None, str], list[Known]] = {}
    for item in items:
        groups[item["id"], item["exercise"]] = []
    by_id = {item["id"]: item for item in items}
    for done in sets:
        facts: Facts = done.facts or {}
        meant = by_id.get(facts["planned_item"])
        key = (facts["planned_item"] if meant else None, facts["exercise"])
        groups.setdefault(key, []).append(done)
    return tuple(
        _line(by_id.get(item) if item else None, slug, mine, older, taste)
        for (item, slug), mine in groups.items()
    )


def _line(
    item: Facts | None,
    slug: str,
    mine: Sequence[Known],
    older: Mapping[str, Sequence[Facts]],
    taste: Taste,
) -> Line:
    wanted = setrows.Wanted(None, slug, 0, 0, None, None, setrows.DEFAULT_STEP_G)
    made = setrows.rows(wanted, mine, last=(), older=older, opened="", units=taste.units)
    planned = (item or {}).get("planned")
    told = doses.line(item, taste.units) if item else "not prescribed"
    was = doses.line(planned, taste.units) if planned else ("not planned" if not item else "–")
    last = [row for row in made if row.kind == "work" and row.state == "done"][-1:]
    swapped = bool(item) and item is not None and item["exercise"] != slug
    return Line(
        slug=slug,
        name=taste.name(slug)
        + (f", instead of {taste.name(item['exercise'])}" if swapped and item else ""),
        planned=was,
        prescribed=told,
        differs=planned is not None and item is not None and _differs(planned, item),
        sets=made,
        why=(item or {}).get("why") or "",
        rpe_missing=last[0].client_id if last and not last[0].rpe else "",
    )


def _differs(planned: Facts, item: Facts) -> bool:
    """Whether another dose than the plan's was prescribed; reps inside its range are the plan's."""
    same = all(planned[name] == item[name] for name in ("sets", "load_g", "rpe_x10", "rest_s"))
    return not (same and planned["reps_low"] <= item["reps"] <= planned["reps_high"])


def _efforts(given: Facts, taste: Taste) -> tuple[doses.ItemView, ...]:
    chosen = [item for item in given.get("items", ()) if "modality" in item]
    return doses.items_of(
        {**given, "items": chosen},
        units=taste.units,
        distance_unit=taste.distance_unit,
        name=taste.name,
        cited={},
        gates={},
    )


def _totals(facts: Facts, given: Facts, taste: Taste) -> tuple[tuple[str, str, str], ...]:
    """(what, meant, done) for the session as a whole; unknown is said."""
    minutes = given.get("minutes")
    rows = [
        (
            "Duration",
            wording.duration(60 * minutes) if minutes else "",
            wording.duration(facts["duration_s"]) if facts["duration_s"] is not None else "",
        ),
        (
            "Distance",
            "",
            wording.distance(facts["distance_m"], taste.distance_unit)
            if facts["distance_m"] is not None
            else "",
        ),
        ("Pace", "", _pace(facts, taste)),
        (
            "Average heart rate",
            "",
            f"{facts['avg_hr_bpm']}{wording.NBSP}bpm" if facts["avg_hr_bpm"] is not None else "",
        ),
        (
            "Average power",
            "",
            f"{facts['avg_power_w']}{wording.NBSP}W" if facts["avg_power_w"] is not None else "",
        ),
        ("Climb", "", f"{facts['climb_m']}{wording.NBSP}m" if facts["climb_m"] is not None else ""),
    ]
    always = {"Duration"} | ({"Distance"} if facts["sport"] in ("run", "ride", "swim") else set())
    return tuple((what, meant, done) for what, meant, done in rows if done or what in always)


def _pace(facts: Facts, taste: Taste) -> str:
    metres, seconds = facts["distance_m"], facts["duration_s"]
    if facts["sport"] not in ("run", "walk") or not metres or not seconds:
        return ""
    return wording.pace(round(seconds * 1000 / metres), taste.distance_unit)


def _times(facts: Facts, zone: str) -> str:
    start, end = facts["started_at"], facts["ended_at"]
    if not start:
        return ""
    until = f" to {wording.hour(end, zone)}" if end else ""
    return f"{wording.hour(start, zone)}{until}, {zone}"


def _was(versions: Sequence[Known]) -> tuple[str, ...]:
    """What the record said before a correction: efforts and notes that were replaced."""
    told = []
    for before, after in itertools.pairwise(versions):
        if after.fact_type != "correction" or not before.facts or not after.facts:
            continue
        for field, show in (("srpe_x10", wording.rpe), ("duration_s", wording.duration)):
            old, new = before.facts[field], after.facts[field]
            if old != new and old is not None:
                told.append(f"{'effort' if field == 'srpe_x10' else 'duration'} {show(old)}")
    return tuple(told)
