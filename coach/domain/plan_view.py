"""The session that a packet decides about, with the plan that it belongs to.

Reads only. A day that is not in the packet is unknown; nothing about it is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from coach.domain.plan_days import original_date, planned_session
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
    original = original_date(packet.subject)
    if original is None:
        return None
    current = _newest(packet.of(PRESCRIPTION), packet.subject)
    done = _newest(packet.of(COMPLETED), packet.subject)
    planned = planned_session(tree, packet.subject)
    said = done or current
    on = date.fromisoformat(said.facts["date"]) if said is not None else original
    return Target(packet.subject, on, planned, current, done)


def _newest(items: tuple[PacketItem, ...], key: str) -> PacketItem | None:
    mine = [item for item in items if item.key == key]
    return max(mine, key=lambda item: item.position, default=None)
