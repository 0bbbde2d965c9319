"""D2: a person's own dose for this session stands; a wish is a request, honoured only where it reduces."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from coach.baseline.bearing import Bearing
from coach.domain.lighter import lightened
from coach.domain.training import DONE

if TYPE_CHECKING:
    from coach.domain.item_state import ItemState
    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation

_LESS = re.compile(
    r"\b(light(?:er)?|easier|less|fewer|reduce|shorter|take it easy|back off|ease off|too (?:much|hard|heavy))\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:no|not|never|don't|without)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


def d2_correction(state: ItemState, situation: Situation) -> Bearing | None:
    """The bearing of a corrected dose or of a reductive wish on an item."""
    if state.corrected is not None:
        source = next(
            i
            for i in situation.packet.of("training_sessions.prescription")
            if i.rank == 1 and i.key == state.session_key
        )
        return Bearing(
            "D2",
            f"The dose of {state.name} was set by a person for this session and stands.",
            cites=(source.handle,),
            dose=state.corrected,
        )
    wish = next((w for w in reversed(wishes(situation)) if reduces(w)), None)
    if wish is None:
        return None
    numbers = situation.numbers
    return Bearing(
        "D2",
        f"Less was asked for, so {state.name} is lighter in this one session; the plan is not touched.",
        cites=(wish.handle,),
        dose=lightened(
            state.stated,
            percent=numbers.wish_load_cut_pct,
            increment_g=state.increment_g,
            sets=numbers.wish_sets_cut,
        ),
    )


def wishes(situation: Situation) -> tuple[PacketItem, ...]:
    """Requests that no session has answered yet, oldest first.

    A request about one session concerns that session alone; any other holds until the next one.
    """
    target = situation.target
    done = [
        date.fromisoformat(i.facts["date"])
        for i in situation.packet.of("training_sessions.completed")
        if i.facts["status"] in DONE
    ]
    last = max(done, default=date.min)
    found = [
        item
        for item in situation.packet.of("decisions.request")
        if _about(item) in (None, target.session_key if target else None)
        and date.fromisoformat(item.facts["on"]) >= last
    ]
    return tuple(sorted(found, key=lambda i: i.position))


def reduces(wish: PacketItem) -> bool:
    """Whether a wish asks for less; what cannot be told is none."""
    text = str(wish.facts["text"])
    return any(not _NOT.search(text[: match.start()]) for match in _LESS.finditer(text))


def _about(item: PacketItem) -> str | None:
    """The session that a request is about, None where it is about no session."""
    about = item.facts.get("about")
    return str(about) if about and re.match(r"\d{4}-\d{2}-\d{2}:", str(about)) else None
