"""Occasions and targets: the identity follows the intent, and names are plain text."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain import identity
from decisions.domain.errors import InvalidFacts
from decisions.domain.mandates import MANDATES
from decisions.domain.occasions import Occasion, Target

PARTS = st.text(st.characters(exclude_characters="\x1f", exclude_categories=["Cs"]), max_size=8)


def intent(**changes: Any) -> Occasion:
    given_: dict[str, Any] = {
        "stream": 1,
        "mandate": MANDATES["athlete"],
        "subject": "2026-11-30:base",
        "occasion": "button 1",
        "actor": "user:1",
    }
    return Occasion(**{**given_, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"stream": 2},
        {"mandate": MANDATES["chat"]},
        {"subject": "another"},
        {"occasion": "button 2"},
        {"kind": "derive"},
        {"reviewed": "abc"},
        {"policy": "2"},
    ],
)
def test_another_intent_has_another_identity(changes: dict[str, Any]) -> None:
    assert intent(**changes).identity != intent().identity


@pytest.mark.parametrize(
    "changes",
    [
        {"actor": "user:2"},
        {"model_version": "some-model"},
        {"correlation": "request 5"},
        {"source": {"file": "a.fit"}},
    ],
)
def test_who_asks_with_which_words_does_not_change_the_identity(changes: dict[str, Any]) -> None:
    assert intent(**changes).identity == intent().identity


@given(st.lists(PARTS, min_size=1, max_size=5), st.lists(PARTS, min_size=1, max_size=5))
def test_parts_cannot_be_moved_into_each_other(one: list[str], other: list[str]) -> None:
    assert (identity.name(*one) == identity.name(*other)) == (one == other)


def test_a_part_with_the_separator_is_refused() -> None:
    with pytest.raises(ValueError, match="separator"):
        identity.name("a", "b\x1fc")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("subject", ""),
        ("subject", "x" * 241),
        ("occasion", "line\nbreak"),
        ("occasion", "\x1f"),
        ("actor", "\ud800"),
        ("actor", "\u202euser:1"),
        ("model_version", "x" * 121),
        ("correlation", "x" * 65),
        ("kind", "whatever"),
    ],
)
def test_a_name_that_is_no_plain_text_is_refused(field: str, value: str) -> None:
    with pytest.raises(InvalidFacts, match=field):
        intent(**{field: value})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("key", ""),
        ("key", "x" * 201),
        ("key", "a\x1fb"),
        ("zone", "x" * 65),
        ("fact_type", "guess"),
        ("occurred_at", datetime(2026, 11, 30)),  # noqa: DTZ001 - naive on purpose
    ],
)
def test_a_target_that_cannot_be_recorded_is_refused(field: str, value: Any) -> None:
    given_ = {"surface": "decisions.request", "key": "a", "intended": None, "reviewed": "absent"}
    with pytest.raises(InvalidFacts, match=field):
        Target(**{**given_, field: value})
