"""Threshold lines and looks that the drafts of the built-in coach share. Numbers as text."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from coach.domain import wording
from coach.domain.draft import Look, ThresholdLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation


def thresholds(states: Iterable[ItemState], situation: Situation) -> tuple[ThresholdLine, ...]:
    """Gate progress, effort, movement, pain and volume of the items; one of them decides."""
    states = tuple(states)
    found: list[ThresholdLine] = []
    gates = {gate.key: gate for state in states for gate in state.gates}
    waiting = {gate.key for state in states if state.waits for gate in state.gates}
    for key, gate in gates.items():
        if gate.facts["criterion"]["kind"] == "human":
            continue
        progress = gate.facts["progress"]
        found.append(
            ThresholdLine(
                name=f"{gate.facts['title']}: clear exposures in a row"[:200],
                value=str(progress["met"]),
                limit=str(progress["of"]),
                note="holds the dose" if key in waiting else "nothing waits behind it",
                decides=key in waiting,
            )
        )
    for state in states:
        found += _effort(state, decided=bool(waiting))
        found += _moved(state)
    found += _pain(states, situation)
    return tuple(found[:20])


def _effort(state: ItemState, *, decided: bool) -> list[ThresholdLine]:
    newest, target = state.newest, state.item.get("rpe_x10")
    if newest is None or target is None:
        return []
    known = [work.rpe_x10 for work in newest.done if work.rpe_x10 is not None and work.usable]
    value = wording.tenths(max(known)) if known else None
    note = "above the target" if known and max(known) > target else "inside the target"
    return [
        ThresholdLine(
            name=f"Hardest set of {state.name}",
            value=value,
            limit=wording.tenths(target),
            unit="RPE",
            note=note if known else "not reported",
            decides=not decided and bool(known) and max(known) > target,
        )
    ]


def _moved(state: ItemState) -> list[ThresholdLine]:
    moved = state.movement
    if moved is None or moved.change_x10 is None or moved.noise_x10 is None:
        return []
    beyond = moved.direction != 0
    if not beyond:
        note = "below the noise, no claim is made"
    elif moved.level == "L2":
        note = "beyond the noise, repeated"
    else:
        note = "beyond the noise, one session only"
    return [
        ThresholdLine(
            name=f"{_way(moved.change_x10)} of {state.name}, estimated",
            value=wording.tenths(abs(moved.change_x10)),
            limit=wording.tenths(moved.noise_x10),
            unit="%",
            note=note,
        )
    ]


def _way(change_x10: int) -> str:
    """Which way something went: the value beside it is a size and has no sign."""
    return "Rise" if change_x10 > 0 else "Fall" if change_x10 < 0 else "Change"


def _pain(states: tuple[ItemState, ...], situation: Situation) -> list[ThresholdLine]:
    loaded = {pain.region: pain for state in states for pain in state.pains}
    return [
        ThresholdLine(
            name=f"Worst {pain.region.replace('_', ' ')} since it was last loaded",
            value=None if pain.worst is None else str(pain.worst),
            limit=str(situation.numbers.pain_amber_from),
            unit="of 10",
            note={"green": "no limit reached", "unknown": "not reported"}.get(
                pain.level, pain.level
            ),
            decides=pain.hurts,
        )
        for pain in loaded.values()
    ]


def looks(states: Iterable[ItemState], situation: Situation) -> tuple[Look, ...]:
    """When something is looked at again: missing mornings, the next session, the weekly review."""
    found: dict[tuple[date, str], None] = {}
    today = situation.today
    for pain in situation.pains:
        if any("is not due yet" in text for text in pain.missing):
            found[today + timedelta(days=1), f"{pain.region.replace('_', ' ')} in the morning"] = (
                None
            )
    for state in states:
        if state.on >= today:
            found[state.on, f"{state.name}, as far as it is known by then"] = None
    days = (7 - today.weekday()) % 7 or 7
    found[today + timedelta(days=days), "weekly review"] = None
    return tuple(Look(date=day.isoformat(), text=text) for day, text in sorted(found)[:10])
