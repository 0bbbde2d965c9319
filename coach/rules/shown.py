"""A draft as it may be shown: withheld lines and unsupported thresholds are left out.

Changes words only; what may be written of a draft is decided in `settle`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.rules import prose

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.situation import Situation


def presentable(draft: Draft, situation: Situation) -> Draft:
    """The draft as it may be shown: withheld lines and unsupported thresholds are left out.

    Reasons stay in their place, so that a page can say where one was withheld.
    """
    hidden = set(prose.withheld(draft, situation))
    unbound = set(prose.unbound_thresholds(draft, situation))
    today = situation.packet.today
    return draft.model_copy(
        update={
            "unknown": tuple(u for u in draft.unknown if u.text not in hidden),
            "thresholds": tuple(t for t in draft.thresholds if t.name not in unbound),
            "monitor": tuple(text for text in draft.monitor if text not in hidden),
            "carried": tuple(text for text in draft.carried if text not in hidden),
            "looks": tuple(x for x in draft.looks if x.text not in hidden and x.date >= today),
            "next_look": _ahead(draft.next_look, today),
        }
    )


def _ahead(day: str | None, today: str) -> str | None:
    return day if day is not None and day >= today else None
