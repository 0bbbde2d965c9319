"""How the form over some facts is laid out: the thing's own fields, then a row per entry of its lists.

Pure. Names of inputs are `prefix` and the path of the leaf; what they mean is read by `edits` and `entries`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review import edits, entries
from coach.review.addresses import addressed, title_of
from coach.review.leaves import Leaf, leaves
from coach.review.words import METRIC, Units, kind_of, label_of

if TYPE_CHECKING:
    from collections.abc import Mapping

LISTS = {"items": "Rows", "steps": "Steps", "weeks": "Weeks that differ"}
_ADDS = {"items": "Add a row", "steps": "Add a step", "weeks": "Let another week differ"}
_YES_NO = (("no", "No: it starts as a copy"), ("yes", "Yes"))


@dataclass(frozen=True, slots=True)
class Box:
    """One input with its name and what stands in it."""

    name: str
    field: edits.Field
    text: str

    @property
    def odd(self) -> bool:
        """Whether what was typed is none of the choices; it stays to be seen all the same."""
        return bool(self.field.choices) and self.text not in {one for one, _ in self.field.choices}


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a list: its title, the name of its tick box, its inputs and its own lists."""

    title: str
    drop: str
    boxes: tuple[Box, ...]
    lists: tuple[Listing, ...]
    dropped: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of entries, and the blank row that adds one (empty where none can be added)."""

    title: str
    kind: str
    rows: tuple[Row, ...]
    adds: str
    blank: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole form."""

    boxes: tuple[Box, ...]
    lists: tuple[Listing, ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the inputs: by name what was typed, else the value itself.

    Attributes:
        prefix: before the path of every leaf.
        texts: what was typed, by the whole name of its input.
        units: of the person.
        shapes: whether entries may be added and taken out.
        hidden: paths of leaves that are shown elsewhere.
    """

    prefix: str
    texts: Mapping[str, str]
    units: Units = METRIC
    shapes: bool = True
    hidden: frozenset[str] = frozenset()


def layout(facts: Mapping[str, Any], typed: Typed) -> Layout:
    """The form over some facts."""
    fields = {one.path: one for one in edits.fields(facts, typed.units)}
    return Layout(
        tuple(_box(one, typed) for path, one in fields.items() if _own(path, "", typed)),
        _lists(facts, "", facts, fields, typed),
    )


def _lists(
    entry: Mapping[str, Any],
    path: str,
    day: Mapping[str, Any],
    fields: Mapping[str, edits.Field],
    typed: Typed,
) -> tuple[Listing, ...]:
    made = []
    for name, title in LISTS.items():
        here = f"{path}.{name}" if path else name
        value = entry.get(name)
        if not isinstance(value, list | tuple):  # A block counts its weeks: that is a number.
            continue
        rows = tuple(
            _row(one, f"{here}[{address}]", title_of(one, name, place), day, fields, typed)
            for place, (address, one) in enumerate(addressed(value))
        )
        blank = _blank(here, day, typed) if typed.shapes else ()
        made.append(Listing(title, name, rows, _ADDS[name] if blank else "", blank))
    return tuple(made)


def _row(
    entry: Mapping[str, Any],
    path: str,
    title: str,
    day: Mapping[str, Any],
    fields: Mapping[str, edits.Field],
    typed: Typed,
) -> Row:
    drop = f"{entries.DROP}{path}"
    return Row(
        title=title[:1].upper() + title[1:],
        drop=drop if typed.shapes else "",
        boxes=tuple(_box(one, typed) for name, one in fields.items() if _own(name, path, typed)),
        lists=_lists(entry, path, day, fields, typed),
        dropped=drop in typed.texts,
    )


def _own(path: str, parent: str, typed: Typed) -> bool:
    """Whether a leaf belongs to an entry itself, not to an entry inside it."""
    if path in typed.hidden or (parent and not path.startswith(f"{parent}.")):
        return False
    return "[" not in path[len(parent) :]


def _box(field: edits.Field, typed: Typed) -> Box:
    name = f"{typed.prefix}{field.path}"
    return Box(name, field, typed.texts.get(name, field.text))


def _blank(path: str, day: Mapping[str, Any], typed: Typed) -> tuple[Box, ...]:
    made = []
    for name in entries.blank(path, day):
        whole = f"{entries.NEW}{path}:{name}"
        leaf = Leaf(path, label_of(name), kind_of(name, {}), None)
        field = edits.field_of(leaf, {}, typed.units)
        label = "leave it out" if name == "skip" else label_of(name)
        choices = _YES_NO if name == "skip" else _targets() if name == "target_kind" else ()
        field = edits.Field(
            path, "", label[:1].upper() + label[1:], field.unit, "", long=False, choices=choices
        )
        made.append(Box(whole, field, typed.texts.get(whole, "")))
    return tuple(made)


def _targets() -> tuple[tuple[str, str], ...]:
    leaf = leaves({"target_kind": "open"})["target_kind"]
    return edits.field_of(leaf, {}).choices
