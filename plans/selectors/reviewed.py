"""The version of an item that a writer read, so that a retry asks for the same bytes again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions import registry
from decisions.domain.errors import NotFound
from decisions.selectors import known

if TYPE_CHECKING:
    from decisions.domain.surface import Facts
    from decisions.models import Stream


def facts_as_reviewed(stream: Stream, surface: str, key: str, reviewed: str) -> Facts:
    """Facts of the version with a fingerprint; of the newest one where there is no such version.

    The guard compares the fingerprint again under its lock: an old version is answered `stale`.

    Raises:
        NotFound: there is nothing under the key, or it was taken away or erased.
    """
    versions = known.history(stream, surface, key)
    read = [version for version in versions if version.fingerprint == reviewed] or versions
    facts = None if not read or read[-1].retracted else read[-1].facts
    if facts is None:
        raise NotFound(f"there is no {registry.get(surface).label} {key}")
    return dict(facts)
