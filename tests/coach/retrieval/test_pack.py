"""Packing into a budget: what must be in is in, what does not fit is skipped and named."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from coach.retrieval.candidates import Candidate
from coach.retrieval.pack import Packed, pack


@dataclass(frozen=True)
class Thing:
    """An item that costs what its facts say."""

    key: str
    position: int
    surface: str = "training_sessions.daily"
    fact_type: str = "observation"
    facts: dict[str, Any] = field(default_factory=dict, hash=False)


def candidate(
    key: str, full: int, short: int = 1, *, must: bool = False, order: int = 0, brief: bool = False
) -> Candidate:
    thing = Thing(key, position=hash(key) % 10_000, facts={"full": full, "short": short})
    return Candidate(thing, "slice", must=must, order=order, brief=brief)


def cost(one: Candidate, form: str) -> int:
    return int((one.item.facts or {})[form])


def packed(*candidates: Candidate, budget: int) -> Packed:
    return pack(candidates, budget=budget, cost=cost)


def keys(found: Packed) -> dict[str, str]:
    return {one.item.key: form for one, form in found.included}


def test_everything_that_fits_goes_in_whole() -> None:
    found = packed(candidate("a", 40), candidate("b", 50), budget=90)
    assert keys(found) == {"a": "full", "b": "full"}
    assert (found.left_out, found.tokens) == ((), 90)


def test_a_must_have_shrinks_instead_of_falling_out() -> None:
    gates = [candidate(f"g{n}", 60, 5, must=True, order=n) for n in range(3)]
    found = packed(*gates, budget=70)
    assert keys(found) == {"g0": "full", "g1": "short", "g2": "short"}


def test_must_haves_go_in_even_where_nothing_fits() -> None:
    found = packed(candidate("gate", 60, 20, must=True), candidate("sleep", 5), budget=1)
    assert keys(found) == {"gate": "short"}
    assert [(one.item.key, why) for one, why in found.left_out] == [("sleep", "over budget")]


def test_what_does_not_fit_is_skipped_and_what_comes_after_it_still_goes_in() -> None:
    near, large, small = candidate("near", 30), candidate("large", 90, order=1), None
    small = candidate("small", 20, order=2)
    found = packed(near, large, small, budget=60)
    assert keys(found) == {"near": "full", "small": "full"}
    assert [one.item.key for one, _ in found.left_out] == ["large"]


def test_must_haves_are_served_before_anything_that_is_only_near() -> None:
    found = packed(candidate("near", 50), candidate("must", 50, must=True, order=9), budget=60)
    assert keys(found) == {"must": "full"}


def test_a_brief_one_costs_its_short_form() -> None:
    found = packed(candidate("old", 500, 4, brief=True), budget=10)
    assert keys(found) == {"old": "short"}
    assert found.tokens == 4


candidates = st.lists(
    st.builds(
        candidate,
        st.text("abcdefgh", min_size=1, max_size=6),
        st.integers(10, 60),
        st.integers(1, 9),
        must=st.booleans(),
        order=st.integers(0, 5),
        brief=st.booleans(),
    ),
    unique_by=lambda one: one.item.key,
    max_size=25,
)


@given(candidates, st.integers(0, 400), st.randoms(use_true_random=False))
def test_nothing_is_lost_and_the_order_of_arrival_does_not_matter(found, budget, chance) -> None:
    one = packed(*found, budget=budget)
    included = [c for c, _ in one.included]
    out = [c for c, _ in one.left_out]
    assert sorted([*included, *out], key=lambda c: c.item.key) == sorted(
        found, key=lambda c: c.item.key
    )
    assert all(c in included for c in found if c.must)
    assert one.tokens == sum(cost(c, form) for c, form in one.included)
    forced = sum(cost(c, "short") for c in found if c.must)
    assert one.tokens <= max(budget, forced)
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert packed(*shuffled, budget=budget) == one
