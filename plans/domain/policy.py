"""The change policy as checked data: whole numbers only, nothing missing, nothing unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts
from plans.domain import nested
from plans.domain.policy_shape import LEVELS, PAIR, SHAPE, WORDS

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

Policy = dict[str, Any]


def parse(raw: Any) -> Policy:
    """A complete change policy.

    Args:
        raw: what was read from YAML or from facts.

    Raises:
        InvalidFacts: names the entry that is missing, unknown or of the wrong kind.
    """
    if not isinstance(raw, dict):
        raise InvalidFacts("policy", "must be an object")
    check.known_only(raw, ("policy", "version", *SHAPE))
    found: Policy = {
        "policy": check.choice(raw, "policy", ("change_magnitude",)),
        "version": check.text(raw, "version", limit=32),
    }
    for section, entries in SHAPE.items():
        values = check.mapping(raw, section)
        with nested.within(section):
            check.known_only(values or {}, entries)
            found[section] = {name: _entry(values or {}, name, entries[name]) for name in entries}
    return found


def _entry(values: Facts, name: str, kind: str) -> Any:
    if kind == PAIR:
        return _pair(values, name)
    if kind == WORDS:
        return _words(values, name)
    if kind == LEVELS:
        return _levels(values, name)
    return check.integer(values, name, low=0, high=1_000_000)


def _pair(values: Facts, name: str) -> list[int]:
    pair = check.listing(values, name)
    if len(pair) != 2 or any(isinstance(n, bool) or not isinstance(n, int) for n in pair):
        raise InvalidFacts(name, "must be two whole numbers, [lowest, highest]")
    if not pair[0] <= 0 <= pair[1]:
        raise InvalidFacts(name, "must reach from 0 or less to 0 or more")
    return pair


def _words(values: Facts, name: str) -> list[str]:
    words = check.listing(values, name)
    if not words or any(not isinstance(word, str) for word in words):
        raise InvalidFacts(name, "must be a list of words")
    return words


def _levels(values: Facts, name: str) -> dict[str, int]:
    levels = check.mapping(values, name) or {}
    with nested.within(name):
        check.known_only(levels, ("warn", "refuse"))
        warn, refuse = (
            int(check.integer(levels, level, low=0, high=1_000_000) or 0)
            for level in ("warn", "refuse")
        )
        if refuse < warn:
            raise InvalidFacts("refuse", "lies below warn")
    return {"warn": warn, "refuse": refuse}
