"""A draft as it may be shown: texts that are withheld say so, unsupported thresholds are left out.

Changes words only; what may be written of a draft is decided in `settle`.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from coach.domain.draft import (
    ConstraintDraft,
    Criterion,
    GateDraft,
    Step,
    ThresholdLine,
)
from coach.rules import prose
from coach.rules.prose import WITHHELD
from coach.rules.sentences import replaced

if TYPE_CHECKING:
    from pydantic import BaseModel

    from coach.domain.draft import Draft
    from coach.domain.situation import Situation

LOOKS_AHEAD = timedelta(days=366)
"""A look later than this is none."""

_INSTEAD = {
    (GateDraft, "title"): "Gate",
    (Criterion, "text"): "A person decides whether it is resolved.",
    (ConstraintDraft, "title"): "Bound",
    (Step, "name"): "step",
    (ThresholdLine, "note"): "withheld: nothing cited supports it",
}
"""What stands where a withheld text has to name something; anything else says that it is withheld."""


def presentable(draft: Draft, situation: Situation) -> Draft:
    """The draft as it may be shown; every text stays in its place, so that a page can say so."""
    hidden = set(prose.withheld(draft, situation))
    unbound = set(prose.unbound_thresholds(draft, situation))
    lines = [t for t in draft.thresholds if not {t.name, t.unit} & hidden and t.name not in unbound]
    kept = draft.model_copy(
        update={
            "thresholds": tuple(lines),
            "looks": tuple(x for x in draft.looks if _ahead(x.date, situation.today)),
            "next_look": draft.next_look if _ahead(draft.next_look, situation.today) else None,
        }
    )
    if not hidden:
        return kept

    def instead(part: BaseModel, field: str, text: str) -> str:
        return _INSTEAD.get((type(part), field), WITHHELD) if text in hidden else text

    return replaced(kept, instead)


def _ahead(day: str | None, today: date) -> bool:
    return day is not None and today <= date.fromisoformat(day) <= today + LOOKS_AHEAD
