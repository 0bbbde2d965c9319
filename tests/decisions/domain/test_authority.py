"""Who may win, per path: a correction, else the owner; equals that disagree are unknown."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.authority import Statement, resolve


@st.composite
def statements(draw: Any) -> list[Statement]:
    """Statements about one path at different positions."""
    count = draw(st.integers(0, 7))
    return [
        Statement(
            path="load",
            value=draw(st.integers(0, 2)),
            source=draw(st.sampled_from(["plan", "athlete", "import", "model"])),
            position=position,
            owns=draw(st.booleans()),
            corrects=draw(st.booleans()),
        )
        for position in range(count)
    ]


@given(statements())
def test_only_somebody_entitled_ever_wins(said: list[Statement]) -> None:
    found = resolve(said)
    if found.known:
        assert found.winner is not None
        assert found.winner.owns or found.winner.corrects
        assert found.value == found.winner.value
    else:
        assert found.value is None
        assert found.winner is None


@given(statements())
def test_a_correction_beats_every_owner(said: list[Statement]) -> None:
    found = resolve(said)
    if found.winner is not None and any(s.corrects for s in said):
        assert found.winner.corrects


@given(statements())
def test_a_value_is_one_that_somebody_said_never_an_average(said: list[Statement]) -> None:
    found = resolve(said)
    assert not found.known or found.value in {s.value for s in said}


@given(statements(), st.integers())
def test_the_order_in_which_statements_are_read_does_not_matter(
    said: list[Statement], seed: int
) -> None:
    mixed = said[:]
    random.Random(seed).shuffle(mixed)
    one, other = resolve(said), resolve(mixed)
    assert (one.known, one.value) == (other.known, other.value)


@given(statements(), st.integers(0, 2))
def test_who_is_not_entitled_changes_nothing(said: list[Statement], value: int) -> None:
    outsider = Statement("load", value, "somebody else", 99)
    one, other = resolve(said), resolve([*said, outsider])
    assert (one.known, one.value) == (other.known, other.value)
    assert outsider in other.informing


@given(statements())
def test_what_equals_disagree_about_is_unknown(said: list[Statement]) -> None:
    latest = {(s.source, s.owns, s.corrects): s for s in said}
    corrections = {s.value for s in latest.values() if s.corrects}
    owners = {s.value for s in latest.values() if s.owns and not s.corrects}
    assert resolve(said).known == (len(corrections or owners) == 1)


def test_one_source_supersedes_itself_by_position() -> None:
    plan = [Statement("load", value, "plan", value, owns=True) for value in (1, 2)]
    assert resolve(plan).value == 2
    assert resolve(plan[::-1]).value == 2


def test_an_overruled_owner_is_named() -> None:
    owner = Statement("load", 1, "plan", 1, owns=True)
    correction = Statement("load", 2, "athlete", 2, corrects=True)
    found = resolve([owner, correction])
    assert (found.value, found.overruled) == (2, (owner,))
    assert found.because == "a current correction"


def test_nobody_entitled_means_not_known() -> None:
    assert resolve([]).known is False
    assert "nobody entitled" in resolve([Statement("load", 1, "model", 1)]).because
