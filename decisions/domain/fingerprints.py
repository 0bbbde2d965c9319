"""Keyed digests: what a state was, without telling what it was to somebody without the key."""

from __future__ import annotations

import hmac

ABSENT = "absent"
"""Fingerprint of an item that was never written. Retracted is a digest of `null` and differs."""


def digest(secret: bytes, text: str) -> str:
    """HMAC-SHA-256 of a text in hexadecimal (64 characters).

    Args:
        secret: 32 random bytes of the item and generation.
        text: canonical JSON.
    """
    return hmac.digest(secret, text.encode(), "sha256").hex()
