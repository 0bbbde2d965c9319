"""Chance that is the same every time: numbers drawn from a name, never from a clock."""

from __future__ import annotations

from hashlib import sha256


def share(*name: object) -> float:
    """A number from 0 (included) to 1 (excluded) that belongs to a name."""
    text = "/".join(str(part) for part in name)
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big") / 2**48


def spread(*name: object) -> float:
    """A roughly normal number around 0 with a standard deviation of 1, that belongs to a name."""
    return (sum(share(*name, index) for index in range(12))) - 6.0


def pick(options: list[str], *name: object) -> str:
    """One of the options, that belongs to a name."""
    return options[int(share(*name) * len(options))]
