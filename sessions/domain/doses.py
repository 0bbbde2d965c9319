"""The dose of one item of a prescription and its conservative branches: checked field by field.

Strength items name an exercise, endurance items a modality. The dose is exact; `planned` keeps what
the plan would have had, so that a difference can be shown and explained.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts
from sessions.domain import keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from decisions.domain.surface import Facts

TARGETS = ("rpe", "pace_s_per_km", "power_w", "hr_bpm", "open")
BRANCH = (
    "item",
    "signal",
    "check",
    "if_present",
    "if_absent",
    "if_not_measured",
    "stop_rule",
    "expires",
)
POSITION_MAX = 2**53 - 1

_DOSE = ("sets", "reps_low", "reps_high", "load_g", "rpe_x10", "rest_s")
_STRENGTH = ("id", "exercise", "reps", *_DOSE, "planned", "why", "cites", "held_by")
_ENDURANCE = (
    "id",
    "modality",
    "steps",
    "duration_s",
    "rpe_x10",
    "planned",
    "why",
    "cites",
    "held_by",
)
_ENDURANCE_DOSE = ("steps", "duration_s", "rpe_x10")
_STEP = ("name", "repeat", "duration_s", "distance_m", "target_kind", "low", "high")


def item(entry: Facts) -> Facts:
    """Complete facts of one item.

    Raises:
        InvalidFacts: names the field inside the item.
    """
    if "exercise" in entry:
        check.known_only(entry, _STRENGTH)
        return {
            "id": check.text(entry, "id", limit=80),
            "exercise": keys.checked_slug(
                str(check.text(entry, "exercise", limit=80)), field="exercise"
            ),
            "reps": check.integer(entry, "reps", low=0, high=999),
            **_strength_dose(entry),
            **_lineage(entry, _strength_dose),
        }
    if "modality" in entry:
        check.known_only(entry, _ENDURANCE)
        return {
            "id": check.text(entry, "id", limit=80),
            "modality": check.text(entry, "modality", limit=80),
            **_endurance_dose(entry),
            **_lineage(entry, _endurance_dose),
        }
    raise InvalidFacts("exercise", "is missing (a strength item names one, others a modality)")


def positions(facts: Facts, field: str) -> list[int]:
    """A list of log positions, in order, each once."""
    found = check.listing(facts, field, limit=2000)
    for value in found:
        check.integer({field: value}, field, low=1, high=POSITION_MAX)
    return sorted(set(found))


def _strength_dose(item: Facts) -> Facts:
    check.known_only(item, (*_DOSE, *_STRENGTH))
    low = check.integer(item, "reps_low", low=0, high=999)
    high = check.integer(item, "reps_high", low=0, high=999)
    if low is not None and high is not None and low > high:
        raise InvalidFacts("reps_low", f"is above reps_high ({low} > {high})")
    return {
        "sets": check.integer(item, "sets", low=0, high=100),
        "reps_low": low,
        "reps_high": high,
        "load_g": check.integer(item, "load_g", low=0, high=2_000_000, none=True),
        "rpe_x10": check.integer(item, "rpe_x10", low=10, high=100, none=True),
        "rest_s": check.integer(item, "rest_s", low=0, high=3600, none=True),
    }


def _endurance_dose(item: Facts) -> Facts:
    check.known_only(item, (*_ENDURANCE_DOSE, *_ENDURANCE))
    return {
        "steps": each(item, "steps", _step),
        "duration_s": check.integer(item, "duration_s", low=0, high=7 * 86_400, none=True),
        "rpe_x10": check.integer(item, "rpe_x10", low=10, high=100, none=True),
    }


def _lineage(item: Facts, dosed: Callable[[Facts], Facts]) -> Facts:
    planned = check.mapping(item, "planned", none=True)
    return {
        "planned": None if planned is None else dosed(planned),
        "why": check.text(item, "why", limit=1000, none=True),
        "cites": positions(item, "cites"),
        "held_by": texts(item, "held_by"),
    }


def _step(step: Facts) -> Facts:
    check.known_only(step, _STEP)
    return {
        "name": check.text(step, "name", limit=80),
        "repeat": check.integer(step, "repeat", low=1, high=200),
        "duration_s": check.integer(step, "duration_s", low=0, high=7 * 86_400, none=True),
        "distance_m": check.integer(step, "distance_m", low=0, high=2_000_000, none=True),
        "target_kind": check.choice(step, "target_kind", TARGETS),
        "low": check.integer(step, "low", low=0, high=100_000, none=True),
        "high": check.integer(step, "high", low=0, high=100_000, none=True),
    }


def branch(entry: Facts) -> Facts:
    """Complete facts of one conservative branch."""
    check.known_only(entry, BRANCH)
    words = ("signal", "check", "if_present", "if_absent", "if_not_measured", "stop_rule")
    return {
        "item": check.text(entry, "item", limit=80, none=True),
        **{name: check.text(entry, name, limit=500) for name in words},
        "expires": check.iso_date(entry, "expires"),
    }


def texts(facts: Facts, field: str) -> list[str]:
    """A list of short texts."""
    found = check.listing(facts, field)
    return [str(check.text({field: value}, field, limit=1000)) for value in found]


def each(facts: Facts, field: str, one: Callable[[Facts], Facts]) -> list[Facts]:
    """A list of objects, each checked; the error names the place, as `items[0].sets`."""
    done = []
    for index, entry in enumerate(check.listing(facts, field)):
        where = f"{field}[{index}]"
        found: Any = entry
        if not isinstance(found, dict):
            raise InvalidFacts(where, "must be an object")
        try:
            done.append(one(found))
        except InvalidFacts as error:
            raise InvalidFacts(f"{where}.{error.field}", error.message) from None
    return done
