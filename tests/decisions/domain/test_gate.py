"""The gate fails closed, and a ruling is never stronger than its draft."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.gate import Downgrades, Holds, Refuses, Verdict, judge
from decisions.domain.outcomes import Outcome, effect

OUTCOMES = st.sampled_from(Outcome)
VERDICTS = st.one_of(
    st.builds(Holds, st.just("fine")),
    st.builds(Downgrades, OUTCOMES, st.just("too much")),
    st.builds(Refuses, st.just("no")),
)


@dataclass(frozen=True)
class Draft:
    """All that the engine reads of a draft."""

    outcome: str


def rule(verdict: Verdict, name: str = "a_rule") -> Callable[[Any, Any, Any], Verdict]:
    def answers(draft: Any, context: Any, policy: Any) -> Verdict:
        return verdict

    answers.__name__ = name
    return answers


@given(OUTCOMES, st.lists(VERDICTS, max_size=6))
def test_a_ruling_is_never_stronger_than_its_draft(asked: Outcome, verdicts: list[Verdict]) -> None:
    ruling = judge(Draft(asked), None, None, [rule(v) for v in verdicts])
    assert effect(ruling.outcome) <= effect(asked)


@given(OUTCOMES, st.lists(VERDICTS, max_size=6))
def test_one_refusal_is_enough(asked: Outcome, verdicts: list[Verdict]) -> None:
    ruling = judge(Draft(asked), None, None, [rule(v) for v in verdicts])
    assert ruling.refused == any(isinstance(v, Refuses) for v in verdicts)
    assert not ruling.refused or ruling.outcome is Outcome.BLOCKED_UNKNOWN


@given(OUTCOMES, st.lists(VERDICTS, max_size=6), VERDICTS)
def test_one_more_rule_never_makes_a_ruling_stronger(
    asked: Outcome, verdicts: list[Verdict], more: Verdict
) -> None:
    fewer = judge(Draft(asked), None, None, [rule(v) for v in verdicts])
    all_of_them = judge(Draft(asked), None, None, [rule(v) for v in [*verdicts, more]])
    assert effect(all_of_them.outcome) <= effect(fewer.outcome)


@given(OUTCOMES, st.lists(VERDICTS, max_size=6))
def test_every_verdict_is_kept_in_the_order_the_rules_ran(
    asked: Outcome, verdicts: list[Verdict]
) -> None:
    rules = [rule(v, f"rule_{n}") for n, v in enumerate(verdicts)]
    ruling = judge(Draft(asked), None, None, rules)
    assert ruling.verdicts == tuple((f"rule_{n}", v) for n, v in enumerate(verdicts))
    assert len(ruling.as_facts()["verdicts"]) == len(verdicts)


def test_a_draft_without_objections_stands() -> None:
    ruling = judge(Draft("TACTICAL_ADJUST"), None, None, [rule(Holds())])
    assert (ruling.outcome, ruling.refused) == (Outcome.TACTICAL_ADJUST, False)


def broken(draft: Any, context: Any, policy: Any) -> Verdict:
    raise KeyError("load_g")


def silent(draft: Any, context: Any, policy: Any) -> Any:
    return None


def agreeing(draft: Any, context: Any, policy: Any) -> Any:
    return True


@pytest.mark.parametrize("wrong", [broken, silent, agreeing])
def test_a_rule_that_raises_or_gives_no_verdict_refuses(wrong: Any) -> None:
    ruling = judge(Draft("TACTICAL_ADJUST"), None, None, [rule(Holds()), wrong])
    assert ruling.refused
    assert ruling.outcome is Outcome.BLOCKED_UNKNOWN
    assert ruling.as_facts()["verdicts"][1]["rule"] == wrong.__name__


def test_a_downgrade_to_something_stronger_is_ignored() -> None:
    up = rule(Downgrades(Outcome.PROPOSE_STRUCTURAL, "why not"))
    assert judge(Draft("MONITOR_ONLY"), None, None, [up]).outcome is Outcome.MONITOR_ONLY


def test_a_draft_that_asks_for_no_known_outcome_is_not_judged() -> None:
    with pytest.raises(ValueError, match="WHATEVER"):
        judge(Draft("WHATEVER"), None, None, [rule(Holds())])
