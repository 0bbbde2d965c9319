"""The plan as an athlete reads it: blocks in a row, one block as a matrix of weeks, its rules.

Pure. What a week shows is the plan's dose, as its rule had moved it when a session was prescribed; where
something else was prescribed, both stand there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.web import wording
from coach.web.told import told
from plans.domain import block_weeks, schedule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coach.web.taste import Taste

Facts = dict[str, Any]

NOW, PAST, TO_COME = "nowc", "past", ""


@dataclass(frozen=True, slots=True)
class BlockTab:
    """One block in the row of blocks."""

    key: str
    name: str
    says: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class WeekHead:
    """One column."""

    number: int
    starts: str
    place: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One dose of one week: the plan's, and what was prescribed instead."""

    text: str
    note: str
    given: str
    place: str
    differs: bool


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item of a day across the weeks."""

    name: str
    scheme: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class DayGroup:
    """One planned day across the weeks."""

    title: str
    priority: str
    rows: tuple[ItemRow, ...]


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule in words, with what it applies to."""

    applies_to: str
    text: str


@dataclass(frozen=True, slots=True)
class PlanPage:
    """Everything that the plan page shows."""

    title: str
    goal: str
    block: str
    span: str
    phase: str
    block_goal: str
    blocks: tuple[BlockTab, ...]
    weeks: tuple[WeekHead, ...]
    days: tuple[DayGroup, ...]
    rules: tuple[RuleView, ...]


def build(
    plan: Facts,
    blocks: Mapping[str, Facts],
    days: Mapping[str, Facts],
    rules: Sequence[Facts],
    prescriptions: Mapping[str, Facts],
    *,
    wanted: str,
    on: date,
    taste: Taste,
) -> PlanPage:
    """The plan page with one block open.

    Args:
        plan: facts of the plan.
        blocks, days: facts of this plan's blocks and planned days by key.
        rules: facts of this plan's rules.
        prescriptions: facts of prescriptions by session key.
        wanted: key of the block to open; empty for the one of `on`.
        on: the athlete's date.
    """
    ordered = dict(sorted(blocks.items(), key=lambda pair: pair[1]["order"]))
    key = wanted if wanted in ordered else _present(ordered, on)
    block = ordered.get(key)
    mine = {k: d for k, d in days.items() if d["block"] == key}
    return PlanPage(
        title=plan["title"],
        goal=plan["goal"] or "",
        block=block["name"] if block else "",
        span=_span(block) if block else "",
        phase=block["phase"] if block else "",
        block_goal=(block["goal"] or "") if block else "",
        blocks=tuple(_tab(k, b, on, chosen=k == key) for k, b in ordered.items()),
        weeks=_weeks(block, on) if block else (),
        days=_groups(mine, block, prescriptions, on, taste) if block else (),
        rules=_rules(rules, taste),
    )


def _rules(rules: Sequence[Facts], taste: Taste) -> tuple[RuleView, ...]:
    """Rules that say the same stand once, with everything they apply to."""
    found: dict[str, list[str]] = {}
    for rule in rules:
        names = [taste.name(slug) for slug in rule["applies_to"]]
        found.setdefault(rule["text"], []).extend(names)
    return tuple(
        RuleView(wording.listed(list(dict.fromkeys(names))), wording.ended(told(text, taste)))
        for text, names in found.items()
        if text
    )


def _present(blocks: Mapping[str, Facts], on: date) -> str:
    for key, block in blocks.items():
        if block_weeks.week_of(block, on) is not None:
            return key
    started = [key for key, block in blocks.items() if block["starts_on"] <= on.isoformat()]
    return started[-1] if started else next(iter(blocks), "")


def _span(block: Facts) -> str:
    return f"{wording.day_short(block['starts_on'])} to {wording.day_short(block_weeks.ends_on(block))}"


def _tab(key: str, block: Facts, on: date, *, chosen: bool) -> BlockTab:
    week = block_weeks.week_of(block, on)
    if week is not None:
        says = f"week {week} of {block['weeks']}"
    elif block_weeks.ends_on(block) < on:
        says = f"{wording.plural(block['weeks'], 'week')}, done"
    else:
        says = wording.plural(block["weeks"], "week")
    return BlockTab(key, block["name"], says, chosen)


def _weeks(block: Facts, on: date) -> tuple[WeekHead, ...]:
    start = date.fromisoformat(block["starts_on"])
    present = block_weeks.week_of(block, on)
    return tuple(
        WeekHead(
            number,
            wording.day_short(start + timedelta(days=7 * (number - 1))),
            _place(number, present, over=block_weeks.ends_on(block) < on),
        )
        for number in range(1, block["weeks"] + 1)
    )


def _place(number: int, present: int | None, *, over: bool) -> str:
    if present is None:
        return PAST if over else TO_COME
    return NOW if number == present else PAST if number < present else TO_COME


def _groups(
    days: Mapping[str, Facts],
    block: Facts,
    prescriptions: Mapping[str, Facts],
    on: date,
    taste: Taste,
) -> tuple[DayGroup, ...]:
    heads = _weeks(block, on)
    ordered = sorted(days.items(), key=lambda pair: (pair[1]["weekday"], pair[0]))
    return tuple(
        DayGroup(
            f"{wording.weekday(day['weekday'])}, {day['title']}",
            day["priority"] if day["priority"] != "support" else "",
            _rows(key, day, block, heads, prescriptions, taste),
        )
        for key, day in ordered
    )


def _rows(
    key: str,
    day: Facts,
    block: Facts,
    heads: Sequence[WeekHead],
    prescriptions: Mapping[str, Facts],
    taste: Taste,
) -> tuple[ItemRow, ...]:
    made = []
    for item in day["items"]:
        slug = item.get("exercise") or item.get("modality")
        cells = tuple(_cell(key, day, block, item, head, prescriptions, taste) for head in heads)
        scheme = (
            wording.scheme(item)
            if "exercise" in item
            else (day["session_type"] or "").replace("_", " ")
        )
        made.append(ItemRow(taste.name(slug), scheme, cells))
    return tuple(made)


def _cell(
    key: str,
    day: Facts,
    block: Facts,
    item: Facts,
    head: WeekHead,
    prescriptions: Mapping[str, Facts],
    taste: Taste,
) -> Cell:
    effective = block_weeks.effective(day, head.number)
    if effective is None:
        return Cell("off", "", "", head.place, differs=True)
    meant = next((i for i in effective["items"] if i["id"] == item["id"]), None)
    if meant is None:
        return Cell(wording.UNKNOWN, "", "", head.place, differs=True)
    start = date.fromisoformat(block["starts_on"])
    on = start + timedelta(days=7 * (head.number - 1))
    on += timedelta(days=(day["weekday"] - on.weekday()) % 7)
    given = prescriptions.get(schedule.session_key(on, key))
    issued = next((i for i in given["items"] if i["id"] == item["id"]), None) if given else None
    stated = {**meant, **(issued.get("planned") or {})} if issued else meant
    text, note = _short(stated, item, taste)
    said = _short(issued, item, taste) if issued else (text, note)
    instead = "" if said == (text, note) else ", ".join(part for part in said if part)
    return Cell(text, note, instead, head.place, differs=meant != item)


def _short(item: Facts, base: Facts, taste: Taste) -> tuple[str, str]:
    """A dose in a cell: the load, and sets by reps only where they differ from the block's."""
    if "exercise" not in item:
        return wording.dose(item, taste.units), ""
    load = wording.load_number(item["load_g"], taste.units) if item["load_g"] else ""
    shape = ("sets", "reps_low", "reps_high")
    same = all(item[name] == base[name] for name in shape)
    scheme = "" if same and load else wording.scheme({**item, "reps": None})
    return (load, scheme) if load else (scheme, "")
