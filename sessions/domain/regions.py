"""Body regions and their sides: "left_knee" is the left side of "knee".

A measurement without a side speaks about both; two different sides never speak for each other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from decisions.domain.errors import InvalidFacts

if TYPE_CHECKING:
    from collections.abc import Iterable

SIDES = ("left", "right")
_REGION = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)


def checked(value: str | None, *, field: str = "region") -> str:
    """A region as a slug, "Left knee" becomes "left_knee".

    Raises:
        InvalidFacts: nothing, or something that cannot be a region.
    """
    slug = (value or "").strip().lower().replace(" ", "_").replace("-", "_")
    if not _REGION.fullmatch(slug):
        raise InvalidFacts(field, "must name a body region such as knee or left_knee")
    return slug


def split(region: str) -> tuple[str | None, str]:
    """Side and base of a region; the side is None when it names none."""
    side, _, base = region.partition("_")
    return (side, base) if side in SIDES and base else (None, region)


def sided(region: str, side: str | None) -> str:
    """A region with its side, when there is one."""
    return f"{side}_{region}" if side in SIDES and split(region)[0] is None else region


def same(one: str, other: str) -> bool:
    """Whether two names can speak about the same spot of the body."""
    (side, base), (other_side, other_base) = split(one), split(other)
    return base == other_base and (side is None or other_side is None or side == other_side)


def any_same(region: str, regions: Iterable[str]) -> bool:
    """Whether a region is one of several."""
    return any(same(region, other) for other in regions)
