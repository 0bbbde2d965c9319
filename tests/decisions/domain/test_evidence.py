"""Combining evidence can only lose certainty."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.evidence import Evidence, derived_from, weakest

TYPES = st.lists(st.sampled_from(Evidence), min_size=1, max_size=6)


@given(TYPES)
def test_a_combination_is_never_stronger_than_any_of_its_inputs(types: list[Evidence]) -> None:
    assert all(weakest(*types).doubt >= each.doubt for each in types)
    assert all(derived_from(*types).doubt >= each.doubt for each in types)


@given(TYPES, st.sampled_from(Evidence))
def test_more_evidence_never_makes_a_combination_stronger(
    types: list[Evidence], more: Evidence
) -> None:
    assert weakest(*types, more).doubt >= weakest(*types).doubt


@given(TYPES, st.randoms())
def test_the_order_of_inputs_does_not_matter(types: list[Evidence], random: object) -> None:
    assert weakest(*types) == weakest(*sorted(types)) == weakest(*types[::-1])


@given(TYPES)
def test_what_is_computed_is_never_observed_or_reported(types: list[Evidence]) -> None:
    assert derived_from(*types).doubt >= Evidence.DERIVED.doubt


def test_unknown_in_is_unknown_out_and_nothing_is_unknown() -> None:
    assert weakest("observed", "unknown") is Evidence.UNKNOWN
    assert weakest() is Evidence.UNKNOWN
    assert derived_from() is Evidence.UNKNOWN


def test_the_ladder_reads_from_seen_to_unknown() -> None:
    assert [each.value for each in sorted(Evidence, key=lambda e: e.doubt)] == [
        "observed",
        "user_reported",
        "derived",
        "estimated",
        "hypothesis",
        "unknown",
    ]


def test_a_type_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="certain"):
        weakest("certain")
