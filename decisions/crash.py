"""Named points at which a test may kill the process. No-ops unless COACH_CRASH_AT is set."""

from __future__ import annotations

import os
import signal

POINTS = (
    "write.locked",
    "write.decided",
    "write.event",
    "write.row",
    "write.receipt",
    "write.read_back",
    "write.committed",
    "approve.begun",
    "approve.written",
    "approve.closed",
    "approve.committed",
    "work.claimed",
    "work.done",
)
_at = os.environ.get("COACH_CRASH_AT", "")


def point(name: str) -> None:
    """Die here by SIGKILL if this is the point that was asked for.

    Raises:
        LookupError: the name is not in POINTS, so that no test can miss a new point.
    """
    if is_asked_for(name):
        os.kill(os.getpid(), signal.SIGKILL)


def is_asked_for(name: str) -> bool:
    """Whether this is the point at which the process shall die.

    Raises:
        LookupError: the name is not in POINTS.
    """
    if name not in POINTS:
        raise LookupError(f"crash point {name!r} is not listed")
    return name == _at
