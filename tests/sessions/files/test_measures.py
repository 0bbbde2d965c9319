from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.files import decimal_marks, measures


@pytest.mark.parametrize(
    ("texts", "mark"),
    [
        (["10", "62.5"], "."),
        (["10", "62,5"], ","),
        (["1,234", "62.5"], "."),
        (["1.234", "62,5"], ","),
        (["0,500"], ","),
        (["1.234,5"], ","),
        (["1,234.5"], "."),
        (["56.699"], "."),
        (["", "12"], "."),
    ],
)
def test_it_finds_the_decimal_mark_of_a_column(texts: Any, mark: Any) -> None:
    assert decimal_marks.decimal_mark(texts) == mark


@pytest.mark.parametrize("texts", [["1,234"], ["10", "2,500"], ["62,5", "62.5"]])
def test_it_never_guesses_a_decimal_mark(texts: Any) -> None:
    with pytest.raises(decimal_marks.Ambiguous):
        decimal_marks.decimal_mark(texts)


@pytest.mark.parametrize(
    ("text", "mark", "value"),
    [
        ("65,5", ",", "65.5"),
        ("65.5", ".", "65.5"),
        ("1.234,5", ",", "1234.5"),
        ("1,234,567", ".", "1234567"),
        ("13.0", ".", "13"),
        ("2\u00a0500", ".", "2500"),
    ],
)
def test_it_reads_numbers_exactly(text: Any, mark: Any, value: Any) -> None:
    assert measures.number(text, mark) == Decimal(value)


@pytest.mark.parametrize(
    "text", ["", "-5", "+5", "1e3", "NaN", "inf", "6o", "1.2.3", "5,5", "٣", "1_000", "12.34,5"]
)
def test_it_refuses_what_is_no_number(text: Any) -> None:
    with pytest.raises(ValueError, match="not a number"):
        measures.number(text, ".")


@given(st.decimals(min_value=0, max_value=10**6, places=2), st.sampled_from(".,"))
def test_it_reads_back_whatever_is_written_with_either_mark(value: Any, mark: Any) -> None:
    assert measures.number(f"{value:f}".replace(".", mark), mark) == value


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1h 8m", 4080),
        ("38min", 2280),
        ("35m", 2100),
        ("45s", 45),
        ("1h", 3600),
        ("2h5min10s", 7510),
        ("3661", 3661),
        ("90.0", 90),
        ("1:02:03", 3723),
        ("0", 0),
    ],
)
def test_it_reads_durations(text: Any, seconds: Any) -> None:
    assert measures.seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "1x", "8 days", "9999h", "-5m", "1:99:00"])
def test_it_refuses_what_is_no_duration(text: Any) -> None:
    with pytest.raises(ValueError, match="not a duration"):
        measures.seconds(text)


def test_it_converts_pounds_exactly() -> None:
    assert measures.grams(Decimal("77.16"), "lb") == Decimal("34999.1872692")
