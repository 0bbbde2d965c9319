"""What a re-issue of a prescription changes, in one line: made by code from the two versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.domain import wording
from plans.domain.items import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Facts = dict[str, Any]

_BORNE = ("sets", "reps", "load_g", "rpe_x10", "rest_s", "steps", "duration_s")
LONGEST = 1000


def differs(before: Facts, after: Facts, cited: tuple[set[int], set[int]]) -> bool:
    """Whether a new version says anything else than the one in force.

    Args:
        cited: positions of the decisions that the two versions follow.
    """
    return bool(
        _doses(before) != _doses(after)
        or before["branches"] != after["branches"]
        or before["reason"] != after["reason"]
        or before["kept"] != after["kept"]
        or before["minutes"] != after["minutes"]
        or cited[0] != cited[1]
    )


def said(
    before: Facts, after: Facts, *, name: Callable[[str], str], reasons: Sequence[str] = ()
) -> str:
    """One line: which doses changed, else what else did, and why.

    Args:
        before, after: facts of the two versions.
        name: of an exercise or modality, in plain words.
        reasons: sentences of the decision, for items that are no longer there to say why.
    """
    old = {item["id"]: item for item in before["items"]}
    new = {item["id"]: item for item in after["items"]}
    moved = [item for key, item in new.items() if _dose(old.get(key)) != _dose(item)]
    gone = [item for key, item in old.items() if key not in new]
    parts = [f"{_name(item, name)} {_moved(old.get(item['id']), item)}" for item in moved]
    parts += [f"{_name(item, name)} left out" for item in gone]
    if not parts:
        branches = before["branches"] != after["branches"]
        parts = ["Same dose, other branches" if branches else "Same dose, newer grounds"]
    why = [str(item["why"]) for item in moved if item["why"]]
    why += [text for text in reasons if any(_name(item, name) in text for item in gone)][:1]
    if before["day_fingerprint"] != after["day_fingerprint"]:
        why.insert(0, "The planned day was changed.")
    return f"{'; '.join(parts)}. {' '.join(dict.fromkeys(why)) or after['reason']}"[:LONGEST]


def _doses(facts: Facts) -> list[Any]:
    return [_dose(item) for item in facts["items"]]


def _dose(item: Facts | None) -> Any:
    if item is None:
        return None
    return (item["id"], [item.get(name) for name in _BORNE], sorted(item["held_by"]))


def _name(item: Facts, name: Callable[[str], str]) -> str:
    return wording.begun(name(str(item.get("exercise") or item["modality"])))


def _moved(old: Facts | None, new: Facts) -> str:
    """Everything that is another now: dose, rest, and what holds it."""
    if old is None:
        return f"added: {_worded(new)}"
    found = [f"{_worded(old)} → {_worded(new)}"] if _worded(old) != _worded(new) else []
    if old.get("rest_s") != new.get("rest_s"):
        found.append(f"rest {_rest(old)} → {_rest(new)}")
    if sorted(old["held_by"]) != sorted(new["held_by"]):
        found.append(_held(len(old["held_by"]), len(new["held_by"])))
    return ", ".join(found)


def _held(before: int, after: int) -> str:
    if not after:
        return "no gate holds it any more"
    return "now held by a gate" if not before else "held by other gates"


def _rest(item: Facts) -> str:
    seconds = item.get("rest_s")
    return "not given" if seconds is None else wording.duration(seconds)


def _worded(item: Facts) -> str:
    return wording.dose(normalise(item))
