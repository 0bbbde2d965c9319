"""The kernel's own surfaces."""

from __future__ import annotations

from decisions.domain import facts as check
from decisions.domain.errors import InvalidFacts
from decisions.domain.outcomes import Outcome
from decisions.domain.surface import Facts, Surface
from decisions.models import DecisionRecord, Finding, Forecast, Policy, Proposal, Request

PROPOSAL_STATES = (
    "OPEN",
    "NEEDS_EVIDENCE",
    "APPLIED",
    "STALE",
    "REJECTED",
    "EXPIRED",
    "SUPERSEDED",
    "WITHDRAWN",
)


def _decision(facts: Facts) -> Facts:
    check.known_only(facts, DecisionRecord.facts_fields())
    lists = ("reasons", "considered", "unknown", "thresholds", "looks", "monitor", "carried")
    return {
        "number": check.integer(facts, "number", low=1, high=2**31),
        "workflow": check.text(facts, "workflow", limit=32),
        "subject": check.text(facts, "subject", limit=240),
        "occasion": check.text(facts, "occasion", limit=240),
        "outcome": check.choice(facts, "outcome", list(Outcome)),
        "magnitude": check.text(facts, "magnitude", limit=2),
        "summary": check.text(facts, "summary", limit=1000),
        **{name: check.listing(facts, name) for name in lists},
        "next_look": check.iso_date(facts, "next_look", none=True),
        "position": check.integer(facts, "position", low=0, high=2**53 - 1),
        "instance_position": check.integer(facts, "instance_position", low=0, high=2**53 - 1),
        "manifest": check.mapping(facts, "manifest"),
        "context_fingerprint": check.text(facts, "context_fingerprint", limit=64),
        "prompt": check.mapping(facts, "prompt"),
        "model": check.text(facts, "model", limit=120),
        "reply": check.text(facts, "reply", limit=200_000),
        "ruling": check.mapping(facts, "ruling"),
        "gate_version": check.text(facts, "gate_version", limit=32),
        "policy_version": check.text(facts, "policy_version", limit=32),
        "answers": check.text(facts, "answers", limit=64, none=True),
    }


def _proposal(facts: Facts) -> Facts:
    check.known_only(facts, Proposal.facts_fields())
    targets = check.listing(facts, "targets")
    if not targets:
        raise InvalidFacts("targets", "is empty: a proposal changes something")
    return {
        "number": check.integer(facts, "number", low=1, high=2**31),
        "state": check.choice(facts, "state", PROPOSAL_STATES),
        "title": check.text(facts, "title", limit=240),
        "kind": check.text(facts, "kind", limit=64),
        "risk": check.choice(facts, "risk", ("low", "medium", "high")),
        "decision": check.text(facts, "decision", limit=64),
        "why": check.listing(facts, "why"),
        "targets": targets,
        "evidence": check.listing(facts, "evidence"),
        "conflicts": check.listing(facts, "conflicts"),
        "alternatives": check.listing(facts, "alternatives"),
        "opened_on": check.iso_date(facts, "opened_on"),
        "expires_on": check.iso_date(facts, "expires_on"),
        "closed": check.mapping(facts, "closed", none=True),
    }


def _finding(facts: Facts) -> Facts:
    check.known_only(facts, Finding.facts_fields())
    return {
        "statement": check.text(facts, "statement", limit=1000),
        "level": check.choice(facts, "level", ("L0", "L1", "L2", "L3")),
        "status": check.choice(
            facts, "status", ("hypothesis", "eligible", "suspended", "retired", "rejected")
        ),
        "confidence": check.integer(facts, "confidence", low=0, high=95),
        "exposures": check.listing(facts, "exposures"),
        "regime": check.mapping(facts, "regime", none=True),
    }


def _forecast(facts: Facts) -> Facts:
    check.known_only(facts, Forecast.facts_fields())
    return {
        "statement": check.text(facts, "statement", limit=1000),
        "scope": check.text(facts, "scope", limit=120),
        "eligible": check.flag(facts, "eligible"),
        "made_on": check.iso_date(facts, "made_on"),
        "expires_on": check.iso_date(facts, "expires_on"),
    }


def _policy(facts: Facts) -> Facts:
    check.known_only(facts, Policy.facts_fields())
    return {
        "name": check.text(facts, "name", limit=64),
        "version": check.text(facts, "version", limit=32),
        "values": check.mapping(facts, "values"),
    }


def _request(facts: Facts) -> Facts:
    check.known_only(facts, Request.facts_fields())
    return {
        "text": check.text(facts, "text", limit=2000),
        "about": check.text(facts, "about", limit=240, none=True),
        "on": check.iso_date(facts, "on"),
    }


ALL = (
    Surface(
        "decisions.decision",
        "decision",
        _decision,
        lambda f: f"{f['workflow'].replace('_', ' ')}: {f['outcome']}. {f['summary']}",
        model=DecisionRecord,
        personal=(
            "summary",
            "reasons",
            "considered",
            "unknown",
            "reply",
            "manifest",
            "looks",
            "monitor",
            "carried",
            "thresholds",
        ),
    ),
    Surface(
        "decisions.proposal",
        "proposal",
        _proposal,
        lambda f: f"P-{f['number']:04d} {f['state'].lower().replace('_', ' ')}: {f['title']}",
        model=Proposal,
        personal=("title", "why", "targets", "conflicts", "alternatives", "closed"),
    ),
    Surface(
        "decisions.finding",
        "finding",
        _finding,
        lambda f: f"{f['level']} {f['status']}: {f['statement']}",
        model=Finding,
        personal=("statement", "exposures", "regime"),
    ),
    Surface(
        "decisions.forecast",
        "forecast",
        _forecast,
        lambda f: f"until {f['expires_on']}: {f['statement']}",
        model=Forecast,
        personal=("statement",),
    ),
    Surface(
        "decisions.policy",
        "policy",
        _policy,
        lambda f: f"policy {f['name']}, version {f['version']}",
        model=Policy,
    ),
    Surface(
        "decisions.request",
        "request",
        _request,
        lambda f: f"asked on {f['on']}: {f['text']}",
        model=Request,
        personal=("text",),
    ),
)
