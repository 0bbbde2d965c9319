"""Rings after a commit that appended. The log is the truth; a lost ring loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_bells: list[Callable[[int], None]] = []


def on_append(bell: Callable[[int], None]) -> None:
    """Have `bell(stream_id)` called after commits that appended."""
    if bell not in _bells:
        _bells.append(bell)


def ring(stream_id: int) -> None:
    """Tell everybody who asked."""
    for bell in _bells:
        bell(stream_id)
