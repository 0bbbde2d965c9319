"""What the plan itself states next for an item, and whether its pace or power targets still stand.

Owns since when an item's dose has been in effect. Readiness, pain, gates and constraints come later.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from coach.domain.lighter import guided_by_effort
from plans.domain.dose import rule_for, stated_next
from plans.domain.items import Dose, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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


@dataclass(frozen=True, slots=True)
class Walk:
    """How the plan's rule came to an item's next dose.

    Attributes:
        dose: what the plan states next.
        used: the exposures that the rule looked at, oldest first.
    """

    dose: Dose
    used: tuple[Seen, ...]


def strength(
    item: Facts,
    rules: Sequence[Facts],
    seen: Sequence[Seen],
    *,
    block_start: date,
    since: tuple[int, date],
    prescriptions: Mapping[str, PacketItem],
) -> Walk:
    """The plan's next dose of a strength item.

    The walk begins at the block's start with the item's own dose. A prescription remembers what the
    plan stated before its session, so the walk is set right wherever it disagrees: exposures that
    the packet leaves out, or a dose that was edited on the way, do no harm. An item whose dose was
    edited after the newest prescription is stated anew.

    Args:
        item: the planned item of that week.
        rules: rules of the plan.
        seen: exposures of the item, oldest first.
        block_start: exposures before it belong to another block.
        since: position and date of the version of the day that brought the item's present dose.
        prescriptions: by session key.
    """
    rule = rule_for(item["exercise"], rules)
    walked = [one for one in seen if one.exposure.day >= block_start]
    restated = [one for one in walked if _issued_after(one, since, prescriptions)]
    if walked and not _issued_after(walked[-1], since, prescriptions):
        walked = restated
    base = item
    used: list[Seen] = []
    for one in walked:
        then = _planned_then(one, item, prescriptions)
        now = stated_next(base, rule, [u.performed for u in used])
        if then is not None and then["load_g"] != now.load_g:
            base, used = {**item, **then}, []
        used.append(one)
    return Walk(stated_next(base, rule, [u.performed for u in used]), tuple(used))


def _issued_after(
    one: Seen, since: tuple[int, date], prescriptions: Mapping[str, PacketItem]
) -> bool:
    """Whether an exposure was prescribed, or without a prescription done, under the present dose."""
    issued = prescriptions.get(one.exposure.session_key)
    position, day = since
    return issued.position > position if issued is not None else one.exposure.day >= day


def _planned_then(one: Seen, item: Facts, prescriptions: Mapping[str, PacketItem]) -> Facts | None:
    """The load, and where it was prescribed in full the reps, that the plan stated for an exposure."""
    issued = prescriptions.get(one.exposure.session_key)
    entries = [] if issued is None else issued.facts["items"]
    entry = next((e for e in entries if e["id"] == item["id"] and e.get("planned")), None)
    if entry is None or entry["planned"]["load_g"] is None:
        return None
    then = {"load_g": entry["planned"]["load_g"]}
    if entry["load_g"] == then["load_g"]:
        then["reps"] = entry["reps"]
    return then


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
