"""A runner's day: the watch's own numbers come in as observed, effort as the runner says it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from coach.demo import body, chance
from decisions import clock
from decisions.domain.mandates import MANDATES
from sessions.selectors import prescriptions
from sessions.services import late

if TYPE_CHECKING:
    from decisions.models import Athlete

WATCH = "gps-watch 255"
SPEED = {"easy": 0.78, "long": 0.80, "intervals": 0.86, "threshold_test": 1.0}
"""Mean speed of a session as a share of threshold speed."""

EFFORT = {"easy": 30, "long": 50, "intervals": 80, "threshold_test": 100}
TEST_S = 1800


@dataclass(frozen=True, slots=True)
class Manner:
    """How a day differs from an ordinary one.

    Attributes:
        harder: tenths of effort that it feels harder.
        silent: the runner says nothing about effort.
        slower: share of speed that is missing, such as 0.05.
        pain: region to 0-10 during the run.
        note: words.
    """

    harder: int = 0
    silent: bool = False
    slower: float = 0.0
    pain: dict[str, int] | None = None
    note: str | None = None


ORDINARY = Manner()


def train(athlete: Athlete, session_key: str, begins: datetime, day: int, manner: Manner) -> bool:
    """Run what is prescribed; False when there is nothing to follow."""
    version = prescriptions.newest(athlete.stream, session_key)
    if version is None or not version.facts or not version.facts["items"]:
        return False
    facts = version.facts
    kind = facts["session_type"] or "easy"
    seconds = TEST_S if kind == "threshold_test" else _seconds(facts)
    pace = body.pace_s_per_km(day) / SPEED[kind] / (1 - manner.slower)
    pace *= 1 + 0.0025 * chance.spread("pace", session_key)
    ends = begins + timedelta(seconds=seconds)
    with clock.at(ends + timedelta(minutes=12)):
        late.record(
            stream=athlete.stream,
            session_key=session_key,
            day=begins.date(),
            zone=athlete.zone,
            actor="integration:watch",
            occasion=f"watch-{session_key}",
            shown_version=facts["version"],
            started_at=begins,
            ended_at=ends,
            reported=_reported(kind, seconds, pace, day, session_key, manner),
            pain=manner.pain,
            entry_mode="imported",
            evidence="observed",
            extra={"source": WATCH},
            mandate=MANDATES["connector"],
            source={"integration": "watch", "external_id": session_key},
        )
    return True


def _seconds(facts: dict[str, Any]) -> int:
    return sum(item.get("duration_s") or 0 for item in facts["items"])


def _reported(
    kind: str, seconds: int, pace: float, day: int, session_key: str, manner: Manner
) -> dict[str, Any]:
    reported: dict[str, Any] = {
        "duration_s": seconds,
        "distance_m": round(1000 * seconds / pace),
        "avg_hr_bpm": body.heart_rate(SPEED[kind], day, session_key),
    }
    if not manner.silent:
        reported["srpe_x10"] = min(100, EFFORT[kind] + manner.harder)
    if manner.note:
        reported["note"] = manner.note
    return reported
