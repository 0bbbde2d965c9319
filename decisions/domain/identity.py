"""Deterministic names: the identity follows the intent, so that a retry meets itself."""

from __future__ import annotations

from uuid import UUID, uuid5

NAMESPACE = UUID("6f4c1f2e-6c1d-5c39-9a55-9f1f0c6f1e0a")


def name(*parts: str) -> UUID:
    """uuid5 over the parts, joined by a separator that none of them may hold.

    Raises:
        ValueError: a part holds the separator.
    """
    if any("\x1f" in part for part in parts):
        raise ValueError("a part of an identity may not hold a unit separator")
    return uuid5(NAMESPACE, "\x1f".join(parts))
