"""Thresholds: distance in words, and a drawing only where there are numbers."""

from __future__ import annotations

import pytest

from coach.review.thresholds import threshold


def test_it_says_how_far_below() -> None:
    one = threshold({"name": "clear mornings", "value": "1", "limit": "3", "unit": ""})
    assert (one.distance, one.met) == ("2 below", False)


def test_it_says_how_far_above_with_the_unit() -> None:
    one = threshold({"name": "drift", "value": "7.6", "limit": "7.5", "unit": "%"})
    assert one.distance == "0.1\u00a0% above"


def test_it_says_at_the_limit() -> None:
    assert threshold({"value": "3", "limit": "3.0"}).distance == "at the limit"


@pytest.mark.parametrize("value", [None, "", "nobody knows", "NaN", "Infinity", True])
def test_it_keeps_unknown_unknown(value: object) -> None:
    one = threshold({"name": "sleep", "value": value, "limit": "6"})
    assert one.distance == "unknown"
    assert one.met is None
    assert one.mark is None


@pytest.mark.parametrize(("value", "limit"), [("1", "3"), ("3", "1"), ("-4", "2"), ("0", "0")])
def test_it_stays_inside_the_drawing(value: str, limit: str) -> None:
    mark = threshold({"value": value, "limit": limit}).mark
    assert mark is not None
    for share in (mark.value_x, mark.limit_x, mark.zone_x):
        assert 0 <= float(share.rstrip("%")) <= 100
    assert float(mark.zone_x.rstrip("%")) + float(mark.zone_width.rstrip("%")) <= 100


def test_it_draws_the_value_left_of_a_limit_that_is_not_reached() -> None:
    mark = threshold({"value": "1", "limit": "3"}).mark
    assert mark is not None
    assert float(mark.value_x.rstrip("%")) < float(mark.limit_x.rstrip("%"))


def test_it_shows_a_real_minus() -> None:
    assert threshold({"value": "-3.8", "limit": "3.5", "unit": "%"}).value == "\u22123.8\u00a0%"
