"""Turns a judged draft into facts of a decision: handles become positions, refused sentences are withheld."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.rules import WITHHELD, measured
from coach.rules.citations import every_citation
from decisions.domain.gate import Downgrades
from decisions.domain.magnitude import Magnitude
from decisions.domain.outcomes import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.domain.draft import Draft
    from coach.domain.packet import Packet
    from coach.llm.port import Prompt, Reply
    from coach.retrieval.context import Context
    from coach.workflows.thinking import Judged
    from decisions.domain.gate import Ruling


def decision_facts(
    *,
    context: Context,
    prompt: Prompt,
    reply: Reply,
    found: Judged,
    gate_version: str,
    occasion: str,
    answers: str | None,
) -> dict[str, Any]:
    """Facts of a decision, without its number.

    Args:
        answers: identity of the escalation that a review answers.
    """
    packet, draft, ruling = context.packet, found.shown, found.ruling
    refused = ruling.refused
    measure = measured(found.situation, draft.session) if draft.session else Magnitude.M0
    return {
        "workflow": packet.workflow,
        "subject": packet.subject,
        "occasion": occasion,
        "outcome": ruling.outcome.value,
        "magnitude": measure.name,
        "summary": summary(draft, ruling, set()),
        "reasons": [_said(packet, r.text, r.cites) for r in draft.reasons],
        "considered": [
            {
                "outcome": c.outcome.value,
                "why": c.why,
                "cites": packet.positions(list(c.cites)),
                "chosen": c.chosen and not refused,
            }
            for c in draft.considered
        ],
        "unknown": [
            {"text": u.text, "cites": packet.positions(list(u.cites))} for u in draft.unknown
        ],
        "thresholds": [t.model_dump() for t in draft.thresholds],
        "next_look": draft.next_look,
        "looks": [look.model_dump() for look in draft.looks],
        "monitor": list(draft.monitor),
        "carried": [] if refused else list(draft.carried),
        "position": context.position,
        "instance_position": context.policy.position,
        "manifest": context.manifest,
        "context_fingerprint": context.fingerprint,
        "prompt": {"id": prompt.id, "version": prompt.version, "hash": prompt.hash},
        "model": reply.model,
        "reply": reply.text,
        "ruling": ruling.as_facts(),
        "gate_version": gate_version,
        "policy_version": context.policy.version,
        "answers": answers,
    }


def summary(draft: Draft, ruling: Ruling, hidden: set[str]) -> str:
    """The sentence that stands over a decision: what was recorded, not what was asked for."""
    if ruling.refused:
        rule = next(
            because
            for because in (
                v["because"] for v in ruling.as_facts()["verdicts"] if v["verdict"] == "refuses"
            )
        )
        return f"The draft was refused and nothing of it was written: {rule}"[:1000]
    if draft.summary == WITHHELD or draft.summary in hidden:
        return WITHHELD
    if ruling.outcome is not Outcome(draft.outcome):
        because = next(
            verdict.because
            for _, verdict in ruling.verdicts
            if isinstance(verdict, Downgrades) and verdict.to is ruling.outcome
        )
        return f"{draft.summary} It stands as {ruling.outcome.value}: {because}"[:1000]
    return draft.summary


def cited(draft: Draft, packet: Packet) -> tuple[int, ...]:
    """Positions that a draft rests on: everything that any part of it cites."""
    return tuple(packet.positions(list(every_citation(draft))))


def _said(packet: Packet, text: str, cites: Sequence[str]) -> dict[str, Any]:
    return {
        "text": text,
        "cites": packet.positions(list(cites)),
        "withheld": text == WITHHELD,
    }
