"""The normalised difference between two session doses: what a change really changes.

Noise is no change: less than half an increment, less than 2 minutes. Every change says whether it
makes training harder; where that cannot be known, it counts as harder.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plans.domain.items import Dose, SessionDose, Step
    from plans.domain.policy import Policy

CAREFUL = ("rpe_x10", "rest_s")
"""Fields that, once stated, only hold back: stating one is easier, dropping one is harder."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        path: where, such as `items[a].load_g`.
        item: id of the item, None for the session itself.
        field: what kind of change; the policy has a bound per kind.
        before, after: values as in facts, None where there is none.
        percent: of the value before; None where that is unknown, nothing or no number.
        increments: load changes only, in increments of the exercise.
        rises: makes training harder, or may.
        falls: makes training easier.
    """

    path: str
    item: str | None
    field: str
    before: Any
    after: Any
    percent: Fraction | None = None
    increments: Fraction | None = None
    rises: bool = False
    falls: bool = False

    @property
    def percent_x10(self) -> int | None:
        """Tenths of a per cent for facts and pages, rounded away from zero."""
        if self.percent is None:
            return None
        whole = abs(self.percent * 10)
        up = -(-whole.numerator // whole.denominator)
        return up if self.percent >= 0 else -up


def diff(
    before: SessionDose,
    after: SessionDose,
    policy: Policy,
    increments: Mapping[str, int] | None = None,
) -> tuple[Change, ...]:
    """What changed between two doses of one session; empty where nothing did.

    Args:
        before: the reference, as a rule what the plan states for that session.
        after: what is proposed.
        policy: the change policy; its `normalisation` says what is noise.
        increments: load step in grams by exercise; the policy's default where one is missing.
    """
    noise = policy["normalisation"]
    easy = policy["tactical_bounded"]
    if replaced_by_easier(before, after, easy, noise["duration_noise_s"]):
        return _replaced(before, after, noise)
    found = _session(before, after, noise)
    old = {dose.item: dose for dose in before.items}
    new = {dose.item: dose for dose in after.items}
    for name, dose in old.items():
        if name not in new:
            found.append(_item(name, dose.subject, None, falls=True))
        else:
            found += _doses(dose, new[name], noise | easy, increments or {})
    found += [_item(n, None, new[n].subject, rises=True) for n in new if n not in old]
    if before.sets != after.sets:
        found.append(_number("session.sets", None, "session_sets", before.sets, after.sets))
    return tuple(found)


def replaced_by_easier(
    before: SessionDose, after: SessionDose, bounded: dict[str, Any], quiet: int
) -> bool:
    """Whether a session gives way to recovery, rest or an easy one that is no longer and no harder.

    Its parts are then not compared one by one: an easy run has no intervals to compare.
    """
    if before.session_type == after.session_type:
        return False
    if after.session_type not in bounded["replace_session_by"]:
        return False
    if not after.items:
        return True
    times = [dose.seconds for dose in after.items]
    allowed = max(sum(dose.least_seconds for dose in before.items), (before.minutes or 0) * 60)
    efforts = [_top_effort(dose) for dose in after.items]
    return (
        all(dose.kind == "endurance" for dose in after.items)
        and all(time is not None for time in times)
        and sum(time or 0 for time in times) < allowed + quiet
        and all(effort is not None for effort in efforts)
        and max(effort or 0 for effort in efforts) <= bounded["recovery_rpe_x10"]
    )


def _top_effort(dose: Dose) -> int | None:
    """Highest RPE that a dose allows, None where a step states none and there is no cap."""
    stated = [step.high for step in dose.steps if step.target_kind == "rpe"]
    if dose.rpe_x10 is not None:
        return max([dose.rpe_x10, *(high for high in stated if high is not None)])
    if not dose.steps or len(stated) < len(dose.steps) or None in stated:
        return None
    return max(high for high in stated if high is not None)


def _replaced(before: SessionDose, after: SessionDose, noise: dict[str, int]) -> tuple[Change, ...]:
    kind = Change(
        "session_type", None, "replaced", before.session_type, after.session_type, falls=True
    )
    rest = [c for c in _session(before, after, noise) if c.field in ("date", "duration_s")]
    return (kind, *rest)


def _session(before: SessionDose, after: SessionDose, noise: dict[str, int]) -> list[Change]:
    found: list[Change] = []
    if before.items and not after.items:
        found.append(Change("session", None, "session", "planned", None, falls=True))
    if before.session_type != after.session_type:
        found.append(_word("session_type", before.session_type, after.session_type))
    if before.sport != after.sport:
        found.append(_word("sport", before.sport, after.sport))
    if before.date is not None and after.date is not None and before.date != after.date:
        found.append(_word("date", before.date, after.date))
    if _differs(before.minutes, after.minutes, -(-noise["duration_noise_s"] // 60)):
        found.append(_number("minutes", None, "duration_s", before.minutes, after.minutes))
    return found


def _doses(
    before: Dose, after: Dose, noise: dict[str, int], increments: Mapping[str, int]
) -> list[Change]:
    at = f"items[{before.item}]"
    if before.kind != after.kind:
        changed = (f"{at}.kind", before.item, "kind", before.subject, after.subject)
        return [Change(*changed, rises=True)]
    found: list[Change] = []
    if before.subject != after.subject:
        kind = "exercise" if before.kind == "strength" else "modality"
        found.append(Change(f"{at}.{kind}", before.item, kind, before.subject, after.subject))
    increment = increments.get(before.subject, noise["default_increment_g"])
    found += _load(before, after, increment, noise["load_noise_increments_x10"])
    for name in ("sets", "reps", "reps_low", "reps_high", "rpe_x10", "rest_s"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            field = "reps_range" if name != "reps" or _outside(before, new) else "reps"
            field = field if name.startswith("reps") else name
            found.append(_number(f"{at}.{name}", before.item, field, old, new))
    quiet = noise["duration_noise_s"]
    if _differs(before.seconds, after.seconds, quiet):
        found.append(
            _number(f"{at}.duration_s", before.item, "duration_s", before.seconds, after.seconds)
        )
    if before.metres != after.metres:
        found.append(
            _number(f"{at}.distance_m", before.item, "distance_m", before.metres, after.metres)
        )
    return found + _steps(before, after, quiet, noise["recovery_rpe_x10"])


def _outside(before: Dose, reps: int | None) -> bool:
    """Whether reps lie outside the planned range."""
    low, high = before.reps_low, before.reps_high
    if reps is None or low is None or high is None:
        return True
    return not low <= reps <= high


def _load(before: Dose, after: Dose, increment: int, noise_x10: int) -> list[Change]:
    old, new = before.load_g, after.load_g
    if old == new:
        return []
    path = f"items[{before.item}].load_g"
    if old is None or new is None:
        return [_number(path, before.item, "load_g", old, new)]
    if abs(new - old) * 10 < noise_x10 * increment:
        return []
    steps = Fraction(new - old, increment)
    return [_number(path, before.item, "load_g", old, new, increments=steps)]


def _steps(before: Dose, after: Dose, quiet: int, easy: int) -> list[Change]:
    """Steps compared one by one in order; a step that comes or goes is a change of its own."""
    found: list[Change] = []
    for index, (old, new) in enumerate(zip_longest(before.steps, after.steps)):
        path = f"items[{before.item}].steps[{index}]"
        if old is None or new is None:
            words = (None if old is None else old.name, None if new is None else new.name)
            found.append(
                Change(path, before.item, "step", *words, rises=old is None, falls=new is None)
            )
        else:
            found += _step(path, before.item, old, new, quiet, easy)
    return found


def _step(path: str, item: str, old: Step, new: Step, quiet: int, easy: int) -> list[Change]:
    found: list[Change] = []
    if old.repeat != new.repeat:
        found.append(_number(f"{path}.repeat", item, "intervals", old.repeat, new.repeat))
    if _differs(old.seconds, new.seconds, quiet) and old.duration_s != new.duration_s:
        changed = (old.duration_s, new.duration_s)
        found.append(_number(f"{path}.duration_s", item, "step_duration", *changed))
    if old.distance_m != new.distance_m:
        changed = (old.distance_m, new.distance_m)
        found.append(_number(f"{path}.distance_m", item, "step_distance", *changed))
    if old.target_kind != new.target_kind:
        eased = new.target_kind == "rpe" and new.high is not None and new.high <= easy
        words = (old.target_kind, new.target_kind)
        path = f"{path}.target_kind"
        found.append(Change(path, item, "intensity", *words, rises=not eased, falls=eased))
        return found
    for name in ("low", "high"):
        was, now = getattr(old, name), getattr(new, name)
        if was != now:
            found.append(_target(f"{path}.{name}", item, old.target_kind, was, now))
    return found


def _target(path: str, item: str, kind: str, old: int | None, new: int | None) -> Change:
    """A target that moved: a smaller pace number is faster, so it is harder."""
    if kind == "rpe":
        return _number(path, item, "rpe_x10", old, new)
    if old is None or new is None:
        return Change(path, item, "intensity", old, new, rises=True)
    percent = Fraction(new - old, old) * 100 if old else None
    harder = new < old if kind == "pace_s_per_km" else new > old
    if kind == "pace_s_per_km" and percent is not None:
        percent = Fraction(old, new) * 100 - 100
    return Change(path, item, "intensity", old, new, percent, rises=harder, falls=not harder)


def _number(
    path: str,
    item: str | None,
    field: str,
    old: int | None,
    new: int | None,
    *,
    increments: Fraction | None = None,
) -> Change:
    if old is None or new is None:
        eased = field in CAREFUL and old is None
        return Change(path, item, field, old, new, rises=not eased, falls=eased)
    percent = Fraction(new - old, old) * 100 if old else None
    more = new > old
    harder = not more if field == "rest_s" else more
    return Change(path, item, field, old, new, percent, increments, harder, not harder)


def _word(field: str, old: str | None, new: str | None) -> Change:
    return Change(field, None, field, old, new)


def _item(
    name: str, old: str | None, new: str | None, *, rises: bool = False, falls: bool = False
) -> Change:
    return Change(f"items[{name}]", name, "item", old, new, rises=rises, falls=falls)


def _differs(old: int | None, new: int | None, quiet: int) -> bool:
    if old is None or new is None:
        return old is not new
    return abs(new - old) >= quiet


def move_days(change: Change) -> int:
    """Days that a `date` change moves a session by; negative is earlier."""
    return (date.fromisoformat(change.after) - date.fromisoformat(change.before)).days


def rising(changes: Sequence[Change], item: str | None = None) -> tuple[Change, ...]:
    """The changes that make training harder, of one item or of all."""
    return tuple(c for c in changes if c.rises and (item is None or c.item == item))
