"""The gate's engine: judge a draft by small pure rules. Fails closed: a rule that raises refuses.

A ruling may be weaker than its draft, never stronger. All verdicts are kept, holds included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from decisions.domain.outcomes import Outcome, effect


@dataclass(frozen=True, slots=True)
class Holds:
    """The rule has nothing against the draft."""

    note: str = ""


@dataclass(frozen=True, slots=True)
class Downgrades:
    """The draft may stand only as a weaker outcome."""

    to: Outcome
    because: str


@dataclass(frozen=True, slots=True)
class Refuses:
    """The draft may not stand."""

    because: str


Verdict = Holds | Downgrades | Refuses
Rule = Callable[[Any, Any, Any], Verdict]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the gate made of a draft.

    Attributes:
        outcome: the outcome that may be recorded.
        verdicts: every rule with its verdict, in the order they ran.
        refused: whether a rule refused the draft's content.
    """

    outcome: Outcome
    verdicts: tuple[tuple[str, Verdict], ...]
    refused: bool

    def as_facts(self) -> dict[str, Any]:
        """The ruling as facts of a decision."""
        return {
            "outcome": self.outcome.value,
            "refused": self.refused,
            "verdicts": [
                {"rule": rule, "verdict": _word(verdict), "because": _because(verdict)}
                for rule, verdict in self.verdicts
            ],
        }


def judge(draft: Any, context: Any, policy: Any, rules: Sequence[Rule]) -> Ruling:
    """Run every rule over a draft; `draft.outcome` is what it asks for.

    Returns:
        The ruling. A refusal ends in BLOCKED_UNKNOWN, a downgrade in the weakest outcome asked
        for; a "downgrade" to a stronger outcome than the draft's is ignored.
    """
    verdicts = tuple((rule_id(rule), _run(rule, draft, context, policy)) for rule in rules)
    if any(isinstance(verdict, Refuses) for _, verdict in verdicts):
        return Ruling(Outcome.BLOCKED_UNKNOWN, verdicts, refused=True)
    outcome = Outcome(draft.outcome)
    for _, verdict in verdicts:
        if isinstance(verdict, Downgrades) and effect(verdict.to) < effect(outcome):
            outcome = verdict.to
    return Ruling(outcome, verdicts, refused=False)


def rule_id(rule: Rule) -> str:
    """The stable name of a rule: its function's name."""
    return str(getattr(rule, "__name__", type(rule).__name__))


def _run(rule: Rule, draft: Any, context: Any, policy: Any) -> Verdict:
    try:
        verdict: Any = rule(draft, context, policy)  # whatever it says it gives
    except Exception as error:  # noqa: BLE001 - any failure of a rule must refuse, never allow
        return Refuses(f"the rule could not be evaluated ({type(error).__name__}: {error})"[:300])
    if isinstance(verdict, Holds | Downgrades | Refuses):
        return verdict
    return Refuses("the rule gave no verdict")


def _word(verdict: Verdict) -> str:
    match verdict:
        case Holds():
            return "holds"
        case Downgrades():
            return "downgrades"
        case Refuses():
            return "refuses"


def _because(verdict: Verdict) -> str:
    match verdict:
        case Holds(note):
            return note
        case Downgrades(to, because):
            return f"{to.value}: {because}"
        case Refuses(because):
            return because
