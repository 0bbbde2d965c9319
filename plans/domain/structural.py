"""How large a change of the plan itself is: R1 inside the policy's weekly numbers, else B1 or P1.

Compares two whole trees, week by week, so that many small edits are seen as what they are together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from decisions.domain.magnitude import Magnitude
from plans.domain.block_weeks import effective
from plans.domain.items import normalise, session_dose

if TYPE_CHECKING:
    from decisions.domain.surface import Facts
    from plans.domain.policy import Policy
    from plans.domain.tree import Tree

Credit = Callable[[str], Mapping[str, int]]
"""Tenths of a hard set that one set of an exercise gives to each muscle."""

PLAN_ITSELF = ("goal", "starts_on", "sport", "status")
BLOCK_ITSELF = ("phase", "starts_on", "weeks", "goal", "plan")


@dataclass(frozen=True, slots=True)
class Structural:
    """The size of a change of the plan, and one plain line per reason."""

    magnitude: Magnitude
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Week:
    """Totals of one week of one block; `minutes` counts what is known."""

    sets: Counter[str]
    minutes: int
    sessions: int


def itself(exercise: str) -> Mapping[str, int]:
    """Credit where muscles are not known: the exercise stands for its own muscle."""
    return {exercise: 10}


def measure(before: Tree, after: Tree, policy: Policy, credit: Credit = itself) -> Structural:
    """The size of a change from one tree to another; M0 where they are equal."""
    found = [
        *_plans(before, after),
        *_blocks(before, after),
        *_rules(before, after),
        *_days(before, after, policy, credit),
    ]
    if not found:
        return Structural(Magnitude.M0, ())
    return Structural(max(level for level, _ in found), tuple(text for _, text in found))


Found = tuple[Magnitude, str]


def _plans(before: Tree, after: Tree) -> Iterator[Found]:
    for key, old, new in _pairs(before.plans, after.plans):
        if old is None or new is None:
            yield Magnitude.P1, f"plan {key} is {'new' if old is None else 'taken away'}"
        else:
            moved = _moved(old, new, PLAN_ITSELF)
            level = Magnitude.P1 if moved else Magnitude.R1
            yield level, f"plan {key}: {', '.join(moved) or 'wording'} changed"


def _blocks(before: Tree, after: Tree) -> Iterator[Found]:
    for key, old, new in _pairs(before.blocks, after.blocks):
        if old is None or new is None:
            yield Magnitude.B1, f"block {key} is {'new' if old is None else 'taken away'}"
        elif old["order"] != new["order"]:
            yield Magnitude.P1, f"block {key}: its place in the order changed"
        else:
            moved = _moved(old, new, BLOCK_ITSELF)
            level = Magnitude.B1 if moved else Magnitude.R1
            yield level, f"block {key}: {', '.join(moved) or 'wording'} changed"


def _rules(before: Tree, after: Tree) -> Iterator[Found]:
    for key, old, new in _pairs(before.rules, after.rules):
        if new is None:
            yield Magnitude.P1, f"rule {key} is taken away"
        elif new["kind"] == "threshold" and (old is None or old["kind"] == "threshold"):
            yield Magnitude.R1, f"rule {key}: a threshold value changed"
        elif old is None and new["kind"] != "double_progression":
            yield Magnitude.R1, f"rule {key} is new"
        else:
            yield Magnitude.B1, f"rule {key}: how doses move changed"


def _days(before: Tree, after: Tree, policy: Policy, credit: Credit) -> Iterator[Found]:
    changed = [key for key, _, _ in _pairs(before.days, after.days)]
    for key in changed:
        yield Magnitude.R1, f"planned day {key} changed"
    swaps = sum(_swaps(before.days.get(key), after.days.get(key)) for key in changed)
    if swaps > policy["recurring"]["exercise_swaps"]:
        yield Magnitude.B1, f"{swaps} exercises are swapped for good"
    blocks = {day["block"] for key in changed for day in _both(before, after, key)}
    for key in sorted(blocks & set(before.blocks) & set(after.blocks)):
        yield from _block_load(key, before, after, policy, credit)


def _block_load(
    key: str, before: Tree, after: Tree, policy: Policy, credit: Credit
) -> Iterator[Found]:
    """How the weeks of one block change; both trees have the block."""
    old, new = _weeks(before, key, credit), _weeks(after, key, credit)
    bounds = policy["recurring"]
    for number, (was, now) in enumerate(zip(old, new, strict=False), start=1):
        for muscle in sorted(was.sets.keys() | now.sets.keys()):
            if _beyond(was.sets[muscle], now.sets[muscle], bounds["weekly_sets_pct_x10"]):
                yield Magnitude.B1, f"{key} week {number}: sets of {muscle} change a lot"
        if _beyond(was.minutes, now.minutes, bounds["weekly_minutes_pct_x10"]):
            yield Magnitude.B1, f"{key} week {number}: minutes {was.minutes} to {now.minutes}"
        low, high = bounds["frequency_per_week"]
        if not low <= now.sessions - was.sessions <= high:
            yield Magnitude.B1, f"{key} week {number}: {was.sessions} to {now.sessions} sessions"
    limit = policy["master_plan"]["block_load_pct_x10"]
    for name, total, then in _totals(old, new):
        if _beyond(total, then, [-limit, limit]):
            yield Magnitude.P1, f"{key}: {name} of the whole block {total} to {then}"


def _totals(old: list[_Week], new: list[_Week]) -> Iterator[tuple[str, int, int]]:
    yield "sets", sum(w.sets.total() for w in old), sum(w.sets.total() for w in new)
    yield "minutes", sum(w.minutes for w in old), sum(w.minutes for w in new)


def _weeks(tree: Tree, block: str, credit: Credit) -> list[_Week]:
    days = [day for day in tree.days.values() if day["block"] == block]
    return [_week(days, week, credit) for week in range(1, tree.blocks[block]["weeks"] + 1)]


def _week(days: Sequence[Facts], week: int, credit: Credit) -> _Week:
    sets: Counter[str] = Counter()
    minutes = sessions = 0
    for planned in days:
        day = effective(planned, week)
        if day is None:
            continue
        sessions += 1
        dose = session_dose(day)
        for item in dose.items:
            for muscle, tenths in credit(item.subject).items() if item.kind == "strength" else ():
                sets[muscle] += tenths * (item.sets or 0)
        minutes += day["minutes"] or sum(item.least_seconds for item in dose.items) // 60
    return _Week(sets, minutes, sessions)


def _beyond(old: int, new: int, bound: Sequence[int]) -> bool:
    """Whether a total changes by more than the bound in tenths of a per cent."""
    if old == new:
        return False
    if old == 0:
        return True
    return not bound[0] <= Fraction(new - old, old) * 1000 <= bound[1]


def _swaps(old: Facts | None, new: Facts | None) -> int:
    if old is None or new is None:
        return 0
    then = {item["id"]: normalise(item).subject for item in new["items"]}
    return sum(
        item["id"] in then and then[item["id"]] != normalise(item).subject for item in old["items"]
    )


def _both(before: Tree, after: Tree, key: str) -> list[Facts]:
    return [tree.days[key] for tree in (before, after) if key in tree.days]


def _moved(old: Facts, new: Facts, names: Sequence[str]) -> list[str]:
    return [name for name in names if old[name] != new[name]]


def _pairs(
    old: Mapping[str, Facts], new: Mapping[str, Facts]
) -> Iterator[tuple[str, Facts | None, Facts | None]]:
    """Key, before and after of every item that differs."""
    for key in sorted(old.keys() | new.keys()):
        if old.get(key) != new.get(key):
            yield key, old.get(key), new.get(key)
