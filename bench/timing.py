"""Times a piece of work often enough to say what is usual and what is slow."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Times = dict[str, float]
"""`p50` and `p95` in milliseconds."""


def times(work: Callable[[], Any], runs: int, *, warm: int = 3) -> Times:
    """Run something a few times unmeasured, then measured."""
    return side_by_side({"": work}, runs, warm=warm)[""]


def side_by_side(
    kinds: dict[str, Callable[[], Any]],
    runs: int,
    *,
    warm: int = 3,
    before: Callable[[], Any] | None = None,
) -> dict[str, Times]:
    """Run several things in turn, so that whatever else the machine does hits all of them alike.

    Args:
        kinds: what to run, by name.
        runs: measured rounds.
        warm: rounds before that.
        before: done before each, never measured.
    """
    taken: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(warm + runs):
        for name, work in kinds.items():
            if before is not None:
                before()
            taken[name].append(seconds(work))
    return {name: _summary(sorted(measured[warm:])) for name, measured in taken.items()}


def _summary(taken: list[float]) -> Times:
    return {
        "p50": taken[len(taken) // 2] * 1000,
        "p95": taken[min(len(taken) - 1, int(len(taken) * 0.95))] * 1000,
    }


def seconds(work: Callable[[], Any]) -> float:
    """How long one run takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
