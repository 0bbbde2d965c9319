"""How an entry of a list is named: by its id, week, date or name, never by its place in the list.

So moving an entry is not reported as changing two. Owns addresses and titles of entries alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from coach.review.words import humanise, label_of

_NAMES = ("id", "week", "date", "name", "key")
_TITLES = ("exercise", "modality", "name", "title")


def addressed(entries: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Each entry with its address: its name, told apart when two have the same, else its place."""
    seen: dict[str, int] = {}
    for place, entry in enumerate(entries):
        name = (_name(entry) if isinstance(entry, Mapping) else None) or str(place)
        seen[name] = seen.get(name, 0) + 1
        yield (name if seen[name] == 1 else f"{name}~{seen[name]}"), entry


def nested(value: Any) -> bool:
    """Whether a value is a list that holds objects."""
    return isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value)


def _name(entry: Mapping[str, Any]) -> str | None:
    for field in _NAMES:
        if isinstance(entry.get(field), str | int) and not isinstance(entry.get(field), bool):
            return str(entry[field])
    return None


def title_of(entry: Mapping[str, Any], field: str, place: int) -> str:
    """An entry in words: its week, what is trained, else the list's name and its place from 1."""
    if isinstance(entry.get("week"), int):
        return f"week {entry['week']}"
    for name in _TITLES:
        if isinstance(entry.get(name), str) and entry[name]:
            return humanise(entry[name])
    return f"{label_of(field)} {_name(entry) or place + 1}"
