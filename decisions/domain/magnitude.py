"""Change magnitudes, smallest first. What a diff amounts to is computed above the kernel."""

from __future__ import annotations

from enum import IntEnum


class Magnitude(IntEnum):
    """M0 nothing, M1 monitoring, T1/T2 one session, R1 recurring, B1 block, P1 the whole plan."""

    M0 = 0
    M1 = 1
    T1 = 2
    T2 = 3
    R1 = 4
    B1 = 5
    P1 = 6

    @property
    def structural(self) -> bool:
        """Whether a human has to approve it."""
        return self >= Magnitude.R1
