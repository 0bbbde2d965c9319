"""Hands the deriver of gates its evidence: exposures and pain readings since each gate was opened."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from decisions import clock
from decisions.selectors import known
from decisions.selectors.known import Known, Range
from plans.domain.gates import EXPOSURES, Exposure, PainReading
from plans.services.gates import record_progress

if TYPE_CHECKING:
    from decisions.models import Athlete

SURFACE = "plans.gate"
LOOKS_BACK = timedelta(days=120)
DONE = ("completed", "partial")


def derive(athlete: Athlete, *, because: int) -> list[str]:
    """Bring every computed gate of an athlete up to the evidence; gives the keys that changed.

    Args:
        because: position of the event that led here.
    """
    today = clock.today(athlete.zone)
    items = known.known(athlete.stream, ranges=_ranges(today))
    changed = []
    for item in (i for i in items if i.surface == SURFACE):
        if item.facts is None or item.facts["criterion"]["kind"] != EXPOSURES:
            continue
        exposures, readings, basis = _evidence(item.facts, items)
        written = record_progress(
            stream=athlete.stream,
            key=item.key,
            exposures=exposures,
            readings=readings,
            as_of=today,
            occasion=str(because),
            basis=basis,
        )
        if written.outcome == "applied":
            changed.append(item.key)
    return changed


def _ranges(today: date) -> list[Range]:
    since = (today - LOOKS_BACK).isoformat()
    return [
        Range(SURFACE),
        Range("training_sessions.completed", since),
        Range("training_sessions.set", since),
        Range("training_sessions.daily", since),
    ]


def _evidence(
    gate: dict[str, Any], items: list[Known]
) -> tuple[list[Exposure], list[PainReading], tuple[int, ...]]:
    exposures, readings, basis = [], [], []
    for item in items:
        facts = item.facts
        if facts is None or facts.get("date", "") < gate["opened_on"]:
            continue
        day = date.fromisoformat(facts["date"])
        if (subject := _trained(item.surface, facts)) in gate["guards"]:
            exposures.append(Exposure(day, str(subject)))
        elif item.surface == "training_sessions.daily" and _is_pain(facts, gate["region"]):
            readings.append(PainReading(day, gate["region"], facts["moment"], facts["value"]))
        else:
            continue
        basis.append(item.position)
    return exposures, readings, tuple(basis)


def _trained(surface: str, facts: dict[str, Any]) -> str | None:
    """The exercise or modality that an item shows to have been trained."""
    if surface == "training_sessions.set":
        done = facts["kind"] == "work" and facts["state"] != "skipped"
        return facts["exercise"] if done else None
    if surface == "training_sessions.completed" and facts["status"] in DONE:
        return str(facts["sport"])
    return None


def _is_pain(facts: dict[str, Any], region: str | None) -> bool:
    return bool(facts["kind"] == "pain" and facts["region"] == region)
