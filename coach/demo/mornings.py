"""What the demo's athletes say in the morning: sleep, wellness, weight, and a knee while it hurts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.demo import chance
from decisions import clock
from sessions.services import observations
from sessions.services.observations import DailyEntry

if TYPE_CHECKING:
    from datetime import date, datetime

    from decisions.models import Athlete


def check_in(
    athlete: Athlete, at: datetime, day: int, *, knee: int | None, silent: bool = False
) -> bool:
    """Record a morning; False when the athlete says nothing that day.

    Args:
        at: when, aware.
        day: days since the demo began.
        knee: next-morning pain of the left knee, None when not reported.
        silent: nothing but the knee.
    """
    name = athlete.user.username
    entries = [] if silent else _state(name, day)
    if knee is not None:
        entries.append(DailyEntry(kind="pain", region="knee", moment="next_morning", value=knee))
    if not entries:
        return False
    local: date = at.date()
    with clock.at(at):
        observations.record(
            stream=athlete.stream,
            day=local,
            zone=athlete.zone,
            entries=entries,
            occasion=f"morning-{local.isoformat()}",
            actor=f"user:{athlete.user_id}",
            at=at,
        )
    return True


def _state(name: str, day: int) -> list[DailyEntry]:
    entries = []
    if chance.share(name, "sleeps", day) < 0.55:
        hours = 7.3 + 0.7 * chance.spread(name, "sleep", day)
        entries.append(DailyEntry(kind="sleep_s", value=int(hours * 60) * 60))
    if chance.share(name, "well", day) < 0.3:
        level = 3 + (chance.share(name, "wellness", day) > 0.45)
        entries.append(DailyEntry(kind="wellness", value=level))
    if day % 7 == 1:
        grams = 71_500 + 4 * day + int(300 * chance.spread(name, "weight", day))
        entries.append(DailyEntry(kind="bodyweight_g", value=grams // 100 * 100))
    return entries
