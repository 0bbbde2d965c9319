"""Times a piece of work often enough to say what is usual and what is slow."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Times = dict[str, float]
"""`p50` and `p95` in milliseconds."""


def times(
    work: Callable[[], Any], runs: int, *, warm: int = 3, before: Callable[[], Any] | None = None
) -> Times:
    """Run something a few times unmeasured, then measured; `before` is never measured."""
    taken = []
    for _ in range(warm + runs):
        if before is not None:
            before()
        taken.append(seconds(work))
    taken = sorted(taken[warm:])
    return {
        "p50": taken[len(taken) // 2] * 1000,
        "p95": taken[min(len(taken) - 1, int(len(taken) * 0.95))] * 1000,
    }


def seconds(work: Callable[[], Any]) -> float:
    """How long one run takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
