"""The steps of an endurance session as bars over time: x in per cent, y in pixels, text never scales.

Pure geometry. A step given by distance lasts as long as its target pace says; where one has neither
time nor pace there is no picture, and the table stands alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from coach.web import wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

BASE = 96
TALL, LOW, REST = 76, 34, 24
GAP = 0.25
TICKS = 4
HARDER_X10 = 20
"""Tenths of RPE by which a single step stands out as the work."""

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, in per cent and pixels."""

    x: str
    width: str
    y: int
    height: int
    work: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """One mark of the time axis."""

    x: str
    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture with the sentence that says the same."""

    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    title: str
    says: str


def chart(item: Mapping[str, Any], name: str) -> Chart | None:
    """The picture of an endurance item with two steps or more; None when a length is unknown."""
    parts = list(_parts(item.get("steps") or ()))
    known = [(seconds, height) for _, seconds, height in parts if seconds is not None]
    total = sum(seconds for seconds, _ in known)
    if len(parts) < 2 or len(known) < len(parts) or not total:
        return None
    bars, start = [], 0.0
    for seconds, height in known:
        width = 100 * seconds / total
        bars.append(_bar(start, width, height))
        start += width
    says = ", then ".join(_said(step) for step in item["steps"])
    told = f"{wording.capital(says)}. {wording.duration(total)} in all."
    return Chart(tuple(bars), _ticks(total), f"Steps of {name} over time", told)


def works(steps: Sequence[Facts]) -> tuple[bool, ...]:
    """Which steps are the work: in a group that takes turns the first; of single ones a clearly harder one."""
    taking_turns = tuple(
        repeats > 1 and place == 0
        for repeats, group in _groups(steps)
        for place, _ in enumerate(group)
    )
    return taking_turns if any(taking_turns) else tuple(step is _hardest(steps) for step in steps)


def _hardest(steps: Sequence[Facts]) -> Facts | None:
    """The one step that asks for clearly more effort than every other; None without one."""
    if len(steps) < 2 or any(
        step["target_kind"] != "rpe" or step.get("high") is None for step in steps
    ):
        return None
    *others, top = sorted(steps, key=lambda step: int(step["high"]))
    return top if int(top["high"]) - int(others[-1]["high"]) >= HARDER_X10 else None


def _groups(steps: Sequence[Facts]) -> Iterator[tuple[int, list[Facts]]]:
    """Neighbours with the same number of repeats, that number first; single steps stay alone."""
    for repeats, same in groupby(steps, key=lambda step: int(step.get("repeat") or 1)):
        if repeats == 1:
            yield from ((1, [step]) for step in same)
        else:
            yield repeats, list(same)


def _parts(steps: Sequence[Facts]) -> Iterator[tuple[Facts, int | None, int]]:
    """Steps in the order they are done, with their seconds and the height of their bar."""
    hard = {id(step) for step, work in zip(steps, works(steps), strict=True) if work}
    for repeats, group in _groups(steps):
        for _ in range(repeats):
            for step in group:
                height = TALL if id(step) in hard else LOW if repeats == 1 else REST
                yield step, _seconds(step), height


def _seconds(step: Facts) -> int | None:
    if step.get("duration_s") is not None:
        return int(step["duration_s"])
    paces = [int(step[end]) for end in ("low", "high") if step.get(end) is not None]
    if step.get("distance_m") is None or step["target_kind"] != "pace_s_per_km" or not paces:
        return None
    metres = int(step["distance_m"])
    return round(metres * sum(paces) / len(paces) / 1000)


def _bar(start: float, width: float, height: int) -> Bar:
    shown = max(width - 2 * GAP, 0.3)
    return Bar(f"{start + GAP:.2f}%", f"{shown:.2f}%", BASE - height, height, work=height == TALL)


def _ticks(total: int) -> tuple[Tick, ...]:
    marks = [Tick("0%", f"0{wording.NBSP}min", "")]
    for part in range(1, TICKS):
        minutes = round(total * part / TICKS / 60)
        marks.append(Tick(f"{100 * minutes * 60 / total:.2f}%", str(minutes), "m"))
    marks.append(Tick("100%", str(round(total / 60)), "e"))
    return tuple(marks)


def _said(step: Facts) -> str:
    repeat = step.get("repeat") or 1
    amount = (
        wording.duration(step["duration_s"])
        if step.get("duration_s") is not None
        else wording.distance(step.get("distance_m"))
    )
    times = f"{repeat} times " if repeat > 1 else ""
    return f"{times}{amount} {step['name']}"
