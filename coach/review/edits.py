"""Facts as a form and back: one field per leaf, typed in the person's units, checked by its kind.

Owns reading what was typed; whether the result is valid is the surface's to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review.leaves import Leaf, leaves
from coach.review.put_back import replaced
from coach.review.typed_text import plain
from coach.review.words import DAYS, METRIC, Units, humanise, rpe
from decisions.domain.errors import InvalidFacts
from plans.domain import endurance_items, structure
from sessions.domain import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

FIXED = frozenset(
    {"exercise", "modality", "metric", "field", "kind", "week", "items", "steps", "block", "plan"}
)
"""Names of leaves that say what a thing is; they change with the whole, not by themselves."""

_CLOCK = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,3}):([0-5][0-9])", re.ASCII)
_UNITS = {"bpm": "bpm", "watt": "W", "hours": "h", "ms": "ms", "kcal": "kcal"}
_CLOCKS = {"duration": "min:s", "pace": "min:s per km"}
_SMALL = 2**53
_LONGEST = 2000
_CHOICES = {
    "priority": structure.PRIORITIES,
    "phase": structure.PHASES,
    "status": structure.STATUSES,
    "target_kind": (*endurance_items.TARGETS, "open"),
}
_TARGETS = {"rpe": "RPE", "pace_s_per_km": "Pace", "power_w": "Power", "hr_bpm": "Heart rate"}


@dataclass(frozen=True, slots=True)
class Field:
    """One value to be edited.

    Attributes:
        path: its address, also the name of the input.
        group: the entry that it belongs to in words, empty for the thing itself.
        label: its own name.
        unit: what to type, empty for text.
        text: the value as it is typed.
        long: whether it wants more than one line.
        choices: (value, words) where only some values are possible.
    """

    path: str
    group: str
    label: str
    unit: str
    text: str
    long: bool
    choices: tuple[tuple[str, str], ...] = ()


def fields(facts: Mapping[str, Any], units: Units = METRIC) -> tuple[Field, ...]:
    """A field for every leaf that a person may change by itself."""
    return tuple(field_of(leaf, facts, units) for leaf in leaves(facts).values() if _editable(leaf))


def field_of(leaf: Leaf, facts: Mapping[str, Any], units: Units = METRIC) -> Field:
    """The input of one leaf of some facts."""
    text = entry(leaf, units)
    return Field(
        leaf.path, *_named(leaf), _unit(leaf, units), text, _long(leaf), _choices(leaf, facts, text)
    )


def edited(
    facts: Mapping[str, Any], typed: Mapping[str, str], units: Units = METRIC
) -> dict[str, Any]:
    """Facts with what was typed; a path that is not typed keeps its value.

    Raises:
        InvalidFacts: naming the label of the field.
    """
    kinds = {path: text for path, text in typed.items() if path.endswith(".target_kind")}
    retargeted = replaced(facts, _values(facts, kinds, units))
    return replaced(retargeted, _values(retargeted, typed, units))


def changed(
    facts: Mapping[str, Any], typed: Mapping[str, str], units: Units = METRIC
) -> dict[str, str]:
    """What was typed anew: the paths whose text is no longer the one that the form showed."""
    known = {leaf.path: leaf for leaf in leaves(facts).values() if _editable(leaf)}
    return {
        path: text
        for path, text in typed.items()
        if path in known and text.strip() != entry(known[path], units)
    }


def entry(leaf: Leaf, units: Units = METRIC) -> str:
    """A value as a person types it; unknown is blank."""
    value = leaf.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return _number(leaf.kind, value, units) if isinstance(value, int) else str(value)


def read(leaf: Leaf, typed: str, units: Units = METRIC) -> Any:
    """What was typed as a value of the leaf's kind; blank is unknown.

    Raises:
        InvalidFacts: naming the leaf.
    """
    text = plain(leaf.label, typed, limit=_LONGEST)
    if isinstance(leaf.value, list):
        return [part.strip() for part in text.split(",") if part.strip()]
    if not text:
        return None
    if isinstance(leaf.value, bool):
        return _flag(leaf, text)
    return text if isinstance(leaf.value, str) else _measured(leaf, text, units)


def _values(facts: Mapping[str, Any], typed: Mapping[str, str], units: Units) -> dict[str, Any]:
    known = {leaf.path: leaf for leaf in leaves(facts).values() if _editable(leaf)}
    return {
        path: read(known[path], text, units) for path, text in changed(facts, typed, units).items()
    }


def _choices(leaf: Leaf, facts: Mapping[str, Any], text: str) -> tuple[tuple[str, str], ...]:
    name = leaf.path.rpartition(".")[2]
    values: tuple[str, ...] = _CHOICES.get(name, ())
    if name == "sport":
        values = structure.DAY_SPORTS if "weekday" in facts else structure.SPORTS
    if leaf.kind == "weekday":
        values = DAYS
    if isinstance(leaf.value, bool):
        values = ("no", "yes")
    if values and text not in values:
        values = (text, *values)
    return tuple((value, _TARGETS.get(value) or humanise(value)) for value in values)


def _number(kind: str, value: int, units: Units) -> str:
    if kind == "mass":
        return numbers.entry_text(value, unit=units.mass)
    if kind == "weekday" and 0 <= value < len(DAYS):
        return DAYS[value]
    if kind == "rpe":
        return rpe(value)
    return _clock(value) if kind in _CLOCKS else str(value)


def _measured(leaf: Leaf, text: str, units: Units) -> Any:
    if leaf.kind == "mass":
        return numbers.load_g(text, units=units.mass, field=leaf.label)
    if leaf.kind == "rpe":
        return numbers.rpe_x10(text, field=leaf.label)
    if leaf.kind in _CLOCKS:
        return _seconds(leaf, text)
    if leaf.kind == "weekday" and not text.isdigit():
        return _weekday(leaf, text)
    return _whole(leaf, text)


def _editable(leaf: Leaf) -> bool:
    return leaf.path.rpartition(".")[2] not in FIXED and leaf.value != []


def _named(leaf: Leaf) -> tuple[str, str]:
    group, _, own = leaf.label.rpartition(", ")
    return (group, own[:1].upper() + own[1:]) if "[" in leaf.path else ("", leaf.label)


def _unit(leaf: Leaf, units: Units) -> str:
    if leaf.kind == "mass":
        return units.mass
    if leaf.kind == "distance":
        return "m"
    return _UNITS.get(leaf.kind) or _CLOCKS.get(leaf.kind, "")


def _long(leaf: Leaf) -> bool:
    return isinstance(leaf.value, str) and len(leaf.value) > 60


def _clock(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}:{rest:02d}"
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def _seconds(leaf: Leaf, text: str) -> int:
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise InvalidFacts(leaf.label, "must be minutes and seconds such as 3:00, or 1:15:00")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    if match[1] is not None and minutes >= 60:
        raise InvalidFacts(leaf.label, "has more than 59 minutes")
    return hours * 3600 + minutes * 60 + seconds


def _weekday(leaf: Leaf, text: str) -> int:
    if text.capitalize() not in DAYS:
        raise InvalidFacts(leaf.label, "must be a day of the week such as Monday")
    return DAYS.index(text.capitalize())


def _flag(leaf: Leaf, text: str) -> bool:
    if text.lower() not in {"yes", "no"}:
        raise InvalidFacts(leaf.label, "must be yes or no")
    return text.lower() == "yes"


def _whole(leaf: Leaf, text: str) -> int | str:
    if re.fullmatch(r"-?[0-9]{1,16}", text) and abs(int(text)) < _SMALL:
        return int(text)
    if leaf.value is None:
        return text
    raise InvalidFacts(leaf.label, "must be a whole number")
