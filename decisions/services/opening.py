"""Opens proposals: one open per athlete; an equal one is not repeated, a newer one supersedes."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from decisions import clock, registry
from decisions.domain import mandates
from decisions.selectors import known
from decisions.services.guard import ABSENT, Target
from decisions.services.proposals import SURFACE, UNDECIDED

if TYPE_CHECKING:
    from decisions.domain.mandates import Mandate
    from decisions.models import Stream

DAYS_OPEN = 14


def targets(
    *,
    stream: Stream,
    mandate: Mandate,
    decision: str,
    title: str,
    kind: str,
    risk: str,
    changes: list[dict[str, Any]],
    why: list[dict[str, Any]],
    evidence: list[int],
    conflicts: list[dict[str, Any]],
    alternatives: list[dict[str, Any]],
    zone: str,
) -> list[Target]:
    """What a strategic decision writes in order to propose.

    Args:
        changes: {surface, key, after}; before and reviewed are read here, after is completed.

    Returns:
        Targets for the decision's own guarded write; empty when an equal proposal is open already.

    Raises:
        OutsideMandate: a surface that the mandate may not propose changes of.
        InvalidFacts: an after-state is not valid.
    """
    wanted = [_change(stream, mandate, change) for change in changes]
    present = known.known(stream, ranges=[known.Range(SURFACE)])
    waiting = [p for p in present if p.facts is not None and p.facts["state"] in UNDECIDED]
    if any(_facts(p)["targets"] == wanted for p in waiting):
        return []
    number = max((p.facts["number"] for p in present if p.facts is not None), default=0) + 1
    today = clock.today(zone)
    facts = {
        "number": number,
        "state": "OPEN",
        "title": title,
        "kind": kind,
        "risk": risk,
        "decision": decision,
        "why": why,
        "targets": wanted,
        "evidence": evidence,
        "conflicts": conflicts,
        "alternatives": alternatives,
        "opened_on": today.isoformat(),
        "expires_on": (today + timedelta(days=DAYS_OPEN)).isoformat(),
        "closed": None,
    }
    opened = Target(
        surface=SURFACE,
        key=f"P-{number:04d}",
        intended=facts,
        reviewed=ABSENT,
        fact_type="decision",
        evidence="hypothesis",
        reasoning=title,
        basis=tuple(evidence),
    )
    return [opened, *(_superseded(p, f"P-{number:04d}") for p in waiting)]


def _change(stream: Stream, mandate: Mandate, change: dict[str, Any]) -> dict[str, Any]:
    mandates.require_proposal(mandate, change["surface"])
    state = known.now(stream, change["surface"], change["key"])
    after = change["after"]
    if after is not None:
        after = registry.get(change["surface"]).validate(after)
    return {
        "surface": change["surface"],
        "key": change["key"],
        "reviewed": state.fingerprint,
        "before": state.facts,
        "after": after,
    }


def _superseded(waiting: known.Known, by: str) -> Target:
    at = clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    closed = {"by": "strategic_review", "at": at, "reason": f"superseded by {by}"}
    return Target(
        surface=SURFACE,
        key=waiting.key,
        intended={**_facts(waiting), "state": "SUPERSEDED", "closed": closed},
        reviewed=waiting.fingerprint,
        fact_type="decision",
        evidence="hypothesis",
        reasoning=f"superseded by {by}",
    )


def _facts(proposal: known.Known) -> dict[str, Any]:
    assert proposal.facts is not None, "redacted proposals were left out"
    return proposal.facts
