"""Does everything that is to be done now, in this process: for the demo, tests and commands."""

from __future__ import annotations

from coach.work import follow, run

ROUNDS = 40


def settle() -> int:
    """Follow and run until nothing is left; gives how many rows of work were run.

    Raises:
        RuntimeError: work keeps causing work.
    """
    count = 0
    for _ in range(ROUNDS):
        moved = sum(follow.follow(stream) for stream in follow.behind())
        ran = run.drain()
        count += ran
        if not moved and not ran:
            return count
    raise RuntimeError("work keeps causing work")
