"""What became of the proposals that a review speaks of: an answered question is no open one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.web import wording
from decisions import registry

if TYPE_CHECKING:
    from decisions.models import Stream

PROPOSAL = "decisions.proposal"
OPEN = ("OPEN", "NEEDS_EVIDENCE")
_NAMED = re.compile(r"\b(?:Proposal |P-0*)(\d+)\b", re.ASCII)
_WORDS = {
    "APPLIED": "was approved and applied",
    "REJECTED": "was rejected",
    "EXPIRED": "expired without an answer",
    "SUPERSEDED": "was replaced by a newer one",
    "WITHDRAWN": "was withdrawn",
    "STALE": "could not be applied: the plan had changed",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a review's question came to: state of the proposal, and one sentence with its date."""

    state: str
    says: str


def answer(stream: Stream, review: str, facts: dict[str, Any], *, zone: str) -> Answer | None:
    """The answer to what a review asks or says is open; None while it is, or where it asks nothing.

    Args:
        stream: the athlete's log.
        review: key of the decision.
        facts: what the decision says.
        zone: the athlete's, for the day of the answer.
    """
    model = registry.get(PROPOSAL).model
    numbers = [int(number) for number in _NAMED.findall(str(facts["summary"]))]
    asks = facts["outcome"] == "PROPOSE_STRUCTURAL"
    if model is None or not (asks or numbers):
        return None
    rows = model._default_manager.filter(stream=stream)  # noqa: SLF001
    rows = rows.filter(decision=review) if asks else rows.filter(number__in=numbers)
    found = list(rows.order_by("-number").values_list("number", "title", "state", "closed"))
    if not found or any(state in OPEN for _, _, state, _ in found):
        return None
    number, title, state, closed = found[0]
    at = (closed or {}).get("at")
    day = f" on {wording.moment(str(at), zone).partition(',')[0]}" if at else ""
    told = f"Proposal {number} ({title}) {_WORDS.get(state, 'was answered')}{day}."
    return Answer(state, told)
