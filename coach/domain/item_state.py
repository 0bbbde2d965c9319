"""One planned item with everything that bears on its next dose. Values only; built in `item_view`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import date

    from coach.domain.ladder import Movement
    from coach.domain.packet import PacketItem
    from coach.domain.pain import PainState
    from coach.domain.training import Outing, Seen
    from plans.domain.constraints import Bound
    from plans.domain.items import Dose
    from sessions.domain.exposure import Exposure


@dataclass(frozen=True, slots=True)
class ItemState:
    """One item of a planned session.

    Attributes:
        item: facts of the planned item in that week.
        subject: exercise or modality slug; `name` in plain words.
        on: the date of the session.
        session_key: of the session.
        day: the planned day in the packet; `rule`: the progression rule that applies, if any.
        regions: body regions that it loads; None where that is not known.
        sport: of an endurance item, as sessions call it; None for strength.
        increment_g: smallest step of the load.
        seen: exposures of the item, oldest first; empty for endurance.
        walked: those of them that the plan's rule looked at.
        outings: sessions of the item's sport, oldest first; empty for strength.
        stated: what the plan states next.
        verified: what was last both prescribed and done, None without history.
        gates: open gates that guard it. constraints: active ones that cover it; `bounds` combined.
        reference: the stated dose, or the held one behind an open gate.
        allowed: the reference inside constraints and volume limits; None where it is ruled out.
        limits: which volume limits lowered it, in plain words with their handles.
        pains: state of every region that it loads and that somebody spoke about.
        trained_on: days on which it was trained.
        movement: against its own noise; None for endurance.
        corrected: the dose that a person set for this very session, None without one.
        unguided: kinds of target that rest on no valid threshold.
    """

    item: dict[str, Any]
    subject: str
    name: str
    on: date
    session_key: str
    day: PacketItem
    rule: PacketItem | None
    regions: tuple[str, ...] | None
    sport: str | None
    increment_g: int
    seen: tuple[Seen, ...]
    walked: tuple[Seen, ...]
    outings: tuple[Outing, ...]
    stated: Dose
    verified: Dose | None
    gates: tuple[PacketItem, ...]
    constraints: tuple[PacketItem, ...]
    bounds: dict[str, Bound]
    reference: Dose
    allowed: Dose | None
    limits: tuple[tuple[str, tuple[str, ...]], ...]
    pains: tuple[PainState, ...]
    trained_on: frozenset[date]
    movement: Movement | None
    corrected: Dose | None
    unguided: tuple[str, ...]

    @property
    def id(self) -> str:
        """The item's id in its session."""
        return str(self.item["id"])

    @property
    def newest(self) -> Exposure | None:
        """The newest exposure, None without one."""
        return self.seen[-1].exposure if self.seen else None

    @property
    def hurting(self) -> PainState | None:
        """The worst painful region that it loads and bears on it, None where nothing hurts."""
        painful = [p for p in self.pains if p.implicates(self.trained_on)]
        return max(painful, key=lambda p: (p.level == "red", p.worst or 0), default=None)

    @property
    def waits(self) -> bool:
        """Whether an open gate holds back a step of the plan."""
        return bool(self.gates) and self.reference != self.stated
