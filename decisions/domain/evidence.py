"""Evidence types and the one rule about combining them: certainty can only be lost."""

from __future__ import annotations

from enum import StrEnum


class Evidence(StrEnum):
    """What kind of knowledge a fact is, strongest first."""

    OBSERVED = "observed"
    USER_REPORTED = "user_reported"
    DERIVED = "derived"
    ESTIMATED = "estimated"
    HYPOTHESIS = "hypothesis"
    UNKNOWN = "unknown"

    @property
    def doubt(self) -> int:
        """0 for observed up to 5 for unknown."""
        return _ORDER[self]


_ORDER = {evidence: rank for rank, evidence in enumerate(Evidence)}


def weakest(*evidence: str) -> Evidence:
    """The type of a combination: that of its weakest input. Nothing combined is unknown."""
    return max((Evidence(e) for e in evidence), key=lambda e: e.doubt, default=Evidence.UNKNOWN)


def derived_from(*evidence: str) -> Evidence:
    """The type of an exact function of inputs: derived, or weaker when an input is weaker."""
    return weakest(Evidence.DERIVED, *evidence) if evidence else Evidence.UNKNOWN
