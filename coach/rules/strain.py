"""Independent signs of strain in the last two days: low wellness, readiness, soreness, short sleep."""

from __future__ import annotations

from datetime import date, timedelta
from statistics import median_low
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation

STRAIN_DAYS = 2
SHORT_SLEEP_PCT = 70
LOW = 2
"""Wellness, readiness and soreness from 1 (worst) to 5: at or below this one counts as a flag."""


def signs_of_strain(state: ItemState, situation: Situation) -> int:
    """How many independent signs of strain stand in the last two days."""
    since = situation.today - timedelta(days=STRAIN_DAYS - 1)
    daily = situation.packet.of("training_sessions.daily")
    values: dict[str, list[tuple[date, int]]] = {}
    for item in daily:
        if item.facts["value"] is not None:
            day = date.fromisoformat(item.facts["date"])
            values.setdefault(str(item.facts["kind"]), []).append((day, item.facts["value"]))
    recent = {kind: [v for day, v in said if day >= since] for kind, said in values.items()}
    flags = sum(
        min(recent.get(kind) or [LOW + 1]) <= LOW for kind in ("wellness", "readiness", "soreness")
    )
    before = [v for day, v in values.get("sleep_s", []) if day < since]
    slept = recent.get("sleep_s") or []
    if len(before) >= 7 and slept and min(slept) * 100 < median_low(before) * SHORT_SLEEP_PCT:
        flags += 1
    del state
    return flags
