"""The rest after a set: how long it is meant to be and when it ends."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from decisions import clock

if TYPE_CHECKING:
    from coach.web.loading import Loaded


@dataclass(frozen=True, slots=True)
class Rest:
    """A rest that runs: seconds left now, the instant it ends, and under which lift it stands."""

    left: int
    until: datetime
    lift: str


def rest(loaded: Loaded, client_id: str) -> Rest | None:
    """The rest after the set that was just logged; None when there is none, or it is over."""
    given = (loaded.prescription.facts or {}) if loaded.prescription is not None else {}
    for lift in loaded.page.lifts:
        for row in lift.rows:
            if client_id and row.client_id == client_id and row.kind == "work" and row.saved:
                item: dict[str, Any] = next(
                    (i for i in given.get("items", ()) if i["id"] == lift.item), {}
                )
                logged = next(s for s in loaded.sets if s.key == row.key)
                if not item.get("rest_s") or loaded.late:
                    return None
                until = logged.recorded_at + timedelta(seconds=item["rest_s"])
                left = round((until - clock.now()).total_seconds())
                return Rest(left, until, lift.id) if left > 0 else None
    return None
