"""Checking facts inside facts: an error names the whole path, such as `items[0].sets`."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from decisions.domain.surface import Facts

SLUG = re.compile(r"[a-z0-9][a-z0-9_-]*")


@contextmanager
def within(path: str) -> Iterator[None]:
    """Put `path` before the field that a checker refuses.

    Raises:
        InvalidFacts: what the block raised, with the longer field.
    """
    try:
        yield
    except InvalidFacts as error:
        raise InvalidFacts(f"{path}.{error.field}", error.message) from None


def entry(value: Any, path: str) -> Facts:
    """An object inside a list.

    Raises:
        InvalidFacts: it is something else.
    """
    if not isinstance(value, dict):
        raise InvalidFacts(path, "must be an object")
    return value


def slug(facts: Facts, field: str, *, none: bool = False) -> str | None:
    """A short plain name such as `back_squat` (at most 64 characters).

    Raises:
        InvalidFacts: missing, or not such a name.
    """
    value = check.text(facts, field, limit=64, none=none)
    if value is not None and not SLUG.fullmatch(value):
        raise InvalidFacts(field, "must be a plain name such as back_squat")
    return value


def slugs(facts: Facts, field: str, *, empty: bool = False) -> list[str]:
    """Different plain names, in the order given.

    Raises:
        InvalidFacts: one is not such a name, comes twice, or there is none.
    """
    values = check.listing(facts, field, limit=50)
    for index, value in enumerate(values):
        if not isinstance(value, str) or len(value) > 64 or not SLUG.fullmatch(value):
            raise InvalidFacts(f"{field}[{index}]", "must be a plain name such as back_squat")
        if value in values[:index]:
            raise InvalidFacts(f"{field}[{index}]", f"{value} is there twice")
    if not values and not empty:
        raise InvalidFacts(field, "is empty")
    return values
