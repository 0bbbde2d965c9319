"""Questions about a plan's days: when something is trained next, on which days, in which week or phase.

Reads a tree; knows no packet.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from plans.domain import agenda, block_weeks, schedule

if TYPE_CHECKING:
    from plans.domain.schedule import Planned
    from plans.domain.tree import Tree


def planned_session(tree: Tree, session_key: str) -> Planned | None:
    """The planned session of a key, None where the plan has none on that date."""
    original = original_date(session_key)
    if original is None:
        return None
    found = schedule.planned_on(tree.days, tree.blocks, original)
    return next((one for one in found if one.session_key == session_key), None)


def next_with(
    tree: Tree, subject: str, after: date, *, like: str = "", sessions: int = 21
) -> Planned | None:
    """The next planned session with an exercise or modality, rather on the day `like` than another."""
    coming = [
        planned
        for planned in agenda.next_planned(tree.days, tree.blocks, after, sessions)
        if any(subject in (i.get("exercise"), i.get("modality")) for i in planned.day["items"])
    ]
    same = [planned for planned in coming if planned.day_key == like]
    return next(iter([*same, *coming]), None)


def days_with(tree: Tree, block_key: str, subject: str) -> tuple[str, ...]:
    """Keys of a block's planned days with an exercise or modality."""
    return tuple(
        key
        for key, day in sorted(tree.days.items())
        if day["block"] == block_key
        and any(subject in (i.get("exercise"), i.get("modality")) for i in day["items"])
    )


def in_own_week(tree: Tree, session_key: str) -> bool:
    """Whether a session lies in a week whose items are the week's own: no progression rule moves them."""
    day, original = tree.days.get(day_of(session_key)), original_date(session_key)
    block = None if day is None else tree.blocks.get(day["block"])
    if day is None or block is None or original is None:
        return False
    week = block_weeks.week_of(block, original)
    return any(w["week"] == week and w.get("items") is not None for w in day.get("weeks") or ())


def phase_on(tree: Tree, on: date) -> str | None:
    """The phase of the block that a date lies in."""
    key = tree.block_on(on)
    return None if key is None else str(tree.blocks[key]["phase"])


def day_of(session_key: str) -> str:
    """What follows the date in a session key: the planned day's key, or a client's id."""
    return session_key.partition(":")[2]


def original_date(subject: str) -> date | None:
    """The date that a session key begins with, None where it is no session key."""
    try:
        return date.fromisoformat(subject[:10]) if subject[10:11] == ":" else None
    except ValueError:
        return None
