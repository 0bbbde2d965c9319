"""Fingerprints tell states apart, and tell nothing to somebody without the key."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.canonical import canonical
from decisions.domain.fingerprints import ABSENT, digest
from tests.decisions.domain.test_canonical import VALUES

KEYS = st.binary(min_size=32, max_size=32)


@given(KEYS, VALUES, VALUES)
def test_two_states_have_one_fingerprint_only_if_they_are_one(
    key: bytes, one: object, other: object
) -> None:
    texts = canonical(one), canonical(other)
    assert (digest(key, texts[0]) == digest(key, texts[1])) == (texts[0] == texts[1])


@given(KEYS, KEYS, VALUES)
def test_without_the_key_nothing_can_be_compared(one: bytes, other: bytes, value: object) -> None:
    text = canonical(value)
    assert (digest(one, text) == digest(other, text)) == (one == other)


@given(KEYS)
def test_absent_and_retracted_differ(key: bytes) -> None:
    assert digest(key, "null") != ABSENT
    assert len(digest(key, "null")) == 64
