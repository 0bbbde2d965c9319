"""Reading `as_of`."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from coach.review.moments import parse, text
from decisions.domain.errors import InvalidFacts

NOW = datetime(2026, 12, 1, 8, 40, tzinfo=UTC)


@pytest.mark.parametrize(
    "typed",
    [
        "2026-11-09T18:00:00+01:00",
        "2026-11-09T18:00+01:00",
        "2026-11-09T18:00:00 01:00",
        "2026-11-09T17:00:00Z",
        "2026-11-09t17:00:00.000z",
    ],
)
def test_it_reads_one_moment_in_every_spelling(typed: str) -> None:
    assert parse(typed, now=NOW) == datetime(2026, 11, 9, 17, tzinfo=UTC)


def test_it_refuses_a_moment_without_a_zone_and_says_so() -> None:
    with pytest.raises(InvalidFacts, match="as_of: has no zone"):
        parse("2026-11-09T18:00:00", now=NOW)


def test_it_refuses_the_future() -> None:
    with pytest.raises(InvalidFacts, match="future"):
        parse("2027-01-01T00:00:00Z", now=NOW)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "yesterday",
        "2026-11-09",
        "20261109T170000Z",
        "2026-13-09T17:00Z",
        "1-1-1",
        "٢" * 20,
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00+23:59",
        "1899-12-31T23:59:59Z",
        "9999-12-31T23:59:59-14:00",
        "2026-11-09T17:00:00+99:00",
        "x" * 5000,
    ],
)
def test_it_refuses_what_is_no_moment(typed: str) -> None:
    with pytest.raises(InvalidFacts, match="as_of"):
        parse(typed, now=NOW)


def test_what_it_writes_it_reads_back_exactly() -> None:
    moment = datetime(2026, 11, 9, 17, 0, 0, 123456, tzinfo=UTC)
    assert parse(text(moment), now=NOW) == moment
