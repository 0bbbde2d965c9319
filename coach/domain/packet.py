"""What a workflow shows to a reasoner: items with handles, as known at one position. Pure data.

A packet never says what is true or who may win; it is the closed world that a draft may cite.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

HANDLE_LETTERS = "EGCPRDFH"
"""E evidence, G gate, C constraint, P plan, R prescription, D decision, F finding, H hypothesis."""


@dataclass(frozen=True, slots=True)
class PacketItem:
    """One item of the log as a reasoner sees it.

    Attributes:
        handle: short name in this packet, such as `E1`; the only thing a draft may cite.
        rank: place in the order of context, 1 (current corrections) to 7 (history).
        surface, key: what it is.
        position: its event's position in the athlete's stream.
        evidence: the log's evidence type, whatever anybody calls it.
        local_date: the athlete's date it is about, ISO text.
        recorded_at: when it became known, RFC 3339 text.
        facts: the after-state of the item.
        sentence: one plain line about the facts.
        form: `full` shows the facts, `short` only the sentence.
    """

    handle: str
    rank: int
    surface: str
    key: str
    position: int
    evidence: str
    local_date: str | None
    recorded_at: str
    facts: dict[str, Any]
    sentence: str
    form: str = "full"


@dataclass(frozen=True, slots=True)
class Packet:
    """Everything one run of a workflow knows.

    Attributes:
        workflow: name of the mandate that the draft will be judged under.
        subject: what is decided about, e.g. a session key or an athlete-week.
        today: the athlete's date, ISO text.
        zone: the athlete's IANA zone.
        question: what is asked, in plain words.
        items: in the order of the manifest.
        policy: the coach's numbers in force (see coach/data/coach_policy.yaml).
        missing: what was looked for and not found, in plain words.
        since: for items whose dose is older than their edited day, by key of the day and id of the
            item: position and date since which the dose stands. Computed from the log, not shown.
    """

    workflow: str
    subject: str
    today: str
    zone: str
    question: str
    items: tuple[PacketItem, ...]
    policy: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    since: Mapping[tuple[str, str], tuple[int, str]] = field(default_factory=dict)

    def of(self, surface: str) -> tuple[PacketItem, ...]:
        """The items of one surface, in packet order."""
        return tuple(item for item in self.items if item.surface == surface)

    def by_handle(self, handle: str) -> PacketItem | None:
        """The item a handle stands for, None when this packet has no such handle."""
        return next((item for item in self.items if item.handle == handle), None)

    def positions(self, handles: tuple[str, ...] | list[str]) -> list[int]:
        """Positions of the items that the handles stand for; unknown handles are left out."""
        found = (self.by_handle(handle) for handle in handles)
        return sorted({item.position for item in found if item is not None})
