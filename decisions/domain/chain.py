"""The hash chain: a SHA-256 per event over its header, its keyed digests and the previous hash."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

SEPARATOR = "\x1f"


class Header(NamedTuple):
    """What the chain covers of one event, as text exactly as it is read back from the database."""

    previous_hash: str
    stream: str
    position: str
    surface: str
    key: str
    identity: str
    decision: str
    generation: str
    recorded_at: str
    occurred_at: str
    local_date: str
    zone: str
    fact_type: str
    evidence: str
    fingerprint: str
    before: str
    source_digest: str
    reasoning_digest: str
    confidence: str
    model_version: str
    supersedes: str
    causation: str
    correlation: str
    basis: str


def link(header: Header) -> str:
    """The event's hash in hexadecimal."""
    return hashlib.sha256(SEPARATOR.join(header).encode()).hexdigest()


def text(value: object) -> str:
    """Text of a header value; None is empty."""
    return "" if value is None else str(value)
