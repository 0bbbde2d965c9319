"""What the plan itself states next for an item, and whether its pace or power targets still stand.

Owns since when an item's dose has been in effect. Readiness, pain, gates and constraints come later.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.domain.doses import guided_by_effort
from plans.domain.dose import rule_for, stated_next
from plans.domain.items import Dose, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coach.domain.packet import PacketItem
    from coach.domain.policy import Numbers
    from coach.domain.training import Seen

Facts = dict[str, Any]
TARGET_METRICS = {
    "pace_s_per_km": "threshold_pace_s_per_km",
    "power_w": "ftp_w",
    "hr_bpm": "lthr_bpm",
}
"""Which threshold a target of that kind rests on."""


def strength(
    item: Facts,
    rules: Iterable[Facts],
    seen: Sequence[Seen],
    *,
    since: date,
) -> Dose:
    """The plan's next dose of a strength item.

    Args:
        item: the planned item of that week.
        rules: rules of the plan.
        seen: exposures of the item, oldest first.
        since: when its dose took effect; earlier exposures were done under another one.
    """
    performed = [one.performed for one in seen if one.exposure.day >= since]
    return stated_next(item, rule_for(item["exercise"], rules), performed)


def in_effect_since(
    item: Facts,
    rules: Sequence[Facts],
    seen: Sequence[Seen],
    *,
    block_start: date,
    day: PacketItem,
    prescriptions: Sequence[PacketItem],
) -> date:
    """The first date whose exposures were done under the item's present dose.

    That is the start of the block, unless the planned day was edited since then: if the walk from
    the block's start no longer arrives at what the newest prescription had as planned, the item's
    own dose was edited, and counting starts after the edit.
    """
    edited = date.fromisoformat(day.recorded_at[:10])
    if edited <= block_start:
        return block_start
    planned = [
        (date.fromisoformat(p.facts["date"]), i["planned"]["load_g"])
        for p in sorted(prescriptions, key=lambda p: p.position)
        for i in p.facts["items"]
        if i["id"] == item["id"] and i.get("planned")
    ]
    if planned:
        on, load_g = planned[-1]
        before = [one for one in seen if one.exposure.day < on]
        if strength(item, rules, before, since=block_start).load_g == load_g:
            return block_start
    return edited + timedelta(days=1)


def endurance(item: Facts, rules: Iterable[Facts], *, today: date, numbers: Numbers) -> Dose:
    """The plan's next dose of an endurance item, by effort where its threshold is not verified."""
    dose = normalise(item)
    if not unverified(item, rules, today=today, numbers=numbers):
        return dose
    return guided_by_effort(dose, numbers.unverified_rpe_cap_x10)


def unverified(
    item: Facts, rules: Iterable[Facts], *, today: date, numbers: Numbers
) -> tuple[str, ...]:
    """Kinds of target of an endurance item that rest on no threshold, or on an old one."""
    kinds = {step["target_kind"] for step in item.get("steps") or ()} & set(TARGET_METRICS)
    valid = {
        rule["params"]["metric"]
        for rule in rules
        if rule["kind"] == "threshold"
        and item["modality"] in rule["applies_to"]
        and (today - date.fromisoformat(rule["params"]["tested_on"])).days <= numbers.test_age_days
    }
    return tuple(sorted(kind for kind in kinds if TARGET_METRICS[kind] not in valid))
