"""Entries of the lists in a planned day: taken out, or added from one blank row each.

Pure. Other entries, and every field of an entry that the form does not show, stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from coach.review import edits
from coach.review.addresses import addressed, nested
from coach.review.leaves import Leaf
from coach.review.words import METRIC, Units, kind_of, label_of
from decisions.domain.errors import InvalidFacts

Facts = dict[str, Any]
Slug = Callable[[str, str], str]
"""Label and what was typed, to the slug of an exercise or modality; raises InvalidFacts."""

DROP, NEW = "drop:", "new:"
STRENGTH = ("exercise", "sets", "reps_low", "reps_high", "load_g", "rpe_x10", "rest_s")
ENDURANCE = ("modality", "duration_s", "rpe_x10")
STEP = ("name", "repeat", "duration_s", "distance_m", "target_kind", "low", "high")
WEEK = ("week", "skip")
_PRESET = frozenset({"skip", "target_kind"})
"""Inputs that always say something; they alone make no row."""

_WORDS = {"items": "New row", "steps": "New step", "weeks": "New week"}


def blank(path: str, day: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields of the blank row of a list of a planned day."""
    name = path.rpartition(".")[2]
    if name == "items":
        return STRENGTH if day.get("sport") == "strength" else ENDURANCE
    return STEP if name == "steps" else WEEK


def rebuilt(
    facts: Mapping[str, Any], form: Mapping[str, str], slug: Slug, units: Units = METRIC
) -> Facts:
    """Facts with the rows that were ticked taken out and the blank rows that were filled added.

    Raises:
        InvalidFacts: naming the new row and its field.
    """
    dropped = {name.removeprefix(DROP) for name in form if name.startswith(DROP)}
    added: dict[str, dict[str, str]] = {}
    for name, text in form.items():
        if name.startswith(NEW) and text.strip():
            path, _, field = name.removeprefix(NEW).rpartition(":")
            added.setdefault(path, {})[field] = text
    made = _without(dict(facts), "", dropped)
    for path, typed in added.items():
        if "weekday" in facts and not set(typed) <= _PRESET:
            made = _with(made, "", path, _entry(path, typed, facts, made, slug, units))
    return made


def _without(facts: Facts, path: str, dropped: set[str]) -> Facts:
    kept: Facts = {}
    for field, value in facts.items():
        here = f"{path}.{field}" if path else field
        if nested(value):
            kept[field] = [
                _without(entry, f"{here}[{address}]", dropped)
                for address, entry in addressed(value)
                if f"{here}[{address}]" not in dropped
            ]
        else:
            kept[field] = value
    return kept


def _with(facts: Facts, path: str, wanted: str, entry: Facts) -> Facts:
    made: Facts = {}
    for field, value in facts.items():
        here = f"{path}.{field}" if path else field
        if here == wanted:
            made[field] = [*(value or []), entry]
        elif nested(value):
            made[field] = [
                _with(one, f"{here}[{address}]", wanted, entry) for address, one in addressed(value)
            ]
        else:
            made[field] = value
    return made


def _entry(
    path: str,
    typed: Mapping[str, str],
    day: Mapping[str, Any],
    made: Mapping[str, Any],
    slug: Slug,
    units: Units,
) -> Facts:
    name = path.rpartition(".")[2]
    row = _WORDS.get(name, "New entry")
    if name == "weeks":
        return _week(row, typed, made, units)
    fields = blank(path, day)
    subject = fields[0]
    if not typed.get(subject, "").strip():
        raise InvalidFacts(f"{row}, {label_of(subject)}", "is missing")
    if name == "steps":
        return {"repeat": 1, **_typed(row, fields, {"repeat": "1", **typed}, units)}
    found = slug(f"{row}, {label_of(subject)}", typed[subject])
    own = {"id": _free(found, made), subject: found}
    rest = _typed(row, fields[1:], typed, units)
    return {**own, **rest} if subject == "exercise" else {**own, "steps": [], **rest}


def _week(row: str, typed: Mapping[str, str], made: Mapping[str, Any], units: Units) -> Facts:
    """A week that is left out, or one that starts as a copy of the day's rows, to be changed then."""
    week = _typed(row, ("week",), typed, units)["week"]
    skip = typed.get("skip", "").strip() == "yes"
    return {"week": week, "skip": skip, "items": None if skip else list(made["items"])}


def _typed(row: str, fields: Sequence[str], typed: Mapping[str, str], units: Units) -> Facts:
    values: Facts = {}
    siblings = dict(typed)
    for field in fields:
        leaf = Leaf(field, f"{row}, {label_of(field)}", kind_of(field, siblings), None)
        values[field] = edits.read(leaf, typed.get(field, ""), units)
    return values


def _free(slug: str, made: Mapping[str, Any]) -> str:
    """An id for a new row that no other row has."""
    taken = {str(one.get("id")) for one in made.get("items") or ()}
    taken |= {
        str(one.get("id")) for week in made.get("weeks") or () for one in week.get("items") or ()
    }
    base = re.sub(r"[^a-z0-9_-]", "", slug)[:60]
    return next(
        name for name in (base, *(f"{base}-{n}" for n in range(2, 99))) if name not in taken
    )
