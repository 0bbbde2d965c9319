"""The paths that an approval changed: what was approved beside what is stored, and whether it is equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review import sayings
from coach.review.diff import compare
from coach.review.leaves import leaves
from coach.review.words import Units, show

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decisions.selectors.known import Known


@dataclass(frozen=True, slots=True)
class Field:
    """One path: what was approved, what is stored, and whether they are the same."""

    label: str
    intended: str
    stored: str
    equal: bool


def fields_of(
    before: Mapping[str, Any] | None,
    approved: Mapping[str, Any] | None,
    event: Known,
    units: Units,
) -> tuple[Field, ...]:
    """Every path that an approval changed, as approved and as its event holds it."""
    stored = None if event.retracted else event.facts
    intended, held = leaves(approved), leaves(stored)
    paths = dict.fromkeys(
        path
        for change in compare(before, sayings.ordered(event.surface, stored), units)
        for path in (intended if change.parts else [change.path])
        if path == change.path or path.startswith(f"{change.path}.")
    )
    made = []
    for path in paths:
        want, have = intended.get(path), held.get(path)
        named = want or have
        if named is not None:
            made.append(
                Field(
                    named.label,
                    show(want.kind, want.value, units) if want else "gone",
                    show(have.kind, have.value, units) if have else "gone",
                    equal=(want.value if want else None) == (have.value if have else None),
                )
            )
    return tuple(made)
