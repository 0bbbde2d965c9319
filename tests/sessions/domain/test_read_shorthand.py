"""A set in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.errors import InvalidFacts
from sessions.domain import shorthand
from sessions.domain.shorthand import ShortSet


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ("100x5@8", ShortSet(100_000, 5, 80)),
        ("100 8", ShortSet(100_000, 8, None)),
        ("100x8", ShortSet(100_000, 8, None)),
        ("100x8@8.5", ShortSet(100_000, 8, 85)),
        ("102,5x5@8,5", ShortSet(102_500, 5, 85)),
        ("102.5 x 5 @ 8½", ShortSet(102_500, 5, 85)),
        ("100\N{MULTIPLICATION SIGN}5", ShortSet(100_000, 5, None)),
        ("100*5@9", ShortSet(100_000, 5, 90)),
        ("225lb x 5", ShortSet(102_058, 5, None)),
        ("225 lb x 5 @8", ShortSet(102_058, 5, 80)),
        ("105 kg 5", ShortSet(105_000, 5, None)),
    ],
)
def test_it_reads_the_forms_people_use(entered: str, expected: ShortSet) -> None:
    assert shorthand.parse(entered, units="kg") == expected


def test_a_bare_load_is_in_the_persons_own_unit() -> None:
    assert shorthand.parse("225x5", units="lb").load_g == 102_058


@pytest.mark.parametrize(
    "entered",
    ["", "100", "x5", "100x", "100x5@", "100x5@8@9", "100 5 8", "1,234x5", "100x5.5", "3x5@100",
     "-100x5", "100xfive", "100x5@11", "BWx8", "100x5\x00", "1" * 50 + "x5"],
)  # fmt: skip
def test_it_refuses_what_it_cannot_read_and_names_the_field(entered: str) -> None:
    with pytest.raises(InvalidFacts) as caught:
        shorthand.parse(entered, units="kg", field="set 3")
    assert caught.value.field.startswith("set 3")


@given(st.integers(0, 600), st.integers(0, 60), st.none() | st.integers(10, 100))
def test_it_reads_back_what_it_would_write(kg: int, reps: int, rpe: int | None) -> None:
    line = f"{kg}x{reps}" + ("" if rpe is None else f"@{rpe // 10}.{rpe % 10}")
    assert shorthand.parse(line, units="kg") == ShortSet(kg * 1000, reps, rpe)


@given(st.text(max_size=60))
def test_no_text_breaks_it(entered: str) -> None:
    try:
        found = shorthand.parse(entered, units="kg")
    except InvalidFacts:
        return
    assert found.load_g >= 0
    assert found.reps >= 0
