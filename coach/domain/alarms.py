"""Whether all training is suspended: red-flag words that no person has answered, or an open medical gate.

Owns where words are looked for and what answers them. Words never answer words: only a gate that a
person closed after the report does (rule D1).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Protocol

from coach.domain.red_flags import red_flags
from plans.domain.gates import ALL_TRAINING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.domain.packet import Packet, PacketItem
    from coach.domain.policy import Numbers

_WORDS = {
    "training_sessions.completed": ("note",),
    "training_sessions.set": ("note", "why"),
    "training_sessions.daily": ("text", "note"),
    "training_sessions.injury": ("title", "update"),
    "decisions.request": ("text",),
}


@dataclass(frozen=True, slots=True)
class Alarm:
    """Why training is suspended.

    Attributes:
        sign: what the words point to, or the title of the open gate.
        cites: handles of the report or gate.
        gated: whether a medical gate is already open for it.
    """

    sign: str
    cites: tuple[str, ...]
    gated: bool


class Told(Protocol):
    """A report, as an event or as an item of a packet."""

    @property
    def surface(self) -> str: ...
    @property
    def facts(self) -> dict[str, Any] | None: ...


def alarms(packet: Packet, today: date, policy: Numbers) -> tuple[Alarm, ...]:
    """Every open reason to suspend training, newest report last; empty where there is none."""
    gates = [g for g in packet.of("plans.gate") if ALL_TRAINING in g.facts["guards"]]
    waiting = [g for g in gates if g.facts["state"] == "open"]
    answered = max((g.position for g in gates if g.facts["state"] == "closed"), default=0)
    oldest = today - timedelta(days=policy.red_flag_days)
    found = [
        Alarm(sign, (item.handle,), gated=bool(waiting))
        for item in sorted(packet.items, key=lambda i: i.position)
        if item.position > answered and _recent(item, oldest)
        for sign in signs(item)
    ]
    if found:
        return tuple(found)
    return tuple(Alarm(str(g.facts["title"]), (g.handle,), gated=True) for g in waiting)


def signs(item: Told) -> Iterator[str]:
    """What the words of a report point to, empty for anything else."""
    for field in _WORDS.get(item.surface, ()):
        for flag in red_flags(str((item.facts or {}).get(field) or "")):
            yield flag.sign


def _recent(item: PacketItem, oldest: date) -> bool:
    """Whether words are recent; undated words count as recent."""
    return item.local_date is None or date.fromisoformat(item.local_date) >= oldest
