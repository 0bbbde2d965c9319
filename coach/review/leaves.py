"""Facts taken apart: one leaf per value, with a path that survives reordering.

A list entry is named by its id, week, date or name, never by its place in the list, so that moving
an entry is not reported as changing two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coach.review.words import humanise, kind_of, label_of

_NAMES = ("id", "week", "date", "name", "key")
_TITLES = ("exercise", "modality", "name", "title")
_SILENT = frozenset({"id", "params"})
"""Names that say nothing to a person."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value of some facts.

    Attributes:
        path: stable address, such as `items[a1].load_g`.
        label: the address in words, such as `Back squat, load`.
        kind: what the value measures, see `words.kind_of`.
        value: text, whole number, flag, None, or a list of such.
    """

    path: str
    label: str
    kind: str
    value: Any


def leaves(facts: Mapping[str, Any] | None) -> dict[str, Leaf]:
    """Every leaf of some facts by path; None (nothing there) has none."""
    if facts is None:
        return {}
    return {leaf.path: leaf for leaf in _walk(facts, "", ())}


def replaced(facts: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The same facts with the leaves at some paths replaced; other paths are left alone."""
    return {field: _put(value, field, values) for field, value in facts.items()}


def _put(value: Any, path: str, values: Mapping[str, Any]) -> Any:
    if isinstance(value, Mapping):
        return {name: _put(inner, f"{path}.{name}", values) for name, inner in value.items()}
    if _nested(value):
        return [_put(entry, f"{path}[{address}]", values) for address, entry in _addressed(value)]
    return values.get(path, value)


def _walk(facts: Mapping[str, Any], path: str, names: tuple[str, ...]) -> Iterator[Leaf]:
    for field, value in facts.items():
        if field == "id" and path:
            continue
        here = f"{path}.{field}" if path else field
        if isinstance(value, Mapping):
            own = () if field in _SILENT else (label_of(field),)
            yield from _walk(value, here, (*names, *own))
        elif _nested(value):
            yield from _entries(value, field, here, names)
        else:
            label = _join((*names, label_of(field)))
            yield Leaf(
                here,
                label,
                kind_of(field, facts),
                list(value) if isinstance(value, tuple) else value,
            )


def _entries(
    entries: Sequence[Any], field: str, path: str, names: tuple[str, ...]
) -> Iterator[Leaf]:
    for place, (address, entry) in enumerate(_addressed(entries)):
        if isinstance(entry, Mapping):
            title = _title(entry, field, place)
            yield from _walk(entry, f"{path}[{address}]", (*names, title))
        else:
            yield Leaf(f"{path}[{address}]", _join((*names, label_of(field))), "number", entry)


def _addressed(entries: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Each entry with its address: its name, told apart when two have the same, else its place."""
    seen: dict[str, int] = {}
    for place, entry in enumerate(entries):
        name = (_name(entry) if isinstance(entry, Mapping) else None) or str(place)
        seen[name] = seen.get(name, 0) + 1
        yield (name if seen[name] == 1 else f"{name}~{seen[name]}"), entry


def _nested(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value)


def _name(entry: Mapping[str, Any]) -> str | None:
    for field in _NAMES:
        if isinstance(entry.get(field), str | int) and not isinstance(entry.get(field), bool):
            return str(entry[field])
    return None


def _title(entry: Mapping[str, Any], field: str, place: int) -> str:
    if isinstance(entry.get("week"), int):
        return f"week {entry['week']}"
    for name in _TITLES:
        if isinstance(entry.get(name), str) and entry[name]:
            return humanise(entry[name])
    return f"{label_of(field)} {_name(entry) or place + 1}"


def _join(names: tuple[str, ...]) -> str:
    text = ", ".join(names)
    return text[:1].upper() + text[1:]
