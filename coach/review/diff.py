"""The before/after diff of a proposal, made by code from the facts alone.

Never shows what a model says that it changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review.leaves import Leaf, leaves
from coach.review.words import METRIC, UNKNOWN, Units, label_of, show

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Change:
    """One path that differs.

    Attributes:
        path: stable address of the value.
        label: the address in words.
        kind: `changed`, `added` or `removed`.
        old: the value before as text with its unit, empty when added.
        new: the value after, empty when removed.
        parts: what a whole entry consists of, when an entry came or went.
    """

    path: str
    label: str
    kind: str
    old: str
    new: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TargetDiff:
    """What happens to one thing.

    Attributes:
        surface: its surface.
        key: its key.
        kind: `changed`, `added` or `removed` as a whole, `same` when nothing differs.
        changes: the paths that differ, in the order of the facts.
        unchanged: words for neighbours that stay, deduplicated.
    """

    surface: str
    key: str
    kind: str
    changes: tuple[Change, ...]
    unchanged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many paths change, appear and go."""

    changed: int
    added: int
    removed: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.changed + self.added + self.removed


def compare(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, units: Units = METRIC
) -> tuple[Change, ...]:
    """The differences of two states of one thing; None means that it is not there."""
    old, new = leaves(before), leaves(after)
    found = (_change(old.get(path), new.get(path), units) for path in _order(old, new))
    changes = [one for one in found if one is not None and not _hollow(one.path, old, new)]
    return tuple(_whole(changes, old, new))


def target(
    surface: str,
    key: str,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
    units: Units = METRIC,
) -> TargetDiff:
    """The diff of one target of a proposal or of one edit."""
    changes = compare(before, after, units)
    if before is None:
        kind = "added"
    elif after is None:
        kind = "removed"
    else:
        kind = "changed" if changes else "same"
    return TargetDiff(surface, key, kind, changes, _unchanged(before, after, changes))


def count(targets: Sequence[TargetDiff]) -> Counts:
    """Counts over all targets; a thing that appears or goes counts once, not once per field."""
    whole = [one for one in targets if one.kind in {"added", "removed"}]
    paths = [change for one in targets if one.kind == "changed" for change in one.changes]
    return Counts(
        changed=sum(change.kind == "changed" for change in paths),
        added=sum(change.kind == "added" for change in paths)
        + sum(one.kind == "added" for one in whole),
        removed=sum(change.kind == "removed" for change in paths)
        + sum(one.kind == "removed" for one in whole),
    )


def _order(old: Mapping[str, Leaf], new: Mapping[str, Leaf]) -> list[str]:
    return [*old, *(path for path in new if path not in old)]


def _change(old: Leaf | None, new: Leaf | None, units: Units) -> Change | None:
    if old is None and new is not None:
        return Change(new.path, new.label, "added", "", show(new.kind, new.value, units))
    if new is None and old is not None:
        return Change(old.path, old.label, "removed", show(old.kind, old.value, units), "")
    if old is None or new is None or _same(old.value, new.value):
        return None
    return Change(
        new.path,
        new.label,
        "changed",
        show(old.kind, old.value, units),
        show(new.kind, new.value, units),
    )


def _whole(
    changes: Sequence[Change], old: Mapping[str, Leaf], new: Mapping[str, Leaf]
) -> list[Change]:
    """Changes with every entry that came or went as a whole told as one."""
    told: dict[str, list[Change]] = {}
    for change in changes:
        told.setdefault(_entry(change, old, new) or change.path, []).append(change)
    return [
        parts[0] if parts[0].path == address else _one(address, parts)
        for address, parts in told.items()
    ]


def _entry(change: Change, old: Mapping[str, Leaf], new: Mapping[str, Leaf]) -> str:
    """The outermost list entry that is only on one side, empty when there is none."""
    other = {"added": old, "removed": new}.get(change.kind)
    if other is None:
        return ""
    for place, sign in enumerate(change.path):
        if sign == "]":
            address = change.path[: place + 1]
            if not any(path.startswith(f"{address}.") for path in other):
                return address
    return ""


def _one(address: str, parts: Sequence[Change]) -> Change:
    depth = address.count("[")
    names = parts[0].label.split(", ")
    label = ", ".join(names[:depth])
    said = tuple(
        f"{', '.join(part.label.split(', ')[depth:])} {value}"
        for part in parts
        if (value := part.new or part.old) != UNKNOWN and not _says_itself(part.path)
    )
    added = parts[0].kind == "added"
    return Change(
        address,
        label,
        parts[0].kind,
        "" if added else "there",
        "new" if added else "",
        said,
    )


def _says_itself(path: str) -> bool:
    """Whether a value only repeats the name of its entry."""
    return path.rpartition(".")[2] in {"exercise", "modality", "week", "name"}


def _same(old: Any, new: Any) -> bool:
    return type(old) is type(new) and bool(old == new)


def _hollow(path: str, old: Mapping[str, Leaf], new: Mapping[str, Leaf]) -> bool:
    """Whether a path is an empty list on one side whose entries are reported on the other."""
    leaf = old.get(path) or new.get(path)
    if leaf is None or leaf.value not in ([], None):
        return False
    other = new if path in old else old
    return any(name.startswith((f"{path}[", f"{path}.")) for name in other)


def _unchanged(
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
    changes: Sequence[Change],
) -> tuple[str, ...]:
    """Words for what stays: the rest of a changed entry, the other entries, the other fields."""
    if before is None or after is None:
        return ()
    changed = {change.path for change in changes}
    parents = {path.rpartition(".")[0] for path in changed}
    roots = {path.split(".")[0].split("[")[0] for path in changed}
    near, entries, fields = [], [], []
    for path, leaf in leaves(after).items():
        parent, _, name = path.rpartition(".")
        root = path.split(".")[0].split("[")[0]
        if any(path == one or path.startswith(f"{one}.") for one in changed):
            continue
        if not parent:
            fields.append(label_of(name))
        elif parent in parents and not _says_itself(path):
            near.append(label_of(name))
        elif root in roots and not any(path.startswith(parent_) for parent_ in parents if parent_):
            entries.append(leaf.label.split(", ")[0])
    return tuple(dict.fromkeys((*near, *entries, *fields)))
