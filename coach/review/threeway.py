"""Reviewed, now, wanted: what a stale approval shows, path by path.

Only explains. Whether a write applies is decided by the kernel on whole fingerprints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review.leaves import Leaf, leaves
from coach.review.words import METRIC, Units, show

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ABSENT = "not there"


@dataclass(frozen=True, slots=True)
class Row:
    """One path in three states.

    Attributes:
        path: stable address.
        label: the address in words.
        reviewed: what the approver had read, as text.
        now: what stands now.
        wanted: what the proposal wanted.
        moved: the path changed since it was reviewed.
        touched: the proposal wanted to change it.
        verdict: plain words about it.
        blocks: it moved against the proposal.
    """

    path: str
    label: str
    reviewed: str
    now: str
    wanted: str
    moved: bool
    touched: bool
    verdict: str
    blocks: bool


def three_way(
    reviewed: Mapping[str, Any] | None,
    now: Mapping[str, Any] | None,
    wanted: Mapping[str, Any] | None,
    units: Units = METRIC,
) -> tuple[Row, ...]:
    """Rows for every path that moved or that the proposal wanted to change."""
    sides = (leaves(reviewed), leaves(now), leaves(wanted))
    paths = dict.fromkeys(path for side in sides for path in side)
    rows = (_row(path, sides, units) for path in paths)
    return tuple(row for row in rows if row.moved or row.touched)


def moved(rows: Sequence[Row]) -> int:
    """How many paths moved since the review."""
    return sum(row.moved for row in rows)


def blocking(rows: Sequence[Row]) -> int:
    """How many of them moved against the proposal."""
    return sum(row.blocks for row in rows)


def _row(path: str, sides: tuple[dict[str, Leaf], ...], units: Units) -> Row:
    read, stands, want = (side.get(path) for side in sides)
    label = next(leaf.label for leaf in (stands, want, read) if leaf is not None)
    is_moved = _differ(read, stands)
    touched = _differ(read, want)
    as_wanted = not _differ(stands, want)
    blocks = is_moved and not as_wanted
    return Row(
        path=path,
        label=label,
        reviewed=_text(read, units),
        now=_text(stands, units),
        wanted=_text(want, units),
        moved=is_moved,
        touched=touched,
        verdict=_verdict(is_moved=is_moved, touched=touched, as_wanted=as_wanted),
        blocks=blocks,
    )


def _verdict(*, is_moved: bool, touched: bool, as_wanted: bool) -> str:
    if is_moved:
        return "already as wanted" if as_wanted else "moved, blocks"
    return "could be written" if touched else "not touched"


def _differ(one: Leaf | None, other: Leaf | None) -> bool:
    if one is None or other is None:
        return one is not other
    return type(one.value) is not type(other.value) or bool(one.value != other.value)


def _text(leaf: Leaf | None, units: Units) -> str:
    return ABSENT if leaf is None else show(leaf.kind, leaf.value, units)
