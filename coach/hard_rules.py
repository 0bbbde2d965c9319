"""Rules that run again at approval and that an approval cannot override: lift the bound first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decisions.domain.errors import InvalidFacts
from decisions.selectors import known
from decisions.selectors.known import Range
from plans.domain import diff, gates, tree, whole
from plans.domain.items import session_dose
from plans.selectors.policy import change_policy
from plans.selectors.structure import tree as tree_of
from sessions.catalogue import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.models import Stream


def nothing_rises_behind_a_gate(stream: Stream, targets: Sequence[dict[str, Any]]) -> str | None:
    """Refuse a change that makes an exercise harder while an open gate guards it."""
    open_gates = {
        item.key: item.facts
        for item in known.known(stream, ranges=[Range("plans.gate")])
        if item.facts is not None and item.facts["state"] == "open"
    }
    if not open_gates:
        return None
    for target in targets:
        if target["surface"] != tree.DAY or target["after"] is None:
            continue
        for exercise in _rising(target["before"], target["after"]):
            for key in gates.guarding(open_gates, exercise):
                title = open_gates[key]["title"]
                return f"{exercise} may not rise: the gate “{title}” is open. Close it first."
    return None


def the_plan_stays_whole(stream: Stream, targets: Sequence[dict[str, Any]]) -> str | None:
    """Refuse a change after which the parts of the plan no longer fit together."""
    changes = [
        (t["surface"], t["key"], t["after"]) for t in targets if t["surface"] in tree.SURFACES
    ]
    try:
        whole.require_whole(tree.with_changes(tree_of(stream), changes))
    except InvalidFacts as error:
        return f"{error.field}: {error.message}"
    return None


def _rising(before: dict[str, Any] | None, after: dict[str, Any]) -> set[str]:
    """Exercises or modalities of a planned day that become harder in it or in one of its weeks."""
    old = before or {**after, "items": [], "weeks": []}
    rising: set[str] = set()
    weeks = {None} | {w["week"] for w in [*old["weeks"], *after["weeks"]]}
    for week in weeks:
        changes = diff.diff(
            session_dose({**old, "items": _items(old, week)}),
            session_dose({**after, "items": _items(after, week)}),
            change_policy(),
            {slug: exercise.increment_g for slug, exercise in catalogue().exercises.items()},
        )
        named = {i["id"]: i.get("exercise") or i["modality"] for i in _items(after, week)}
        rising |= {
            named[change.item]
            for change in changes
            if change.rises and change.item is not None and change.item in named
        }
    return rising


def _items(day: dict[str, Any], week: int | None) -> list[dict[str, Any]]:
    for override in day["weeks"]:
        if override["week"] == week:
            return [] if override["skip"] else (override["items"] or day["items"])
    return list(day["items"])
