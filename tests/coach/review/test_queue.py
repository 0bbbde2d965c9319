"""The order of the queue."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from coach.review.queue import age, keep, order, summary
from coach.review.waiting import Entry

NOW = datetime(2026, 12, 1, 8, 40, tzinfo=UTC)


def entry(key: str, **changes: Any) -> Entry:
    values: dict[str, Any] = {
        "key": key,
        "kind": "proposal",
        "athlete": "lifter",
        "athlete_id": 1,
        "title": key,
        "detail": "",
        "state": "OPEN",
        "change_kind": "structural",
        "risk": "low",
        "evidence": ("user_reported", 2),
        "conflicts": 0,
        "since": NOW - timedelta(days=1),
        "takes_effect": None,
        "effect": "",
        "href": "",
    }
    return Entry(**{**values, **changes})


def test_safety_comes_before_effect_before_stale_before_age() -> None:
    entries = [
        entry("old", since=NOW - timedelta(days=9)),
        entry("new"),
        entry("stale", state="STALE"),
        entry("asked", state="NEEDS_EVIDENCE", since=NOW - timedelta(days=30)),
        entry("tomorrow", takes_effect=date(2026, 12, 2)),
        entry("calf", state="ESCALATED"),
    ]
    assert [one.key for one in order(entries, now=NOW)] == [
        "calf",
        "tomorrow",
        "stale",
        "old",
        "new",
        "asked",
    ]


def test_it_keeps_only_what_matches_every_filter() -> None:
    entries = [entry("a", risk="high"), entry("b", athlete_id=2, risk="high"), entry("c")]
    assert [one.key for one in keep(entries, {"risk": "high", "athlete": "1"})] == ["a"]
    assert len(keep(entries, {})) == 3


def test_it_says_what_waits() -> None:
    entries = [entry("a"), entry("b", state="STALE")]
    assert summary(entries) == "2 waiting for you: 1 to decide, 1 stale."
    assert summary([]) == "Nothing is waiting for you."


def test_age_is_one_number() -> None:
    spans = (timedelta(minutes=5), timedelta(hours=22), timedelta(days=3, hours=4))
    assert [age(span) for span in spans] == ["5\u00a0min", "22\u00a0h", "3\u00a0d"]
