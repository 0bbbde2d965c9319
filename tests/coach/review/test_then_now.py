"""Known then against known now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from coach.review.then_now import pairs

MOMENT = date(2026, 11, 13)


@dataclass(frozen=True)
class Item:
    key: str
    position: int
    facts: dict[str, Any] | None
    fact_type: str = "observation"
    local_date: date | None = date(2026, 11, 12)
    recorded_at: datetime = datetime(2026, 11, 12, 19, tzinfo=UTC)
    surface: str = "training_sessions.daily"


def test_a_correction_is_marked_with_what_it_changed() -> None:
    then = Item("sleep", 4, {"value": 80, "kind": "x"})
    now = Item("sleep", 9, {"value": 85, "kind": "x"}, fact_type="correction")
    (pair,) = pairs([then], [now], {}, moment=MOMENT)
    assert pair.later is not None
    assert (pair.later.kind, pair.later.changes) == ("corrected", ("Value: 80 to 85",))
    assert pair.differs


def test_a_fact_about_the_past_that_came_later_is_late() -> None:
    now = Item("sleep", 9, {"v": 1}, recorded_at=datetime(2026, 11, 14, 10, tzinfo=UTC))
    (pair,) = pairs([], [now], {}, moment=MOMENT)
    assert pair.later is not None
    assert (pair.later.kind, pair.later.days) == ("late", 2)


def test_a_fact_of_a_later_day_is_not_late() -> None:
    now = Item("knee", 9, {"v": 1}, local_date=date(2026, 11, 19))
    (pair,) = pairs([], [now], {}, moment=MOMENT)
    assert pair.later is not None
    assert pair.later.kind == "after"
    assert not pair.differs


def test_a_retraction_keeps_what_was_known() -> None:
    then = Item("weight", 4, {"v": 1})
    gone = Item("weight", 12, None, fact_type="retraction")
    (pair,) = pairs([then], [], {(then.surface, "weight"): gone}, moment=MOMENT)
    assert pair.later is not None
    assert (pair.later.kind, pair.later.position) == ("retracted", 12)
    assert pair.then is then


def test_an_erased_fact_says_erased_and_shows_nothing() -> None:
    then = Item("weight", 4, None)
    now = Item("weight", 12, None)
    (pair,) = pairs([then], [now], {}, moment=MOMENT)
    assert pair.later is not None
    assert pair.later.kind == "erased"
    assert pair.later.changes == ()


def test_what_is_the_same_comes_last() -> None:
    same = Item("same", 2, {"v": 1})
    late = Item("late", 9, {"v": 1}, recorded_at=datetime(2026, 11, 14, tzinfo=UTC))
    after = Item("after", 10, {"v": 1}, local_date=date(2026, 11, 20))
    found = pairs([same], [same, after, late], {}, moment=MOMENT)
    assert [pair.key for pair in found] == ["late", "after", "same"]
    assert found[-1].later is None
