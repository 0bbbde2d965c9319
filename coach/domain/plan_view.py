"""The plan in a packet: its tree, the session that is decided about, and what comes next.

Reads only. A day that is not in the packet is unknown; nothing about it is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from plans.domain import schedule
from plans.domain.tree import BLOCK, DAY, PLAN, RULE, Tree

if TYPE_CHECKING:
    from coach.domain.packet import Packet, PacketItem
    from plans.domain.schedule import Planned

Facts = dict[str, Any]
PRESCRIPTION = "training_sessions.prescription"
COMPLETED = "training_sessions.completed"


@dataclass(frozen=True, slots=True)
class Target:
    """The session that a packet is about.

    Attributes:
        session_key: its identity.
        on: the date it is for; a moved session keeps its key and has another date.
        planned: where the plan has it, None for a session without a plan.
        current: its newest prescription, None before the first.
        done: what was done of it, None before it was started.
    """

    session_key: str
    on: date
    planned: Planned | None
    current: PacketItem | None
    done: PacketItem | None

    @property
    def started(self) -> bool:
        """Whether the athlete has begun it: from then on its prescription is frozen."""
        return self.done is not None and self.done.facts["status"] != "skipped"


def tree_of(packet: Packet) -> Tree:
    """The active plan of a packet; empty without one."""
    parts = {
        surface: {item.key: item.facts for item in packet.of(surface)}
        for surface in (PLAN, BLOCK, DAY, RULE)
    }
    return Tree(parts[PLAN], parts[BLOCK], parts[DAY], parts[RULE]).active()


def target_of(packet: Packet, tree: Tree) -> Target | None:
    """The session named by the packet's subject, None where the subject is no session key."""
    original = _original(packet.subject)
    if original is None:
        return None
    current = _newest(packet.of(PRESCRIPTION), packet.subject)
    done = _newest(packet.of(COMPLETED), packet.subject)
    planned = planned_session(tree, packet.subject)
    said = done or current
    on = date.fromisoformat(said.facts["date"]) if said is not None else original
    return Target(packet.subject, on, planned, current, done)


def planned_session(tree: Tree, session_key: str) -> Planned | None:
    """The planned session of a key, None where the plan has none on that date."""
    original = _original(session_key)
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
        for planned in schedule.next_planned(tree.days, tree.blocks, after, sessions)
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
    day, original = tree.days.get(day_of(session_key)), _original(session_key)
    block = None if day is None else tree.blocks.get(day["block"])
    if day is None or block is None or original is None:
        return False
    week = schedule.week_of(block, original)
    return any(w["week"] == week and w.get("items") is not None for w in day.get("weeks") or ())


def phase_on(tree: Tree, on: date) -> str | None:
    """The phase of the block that a date lies in."""
    key = tree.block_on(on)
    return None if key is None else str(tree.blocks[key]["phase"])


def day_of(session_key: str) -> str:
    """What follows the date in a session key: the planned day's key, or a client's id."""
    return session_key.partition(":")[2]


def _original(subject: str) -> date | None:
    try:
        return date.fromisoformat(subject[:10]) if subject[10:11] == ":" else None
    except ValueError:
        return None


def _newest(items: tuple[PacketItem, ...], key: str) -> PacketItem | None:
    mine = [item for item in items if item.key == key]
    return max(mine, key=lambda item: item.position, default=None)
