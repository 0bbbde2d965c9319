"""Facts put together again with some leaves replaced, by the paths that `leaves` gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coach.review.addresses import addressed, nested


def replaced(facts: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The same facts with the leaves at some paths replaced; other paths are left alone."""
    return {field: _put(value, field, values) for field, value in facts.items()}


def _put(value: Any, path: str, values: Mapping[str, Any]) -> Any:
    if isinstance(value, Mapping):
        return {name: _put(inner, f"{path}.{name}", values) for name, inner in value.items()}
    if nested(value):
        return [_put(entry, f"{path}[{address}]", values) for address, entry in addressed(value)]
    return values.get(path, value)
