"""Drafts to judge: the built-in coach's own, with one thing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coach.baseline import draft
from coach.domain.draft import Draft, SessionDraft
from coach.domain.situation import Situation
from coach.rules import RULES
from decisions.domain.gate import Downgrades, Holds, Refuses, Ruling, Verdict, judge

Rule = Callable[[Any, Any, Any], Verdict]


def own(situation: Situation, **changes: Any) -> Draft:
    """The built-in coach's draft with fields replaced; nothing is validated again."""
    return draft(situation).model_copy(update=changes)


def dosed(situation: Situation, item: int = 0, **changes: Any) -> Draft:
    """The built-in coach's draft with the dose of one item replaced."""
    made = draft(situation)
    assert made.session is not None
    items = list(made.session.items)
    items[item] = items[item].model_copy(update=changes)
    return made.model_copy(update={"session": session(made, items=tuple(items))})


def session(made: Draft, **changes: Any) -> SessionDraft:
    """The session of a draft with fields replaced."""
    assert made.session is not None
    return made.session.model_copy(update=changes)


def verdict(rule: Rule, made: Draft, situation: Situation) -> Verdict:
    """What one rule says."""
    return rule(made, situation, situation.change_policy)


def ruling(made: Draft, situation: Situation) -> Ruling:
    """What the whole gate says."""
    return judge(made, situation, situation.change_policy, RULES[situation.packet.workflow])


def holds(rule: Rule, made: Draft, situation: Situation) -> bool:
    """Whether a rule has nothing against a draft."""
    return isinstance(verdict(rule, made, situation), Holds)


def refuses(rule: Rule, made: Draft, situation: Situation) -> str:
    """Why a rule refuses; fails where it does not."""
    found = verdict(rule, made, situation)
    assert isinstance(found, Refuses), found
    return found.because


def downgrades(rule: Rule, made: Draft, situation: Situation) -> str:
    """What a rule downgrades to; fails where it does not."""
    found = verdict(rule, made, situation)
    assert isinstance(found, Downgrades), found
    return found.to.value
