"""Field checkers: the value or a refusal that names the field."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts


@pytest.mark.parametrize("value", [1, True, [], {}, "   ", "x" * 201])
def test_text_is_text_that_says_something(value: Any) -> None:
    with pytest.raises(InvalidFacts, match="note"):
        check.text({"note": value}, "note")
    assert check.text({"note": " as typed "}, "note") == " as typed "


@pytest.mark.parametrize("value", [True, "3", 3.0, 0, 11, [3]])
def test_a_number_is_a_whole_number_in_its_range(value: Any) -> None:
    with pytest.raises(InvalidFacts, match="reps"):
        check.integer({"reps": value}, "reps", low=1, high=10)
    assert check.integer({"reps": 10}, "reps", low=1, high=10) == 10


@pytest.mark.parametrize("value", ["2026-2-3", "20260203", "2026-02-30", 20260204, "2026-W06-1"])
def test_a_date_is_an_iso_calendar_date(value: Any) -> None:
    with pytest.raises(InvalidFacts, match="on"):
        check.iso_date({"on": value}, "on")
    assert check.iso_date({"on": "2026-02-03"}, "on") == "2026-02-03"


@pytest.mark.parametrize("value", ["0001-01-01", "1899-12-31", "2100-01-01", "9999-12-31"])
def test_a_date_lies_within_the_bounds(value: str) -> None:
    with pytest.raises(InvalidFacts, match="on: must lie between"):
        check.iso_date({"on": value}, "on")
    with pytest.raises(InvalidFacts, match="at: must lie between"):
        check.instant({"at": f"{value}T12:00:00Z"}, "at")


def test_a_field_may_begin_later_than_the_bounds() -> None:
    with pytest.raises(InvalidFacts, match="on: must lie between 1970-01-01"):
        check.iso_date({"on": "1969-12-31"}, "on", earliest=date(1970, 1, 1))


@pytest.mark.parametrize(
    "value", ["2026-11-30T18:04:00", "2026-11-30T18:04:00+01:00", "Z", "20261130T18Z", 1]
)
def test_a_moment_is_in_utc_and_says_so(value: Any) -> None:
    with pytest.raises(InvalidFacts, match="at"):
        check.instant({"at": value}, "at")
    assert check.instant({"at": "2026-11-30T18:04:00Z"}, "at") == "2026-11-30T18:04:00Z"


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_a_flag_is_true_or_false_and_nothing_like_it(value: Any) -> None:
    with pytest.raises(InvalidFacts, match="done"):
        check.flag({"done": value}, "done")
    assert check.flag({"done": False}, "done") is False


def test_a_choice_is_one_of_the_words_and_the_refusal_lists_them() -> None:
    with pytest.raises(InvalidFacts, match="state: must be one of open, closed"):
        check.choice({"state": "ajar"}, "state", ("open", "closed"))


@pytest.mark.parametrize("value", ["abc", {}, 1, [1] * 501])
def test_a_list_is_a_list_of_bearable_length(value: Any) -> None:
    with pytest.raises(InvalidFacts, match="sets"):
        check.listing({"sets": value}, "sets")
    assert check.listing({"sets": (1, 2)}, "sets") == [1, 2]
    assert check.listing({}, "sets") == []


@pytest.mark.parametrize("value", [[], "abc", 1])
def test_an_object_is_an_object(value: Any) -> None:
    with pytest.raises(InvalidFacts, match="params"):
        check.mapping({"params": value}, "params")


def test_unknown_entries_are_named() -> None:
    with pytest.raises(InvalidFacts, match="colour: is not a field here"):
        check.known_only({"colour": 1}, ("text",))


OPTIONAL: list[Callable[..., Any]] = [
    check.text,
    check.iso_date,
    check.instant,
    check.mapping,
    lambda facts, field, **more: check.integer(facts, field, low=0, high=1, **more),
    lambda facts, field, **more: check.choice(facts, field, ("a",), **more),
]


@pytest.mark.parametrize(
    "checker", OPTIONAL, ids=["text", "date", "instant", "mapping", "integer", "choice"]
)
def test_unknown_stays_unknown_where_that_is_allowed_and_is_missing_elsewhere(
    checker: Callable[..., Any],
) -> None:
    assert checker({}, "field", none=True) is None
    assert checker({"field": None}, "field", none=True) is None
    with pytest.raises(InvalidFacts, match="field: is missing"):
        checker({}, "field")
