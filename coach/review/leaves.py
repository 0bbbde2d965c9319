"""Facts taken apart: one leaf per value, with a path that survives reordering and a label in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coach.review.addresses import addressed, nested, title_of
from coach.review.words import kind_of, label_of

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


def _walk(facts: Mapping[str, Any], path: str, names: tuple[str, ...]) -> Iterator[Leaf]:
    for field, value in facts.items():
        if field == "id" and path:
            continue
        here = f"{path}.{field}" if path else field
        if isinstance(value, Mapping):
            own = () if field in _SILENT else (label_of(field),)
            yield from _walk(value, here, (*names, *own))
        elif nested(value):
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
    for place, (address, entry) in enumerate(addressed(entries)):
        if isinstance(entry, Mapping):
            title = title_of(entry, field, place)
            yield from _walk(entry, f"{path}[{address}]", (*names, title))
        else:
            yield Leaf(f"{path}[{address}]", _join((*names, label_of(field))), "number", entry)


def _join(names: tuple[str, ...]) -> str:
    text = ", ".join(names)
    return text[:1].upper() + text[1:]
