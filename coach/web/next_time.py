"""Next time per lift with the number that decides: the plan's own rule applied to this session.

Pure, and only a preview: the next prescription is judged again with everything known by then. What
a gate holds stays; what has no RPE where the rule needs one is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.web import doses as web_doses
from coach.web import wording
from plans.domain import dose as doses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from coach.web.taste import Taste
    from plans.domain.schedule import Planned

Facts = dict[str, Any]

_DIRECTIONS = {
    "up": ("up", "g-up", "Up"),
    "down": ("down", "g-down", "Down"),
    "same": ("same", "g-o-nochange", "Same"),
    "unknown": ("unknown", "g-unknown", "Unknown"),
}


@dataclass(frozen=True, slots=True)
class Next:
    """What the rule says about one lift.

    Attributes:
        number, means: the deciding number and what it counts.
        missing: client id of the set whose RPE would decide; empty when none would.
    """

    css: str
    glyph: str
    word: str
    title: str
    when: str
    because: str
    number: str
    means: str
    missing: str


def build(
    given: Facts,
    sets: Sequence[tuple[str, Facts]],
    *,
    rules: Sequence[Facts],
    gates: Mapping[str, Facts],
    upcoming: Sequence[Planned],
    on: date,
    taste: Taste,
) -> tuple[Next, ...]:
    """One entry per prescribed lift.

    Args:
        given: facts of the prescription that was followed.
        sets: (client id, facts) of recorded sets, in order.
        rules: facts of the plan's rules.
        gates: gate facts by key.
        upcoming: planned sessions after this one.
        on: date of the session.
    """
    return tuple(
        _next(item, sets, rules, gates, upcoming, on, taste)
        for item in given.get("items", ())
        if "exercise" in item
    )


def _next(
    item: Facts,
    sets: Sequence[tuple[str, Facts]],
    rules: Sequence[Facts],
    gates: Mapping[str, Facts],
    upcoming: Sequence[Planned],
    on: date,
    taste: Taste,
) -> Next:
    work = [
        (name, facts)
        for name, facts in sets
        if facts["planned_item"] == item["id"]
        and facts["kind"] == "work"
        and facts["state"] != "skipped"
    ]
    rule = doses.rule_for(item["exercise"], rules)
    stated = doses.stated_next(item, rule, [_performed(item, [f for _, f in work], on)])
    when = _when(item["exercise"], upcoming)
    name = taste.name(item["exercise"])
    held = [gates[key] for key in item["held_by"] if gates.get(key, {}).get("state") == "open"]
    number, means = _deciding(item, [f for _, f in work], stated)
    missing = _missing(item, work, stated, rule)
    load = stated.load_g
    if held:
        direction, load = "same", item["load_g"]
        because = f"{_because(stated, taste)}. The gate holds it there."
        progress = held[0].get("progress") or {}
        number, means = f"{progress.get('met', 0)} of {progress.get('of', '?')}", held[0]["title"]
    elif missing:
        direction, because = "unknown", "Stays until the last set has an RPE. You can still add it."
    else:
        direction = stated.step if stated.step in ("up", "down") else "same"
        because = f"{_because(stated, taste)}."
    css, glyph, word = _DIRECTIONS[direction]
    title = f"{name}, {wording.load(load, taste.units)}" if load else name
    return Next(css, glyph, word, title, when, because, number, means, missing)


def _because(stated: doses.Dose, taste: Taste) -> str:
    """The rule's reason with its loads in the athlete's unit."""
    return web_doses.in_unit(wording.capital(stated.because), taste.units)


def _performed(item: Facts, work: Sequence[Facts], on: date) -> doses.Performed:
    loads = [facts["load_g"] for facts in work]
    known = [load for load in loads if load is not None]
    return doses.Performed(
        date=on,
        load_g=min(known) if known and len(known) == len(loads) else None,
        reps=tuple(facts["reps"] for facts in work),
        rpe_x10=tuple(facts["rpe_x10"] for facts in work),
        prescribed_sets=item["sets"],
        prescribed_load_g=item["load_g"],
        comparable=True,
    )


def _deciding(item: Facts, work: Sequence[Facts], stated: doses.Dose) -> tuple[str, str]:
    if not work:
        return "0", "sets logged"
    meant = item["reps"] if item.get("reps") is not None else item["reps_high"]
    short = [
        (place, facts["reps"])
        for place, facts in enumerate(work, start=1)
        if facts["reps"] is not None and facts["reps"] < meant
    ]
    if short and stated.step != "up":
        place, reps = short[-1]
        return f"{reps} of {meant}", f"prescribed reps in set {place}"
    top, reached = item["reps_high"], [facts["reps"] for facts in work]
    if stated.step != "up" and None not in reached and min(reached) < top:
        return f"{min(reached)} of {meant}", f"prescribed reps; {top} in every set raise the load"
    rpe = work[-1]["rpe_x10"]
    if item["rpe_x10"] is not None and rpe is not None:
        limit = wording.rpe(item["rpe_x10"])
        return f"RPE{wording.NBSP}{wording.rpe(rpe)}", f"last set, limit {limit}"
    with_rpe = sum(facts["rpe_x10"] is not None for facts in work)
    if item["rpe_x10"] is not None:
        return f"{with_rpe} of {len(work)}", "sets with RPE"
    return f"{len(work)} of {item['sets']}", "sets done"


def _missing(
    item: Facts, work: Sequence[tuple[str, Facts]], stated: doses.Dose, rule: Facts | None
) -> str:
    if rule is None or rule["kind"] != "double_progression" or item["rpe_x10"] is None or not work:
        return ""
    name, last = work[-1]
    waits = last["rpe_x10"] is None and last["state"] == "done"
    return name if waits and "RPE" in stated.because else ""


def _when(slug: str, upcoming: Sequence[Planned]) -> str:
    for session in upcoming:
        for item in session.day["items"]:
            if item.get("exercise") == slug:
                scheme = wording.scheme({**item, "reps": None})
                return f"{wording.day(session.date)}, {scheme}"
    return "Not planned again"
