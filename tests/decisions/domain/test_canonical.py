"""Canonical text: one per value, readable back, and everything that has none is refused by name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.canonical import DEEPEST, LARGEST, canonical, parse
from decisions.domain.errors import InvalidFacts

TEXT = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=20)
NAMES = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=8)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_it_reads_back_as_the_same_value(value: Any) -> None:
    assert parse(canonical(value)) == value


@given(VALUES)
def test_what_was_read_back_has_the_same_text_again(value: Any) -> None:
    assert canonical(parse(canonical(value))) == canonical(value)


@given(st.dictionaries(NAMES, VALUES, min_size=2, max_size=6), st.randoms())
def test_the_order_in_which_entries_were_made_does_not_matter(
    value: dict[str, Any], random: Any
) -> None:
    names = list(value)
    random.shuffle(names)
    assert canonical({name: value[name] for name in names}) == canonical(value)


@given(VALUES, VALUES)
def test_different_values_have_different_texts(one: Any, other: Any) -> None:
    alike = canonical(one) == canonical(other)
    assert alike == (json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, "x"]}, '{"a":[true,null,"x"],"b":1}'),
        ({"B": 1, "a": 2, "_": 3}, '{"B":1,"_":3,"a":2}'),
        ("é\u2028/<", '"é\u2028/<"'),
        ('"\\\n\t\x1f', '"\\"\\\\\\n\\t\\u001f"'),
        ((1, 2), "[1,2]"),
        (-0, "0"),
        (LARGEST, "9007199254740991"),
    ],
)
def test_it_is_what_rfc_8785_asks_for(value: Any, text: str) -> None:
    assert canonical(value) == text


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"load": 1.5}, r"facts\.load"),
        ({"sets": [1, float("nan")]}, r"facts\.sets\[1\]"),
        ({"n": LARGEST + 1}, r"facts\.n"),
        ({"n": -LARGEST - 1}, r"facts\.n"),
        ({"t": "a\x00b"}, r"facts\.t"),
        ({"t": "é\x00"}, r"facts\.t"),
        ({"t": "\ud800"}, r"facts\.t"),
        ({"é": 1}, "facts"),
        ({"a\x00": 1}, "facts"),
        ({1: 1}, "facts"),
        ({"b": b"bytes"}, r"facts\.b"),
        ({"s": {1}}, r"facts\.s"),
    ],
)
def test_what_cannot_be_a_fact_is_refused_with_the_path_to_it(value: Any, path: str) -> None:
    with pytest.raises(InvalidFacts, match=path):
        canonical(value)


def test_facts_may_be_nested_deeply_but_not_without_end() -> None:
    value: Any = "core"
    for _ in range(DEEPEST):
        value = [value]
    assert parse(canonical(value)) == value
    with pytest.raises(InvalidFacts, match="nested"):
        canonical([value])
