"""Thresholds of a plan as people read them: the value, what it rests on, how long, and what follows from it.

A threshold moves no dose by itself: it verifies the targets of its kind and is what later tests are
judged against. Where no session has such a target, that is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.data import coach_policy
from coach.domain.stated import TARGET_METRICS
from coach.retrieval import policy
from coach.web import wording
from plans.domain import block_weeks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from coach.web.taste import Taste

Facts = dict[str, Any]
THRESHOLD = "threshold"
_NAMES = {
    "threshold_pace_s_per_km": ("Threshold pace", "pace"),
    "ftp_w": ("Functional threshold power", "power"),
    "lthr_bpm": ("Threshold heart rate", "heart rate"),
}
_KINDS = {metric: kind for kind, metric in TARGET_METRICS.items()}


@dataclass(frozen=True, slots=True)
class ThresholdView:
    """One threshold.

    Attributes:
        key: of its rule.
        name, value: such as “Threshold pace” and “4:24/km”.
        tested_on, until: ISO dates; from the day after `until` on effort guides instead.
        source: where the value comes from, in the words of the record.
        valid: whether it still verifies targets.
        applies_to: what it is for.
        targets: the sessions that it verifies, one line each.
        follows: what comes of it, in one sentence or two.
    """

    key: str
    name: str
    value: str
    tested_on: str
    until: str
    source: str
    valid: bool
    applies_to: str
    targets: tuple[str, ...]
    follows: str


def valid_days() -> int:
    """For how many days a test verifies targets, by the policy in force."""
    try:
        values = policy.in_force(up_to=2**62).values["coach"]
    except LookupError:
        values = coach_policy()["values"]
    return int(values["test_age_days"])


def views(
    rules: Mapping[str, Facts],
    blocks: Mapping[str, Facts],
    days: Mapping[str, Facts],
    *,
    on: date,
    taste: Taste,
) -> tuple[ThresholdView, ...]:
    """Every threshold among the rules of a plan.

    Args:
        rules, blocks, days: facts by key.
        on: the athlete's date; blocks that are over have no say.
        taste: units and names of who reads.
    """
    return tuple(
        view(key, rule, blocks, days, on=on, taste=taste)
        for key, rule in rules.items()
        if rule["kind"] == THRESHOLD
    )


def view(
    key: str,
    rule: Facts,
    blocks: Mapping[str, Facts],
    days: Mapping[str, Facts],
    *,
    on: date,
    taste: Taste,
) -> ThresholdView:
    """One threshold rule in words."""
    params = rule["params"]
    name, kind = _NAMES[params["metric"]]
    until = date.fromisoformat(params["tested_on"]) + timedelta(days=valid_days())
    ahead = {k: b for k, b in blocks.items() if block_weeks.ends_on(b) >= on}
    targets = tuple(dict.fromkeys(_targets(rule, ahead, days, taste)))
    return ThresholdView(
        key=key,
        name=name,
        value=_value(params, taste),
        tested_on=params["tested_on"],
        until=until.isoformat(),
        source=params["source"],
        valid=on <= until,
        applies_to=wording.listed([taste.name(slug) for slug in rule["applies_to"]]),
        targets=targets,
        follows=_follows(kind, targets=bool(targets), valid=on <= until),
    )


def _follows(kind: str, *, targets: bool, valid: bool) -> str:
    if targets and valid:
        return f"It verifies the {kind} targets of these sessions; their numbers stay as written."
    if targets:
        return f"The test is too old, so effort guides these sessions instead of {kind}."
    return (
        f"No session is targeted by {kind} today. The threshold is recorded and used to judge the "
        f"next tests, and to verify {kind} targets once a session has one."
    )


def _value(params: Facts, taste: Taste) -> str:
    value = params["value"]
    match params["metric"]:
        case "threshold_pace_s_per_km":
            return wording.pace(value, taste.distance_unit)
        case "ftp_w":
            return f"{value}{wording.NBSP}W"
        case _:
            return f"{value}{wording.NBSP}bpm"


def _targets(
    rule: Facts, blocks: Mapping[str, Facts], days: Mapping[str, Facts], taste: Taste
) -> Iterator[str]:
    kind = _KINDS[rule["params"]["metric"]]
    for day in days.values():
        if day["block"] not in blocks:
            continue
        overrides = [item for week in day["weeks"] for item in week["items"] or ()]
        for item in (*day["items"], *overrides):
            for step in item.get("steps") or ():
                if item["modality"] in rule["applies_to"] and step["target_kind"] == kind:
                    weekday = wording.weekday(day["weekday"])
                    yield f"{day['title']} ({weekday}): {step['name']} {_range(step, taste)}"


def _range(step: Facts, taste: Taste) -> str:
    said = [_bound(step["target_kind"], v, taste) for v in (step["low"], step["high"]) if v]
    if step["target_kind"] == "pace_s_per_km" and len(said) == 2:
        said[0] = said[0].partition("/")[0]
    return wording.RANGE.join(dict.fromkeys(said))


def _bound(kind: str, value: int, taste: Taste) -> str:
    if kind == "pace_s_per_km":
        return wording.pace(value, taste.distance_unit)
    return f"{value}{wording.NBSP}{'W' if kind == 'power_w' else 'bpm'}"
