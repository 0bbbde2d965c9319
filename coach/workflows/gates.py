"""Hands the deriver of gates its evidence: exposures and pain readings since each gate was opened."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from decisions import clock
from decisions.selectors import known
from decisions.selectors.known import Known, Range
from plans.domain.gates import EXPOSURES, Exposure, PainReading
from plans.services.gates import record_progress
from sessions.domain import regions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.models import Athlete

SURFACE = "plans.gate"
MOVED = timedelta(days=28)
"""How much earlier than it was done a session may have been planned: its key bears that date."""

DONE = ("completed", "partial")


def derive(athlete: Athlete, news: Sequence[Known]) -> list[str]:
    """Bring the computed gates that news may bear on up to the evidence; gives the keys that changed.

    An open gate always may be. A closed one is where something was said, corrected or taken back
    about the days before its closure, however long ago that was.

    Args:
        news: events that came, oldest first; at least one.
    """
    concerned = _concerned(athlete, min(_day(event) for event in news))
    if not concerned:
        return []
    today = clock.today(athlete.zone)
    evidence = known.known(athlete.stream, ranges=_ranges(concerned))
    changed = []
    for item in concerned:
        exposures, readings, basis = _evidence(item.facts or {}, evidence, today)
        written = record_progress(
            stream=athlete.stream,
            key=item.key,
            exposures=exposures,
            readings=readings,
            as_of=today,
            occasion=str(news[-1].position),
            basis=basis,
        )
        if written.outcome == "applied":
            changed.append(item.key)
    return changed


def _concerned(athlete: Athlete, first: str) -> list[Known]:
    """Computed gates that are open, or were closed on or after a date."""
    return [
        item
        for item in known.known(athlete.stream, ranges=[Range(SURFACE)])
        if item.facts is not None
        and item.facts["criterion"]["kind"] == EXPOSURES
        and (item.facts["state"] == "open" or item.facts["closed_on"] >= first)
    ]


def _day(event: Known) -> str:
    """The earliest date that an event can be about."""
    said = [event.key[:10], (event.facts or {}).get("date")]
    said.append(event.local_date.isoformat() if event.local_date else None)
    return min(str(day) for day in said if day)


def _ranges(gates: Sequence[Known]) -> list[Range]:
    opened = min(date.fromisoformat((gate.facts or {})["opened_on"]) for gate in gates)
    since = (opened - MOVED).isoformat()
    return [
        Range("training_sessions.completed", since),
        Range("training_sessions.set", since),
        Range("training_sessions.daily", since),
    ]


def _evidence(
    gate: dict[str, Any], items: list[Known], until: date
) -> tuple[list[Exposure], list[PainReading], tuple[int, ...]]:
    exposures, readings, basis = [], [], []
    for item in items:
        facts = item.facts
        if facts is None or not gate["opened_on"] <= facts.get("date", "") <= until.isoformat():
            continue  # what is dated in the future shows nothing yet
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
    """Pain in the region; of one side where the gate names none, and the other way round."""
    said = facts["region"] if facts["kind"] == "pain" else None
    return said is not None and region is not None and regions.same(said, region)
