"""What a plan, a block, a planned day and a rule may say: complete facts, and one sentence each.

Only what one item says by itself. Whether blocks, days and rules fit together: `plans.domain.whole`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain import facts as check
from decisions.domain.dates import PLANNED_FROM
from decisions.domain.errors import InvalidFacts
from plans.domain import item_words, nested, prescribable
from plans.domain.words import listed, spoken

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

SPORTS = ("strength", "endurance", "hybrid")
STATUSES = ("active", "retired")
PHASES = (
    "accumulation",
    "intensification",
    "realisation",
    "deload",
    "taper",
    "return",
    "base",
    "build",
)
DAY_SPORTS = ("strength", "run", "ride", "swim")
PRIORITIES = ("key", "support", "optional")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
RULE_KINDS = ("double_progression", "hold", "long_lived", "threshold")
METRICS = ("threshold_pace_s_per_km", "ftp_w", "lthr_bpm")
LONGEST_BLOCK_WEEKS = 26

PLAN = ("title", "goal", "sport", "starts_on", "status")
BLOCK = ("plan", "name", "phase", "order", "starts_on", "weeks", "goal")
DAY = (
    "block",
    "title",
    "sport",
    "session_type",
    "weekday",
    "priority",
    "minutes",
    "items",
    "weeks",
)
RULE = ("plan", "kind", "applies_to", "params", "text")


def plan(facts: Facts) -> Facts:
    """Complete facts of a plan.

    Raises:
        InvalidFacts: an entry is missing, wrong or unknown; names it.
    """
    check.known_only(facts, PLAN)
    return {
        "title": check.text(facts, "title"),
        "goal": check.text(facts, "goal", limit=500),
        "sport": check.choice(facts, "sport", SPORTS),
        "starts_on": check.iso_date(facts, "starts_on", earliest=PLANNED_FROM),
        "status": check.choice(facts, "status", STATUSES),
    }


def block(facts: Facts) -> Facts:
    """Complete facts of a block; `plan` is the key of its plan, `weeks` its length.

    Raises:
        InvalidFacts: an entry is missing, wrong or unknown; names it.
    """
    check.known_only(facts, BLOCK)
    return {
        "plan": check.text(facts, "plan", limit=100),
        "name": check.text(facts, "name"),
        "phase": check.choice(facts, "phase", PHASES),
        "order": check.integer(facts, "order", low=1, high=99),
        "starts_on": check.iso_date(facts, "starts_on", earliest=PLANNED_FROM),
        "weeks": check.integer(facts, "weeks", low=1, high=LONGEST_BLOCK_WEEKS),
        "goal": check.text(facts, "goal", limit=500, none=True),
    }


def planned_day(facts: Facts) -> Facts:
    """Complete facts of a planned day; `block` is the key of its block, weekday 0 is Monday.

    Raises:
        InvalidFacts: an entry is missing, wrong or unknown; names the path to it.
    """
    check.known_only(facts, DAY)
    items = prescribable.items(facts, "items")
    minutes = check.integer(facts, "minutes", low=1, high=1440, none=True)
    if not items and minutes is None:
        raise InvalidFacts("items", "is empty and no minutes are planned: the day says nothing")
    return {
        "block": check.text(facts, "block", limit=120),
        "title": check.text(facts, "title"),
        "sport": check.choice(facts, "sport", DAY_SPORTS),
        "session_type": nested.slug(facts, "session_type", none=True),
        "weekday": check.integer(facts, "weekday", low=0, high=6),
        "priority": check.choice(facts, "priority", PRIORITIES),
        "minutes": minutes,
        "items": items,
        "weeks": _weeks(facts),
    }


def rule(facts: Facts) -> Facts:
    """Complete facts of a rule; `plan` is the key of its plan.

    Raises:
        InvalidFacts: an entry is missing, wrong or unknown; names the path to it.
    """
    check.known_only(facts, RULE)
    kind = check.choice(facts, "kind", RULE_KINDS)
    return {
        "plan": check.text(facts, "plan", limit=100),
        "kind": kind,
        "applies_to": nested.slugs(facts, "applies_to", empty=kind == "long_lived"),
        "params": _params(str(kind), check.mapping(facts, "params", none=True) or {}),
        "text": check.text(facts, "text", limit=500),
    }


def plan_sentence(facts: Facts) -> str:
    """One line about a plan."""
    retired = "" if facts["status"] == "active" else " (retired)"
    return f"Plan {facts['title']}{retired}, from {facts['starts_on']}: {facts['goal']}"


def block_sentence(facts: Facts) -> str:
    """One line about a block."""
    weeks = "1 week" if facts["weeks"] == 1 else f"{facts['weeks']} weeks"
    goal = f": {facts['goal']}" if facts["goal"] else ""
    name = f"Block {facts['order']}, {facts['name']}"
    return f"{name} ({facts['phase']}, {weeks} from {facts['starts_on']}){goal}"


def day_sentence(facts: Facts) -> str:
    """One line about a planned day with the dose of each item."""
    parts = [item_words.sentence(item) for item in facts["items"]]
    minutes = [f"{facts['minutes']} min"] if facts["minutes"] else []
    head = f"{WEEKDAYS[facts['weekday']]}, {facts['title']} ({facts['priority']})"
    return f"{head}: {'; '.join(parts or minutes)}"


def rule_sentence(facts: Facts) -> str:
    """One line about a rule."""
    scope = listed([spoken(slug) for slug in facts["applies_to"]])
    head = f"Rule for {scope}: {facts['text']}" if scope else f"Rule: {facts['text']}"
    if facts["kind"] != "threshold":
        return head
    params = facts["params"]
    return f"{head} ({threshold_text(params)}, {params['source']}, {params['tested_on']})"


def _weeks(facts: Facts) -> list[Facts]:
    found: list[Facts] = []
    for index, value in enumerate(check.listing(facts, "weeks", limit=LONGEST_BLOCK_WEEKS)):
        path = f"weeks[{index}]"
        with nested.within(path):
            found.append(_week(nested.entry(value, path)))
    numbers = [week["week"] for week in found]
    if len(set(numbers)) < len(numbers):
        raise InvalidFacts("weeks", "names a week twice")
    return sorted(found, key=lambda week: int(week["week"]))


def _week(facts: Facts) -> Facts:
    check.known_only(facts, ("week", "skip", "items"))
    skip = check.flag(facts, "skip")
    items = None if facts.get("items") is None else prescribable.items(facts, "items")
    if skip and items is not None:
        raise InvalidFacts("items", "cannot be given for a week that is left out")
    if not skip and not items:
        raise InvalidFacts("items", "is missing: the week would not differ")
    return {
        "week": check.integer(facts, "week", low=1, high=LONGEST_BLOCK_WEEKS),
        "skip": skip,
        "items": items,
    }


def _params(kind: str, params: Facts) -> Facts:
    with nested.within("params"):
        if kind == "double_progression":
            check.known_only(params, ("increment_g",))
            return {"increment_g": check.integer(params, "increment_g", low=1, high=50_000)}
        if kind == "threshold":
            check.known_only(params, ("metric", "value", "tested_on", "source"))
            return {
                "metric": check.choice(params, "metric", METRICS),
                "value": check.integer(params, "value", low=1, high=3600),
                "tested_on": check.iso_date(params, "tested_on"),
                "source": check.text(params, "source"),
            }
        check.known_only(params, ())
        return {}


def threshold_text(params: Facts) -> str:
    """A threshold in words, such as "threshold pace 4:30 min/km"."""
    value = params["value"]
    match params["metric"]:
        case "threshold_pace_s_per_km":
            return f"threshold pace {value // 60}:{value % 60:02d} min/km"
        case "ftp_w":
            return f"functional threshold power {value} W"
        case _:
            return f"threshold heart rate {value} bpm"
