"""Where in some facts a check found something wrong, in words: the row and the field, never a place in a list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from coach.review.addresses import title_of
from coach.review.words import label_of

_STEP = re.compile(r"([a-z0-9_]+)|\[(\d+)\]")
_NAMES = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
_SILENT = frozenset({"params"})


def spot(facts: Any, path: str) -> str:
    """A path of a check, such as `items[0].reps_low`, as `Back squat, lowest reps`."""
    words: list[str] = []
    here, field = facts, ""
    for name, place in _STEP.findall(path):
        if name:
            field = name
            here = here.get(name) if isinstance(here, Mapping) else None
            listed = isinstance(here, Sequence) and not isinstance(here, str)
            if not listed and name not in _SILENT:
                words.append(label_of(name))
        else:
            here = _at(here, int(place))
            words.append(title_of(here if isinstance(here, Mapping) else {}, field, int(place)))
    said = ", ".join(words) or label_of(field or path)
    return said[:1].upper() + said[1:]


def worded(message: str) -> str:
    """A check's message with the names of fields as words."""
    return _NAMES.sub(lambda found: label_of(found[0]), message)


def _at(values: Any, place: int) -> Any:
    listed = isinstance(values, Sequence) and not isinstance(values, str)
    return values[place] if listed and place < len(values) else None
