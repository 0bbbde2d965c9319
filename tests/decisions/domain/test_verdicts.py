"""Three verdicts about a write, no fourth."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.verdicts import WriteVerdict, verdict

FINGERPRINT = st.sampled_from(["absent", "a", "b", "c"])


@given(FINGERPRINT, FINGERPRINT, FINGERPRINT)
def test_it_applies_only_on_exactly_what_was_reviewed(
    reviewed: str, found: str, intended: str
) -> None:
    answer = verdict(reviewed=reviewed, found=found, intended=intended)
    assert (answer is WriteVerdict.APPLY) == (found == reviewed and found != intended)


@given(FINGERPRINT, FINGERPRINT, FINGERPRINT)
def test_what_stands_already_is_never_written_again(
    reviewed: str, found: str, intended: str
) -> None:
    answer = verdict(reviewed=reviewed, found=found, intended=intended)
    assert (answer is WriteVerdict.ALREADY) == (found == intended)


@given(FINGERPRINT, FINGERPRINT, FINGERPRINT)
def test_everything_else_is_stale(reviewed: str, found: str, intended: str) -> None:
    answer = verdict(reviewed=reviewed, found=found, intended=intended)
    assert (answer is WriteVerdict.STALE) == (found not in (reviewed, intended))


@given(FINGERPRINT, FINGERPRINT)
def test_after_applying_the_same_write_stands_already(reviewed: str, intended: str) -> None:
    assert verdict(reviewed=reviewed, found=intended, intended=intended) is WriteVerdict.ALREADY
