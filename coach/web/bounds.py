"""Gates and constraints as they read on a page: what is measured, what it holds, until when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.web import wording
from coach.web.told import told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from coach.web.told import Reader

Facts = dict[str, Any]

_FIELDS = {
    "load_g": "load",
    "sets": "sets",
    "reps": "reps",
    "rpe_x10": "RPE",
    "rest_s": "rest",
    "duration_s": "time",
    "distance_m": "distance",
    "session": "session",
}
_SIGNS = {"<=": "at most", ">=": "at least", "==": "exactly"}


@dataclass(frozen=True, slots=True)
class Slot:
    """One exposure of a gate: met, not met, or still to come."""

    when: str
    said: str
    state: str


@dataclass(frozen=True, slots=True)
class GateView:
    """An open gate with its slots and the rule in one sentence."""

    key: str
    title: str
    since: str
    region: str
    slots: tuple[Slot, ...]
    rule: str
    met: str
    morning_of: str
    missed_morning_of: str


@dataclass(frozen=True, slots=True)
class BoundView:
    """An active constraint in words."""

    key: str
    title: str
    says: str
    reason: str
    until: str
    owner: str


def gates(
    found: Mapping[str, Facts], *, on: date, name: Callable[[str], str]
) -> tuple[GateView, ...]:
    """Open gates, oldest first.

    Args:
        found: facts of gates by key.
        on: the athlete's date.
        name: an exercise slug as a name.
    """
    return tuple(
        _gate(key, facts, on, name) for key, facts in found.items() if facts["state"] == "open"
    )


def constraints(
    found: Mapping[str, Facts],
    *,
    on: date,
    reader: Reader,
    name: Callable[[str], str],
) -> tuple[BoundView, ...]:
    """Constraints in force on a date, the ones that end first at the top."""
    active = [
        (key, facts)
        for key, facts in found.items()
        if facts["status"] == "active"
        and facts["starts_on"] <= on.isoformat() <= facts["expires_on"]
    ]
    return tuple(
        BoundView(
            key,
            str(facts["title"]),
            bound_words(facts, reader, name),
            told(str(facts["reason"]), reader),
            wording.day(facts["expires_on"]),
            str(facts["owner"]).replace("_", " "),
        )
        for key, facts in sorted(active, key=lambda pair: str(pair[1]["expires_on"]))
    )


def bound_words(facts: Facts, reader: Reader, name: Callable[[str], str]) -> str:
    """The bound itself: "Split squat, load at most 32 kg"."""
    field, value = facts["field"], facts["value"]
    what = _FIELDS.get(field, str(field))
    who = name(facts["exercise"]) if facts.get("exercise") else ""
    if field == "session":
        told = "no session" if not value else what
    else:
        told = f"{what} {_SIGNS.get(facts['operator'], facts['operator'])} {_amount(field, value, reader)}"
    where = wording.region(facts["region"]) if facts.get("region") and not who else ""
    return ", ".join(part for part in (who or wording.capital(where), told) if part)


def _amount(field: str, value: Any, reader: Reader) -> str:
    if not isinstance(value, int) or isinstance(value, bool):
        return str(value)
    match field:
        case "load_g":
            return wording.load(value, reader.units)
        case "rpe_x10":
            return wording.rpe(value)
        case "rest_s" | "duration_s":
            return wording.clock(value) if field == "rest_s" else wording.duration(value)
        case "distance_m":
            return wording.distance(value, reader.distance_unit)
    return str(value)


def _gate(key: str, facts: Facts, on: date, name: Callable[[str], str]) -> GateView:
    progress = facts.get("progress") or {}
    criterion = facts.get("criterion") or {}
    slots = [_slot(slot) for slot in progress.get("slots") or []]
    wanted = int(progress.get("of") or criterion.get("count") or 0)
    met = int(progress.get("met") or 0)
    missing = max(0, wanted - sum(slot.state != "no" for slot in slots))
    slots += [Slot("to come", "not known yet", "wait")] * missing
    return GateView(
        key=key,
        title=str(facts["title"]),
        since=wording.day(facts["opened_on"]),
        region=str(facts["region"] or ""),
        slots=tuple(slots[-max(wanted, 1) :]) if wanted else (),
        rule=_rule(facts, criterion, name),
        met=f"{met} of {wanted}" if wanted else "",
        morning_of=_morning_of(progress.get("slots") or [], on),
        missed_morning_of=_morning_of(progress.get("slots") or [], on - timedelta(days=1)),
    )


def _rule(facts: Facts, criterion: Facts, name: Callable[[str], str]) -> str:
    guarded = [name(slug) for slug in facts.get("guards") or []]
    held = wording.listed(guarded) if guarded else "What it guards"
    verb = "does" if len(guarded) == 1 else "do"
    if criterion.get("kind") == "consecutive_exposures":
        return (
            f"{held} {verb} not rise until {criterion['count']} in a row are "
            f"{criterion['during_max']} or less during and {criterion['next_morning_max']} or less "
            "the next morning. No answer does not count."
        )
    return f"{held} {verb} not rise until a person decides: {criterion.get('text', '')}"


def _slot(slot: Facts) -> Slot:
    during, morning = slot.get("during"), slot.get("next_morning")
    told = ", ".join(
        part
        for part in (
            f"during {during}" if during is not None else "during not said",
            f"morning {morning}" if morning is not None else "morning not said",
        )
        if part
    )
    met = slot.get("met")
    state = "wait" if met is None else "yes" if met else "no"
    return Slot(wording.day(slot["date"]), told, state)


def _morning_of(slots: list[Facts], on: date) -> str:
    """The exposure of the day before whose morning is that date and not reported; empty otherwise."""
    yesterday = (on - timedelta(days=1)).isoformat()
    for slot in slots:
        if slot["date"] == yesterday and slot.get("next_morning") is None:
            return wording.day(yesterday)
    return ""
