"""Before, proposed, approved: what a reviewer's own version made of a proposal, path by path.

Read from the proposal, the approvals and the log. Never shows a proposed value as what was written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review import sayings
from coach.review.leaves import Leaf, leaves
from coach.review.titles import title_of
from coach.review.words import METRIC, Units, show
from decisions.selectors import known as reader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coach.review.log import Log
    from decisions.selectors.known import Known

ABSENT = "not there"
GONE = "gone"


@dataclass(frozen=True, slots=True)
class Line:
    """One path in three versions; `own` where the approved value is not the proposed one."""

    label: str
    before: str
    proposed: str
    approved: str
    own: bool


@dataclass(frozen=True, slots=True)
class Versions:
    """One target: its surface and name in words, and every path that one of the versions changes."""

    label: str
    title: str
    key: str
    lines: tuple[Line, ...]

    @property
    def own(self) -> tuple[Line, ...]:
        """The lines in which the reviewer went another way."""
        return tuple(line for line in self.lines if line.own)


def lines(
    before: Mapping[str, Any] | None,
    proposed: Mapping[str, Any] | None,
    approved: Mapping[str, Any] | None,
    units: Units = METRIC,
) -> tuple[Line, ...]:
    """Every path that differs between any two of the three."""
    sides = (leaves(before), leaves(proposed), leaves(approved))
    paths = dict.fromkeys(path for side in sides for path in side)
    made = []
    for path in paths:
        old, meant, taken = (side.get(path) for side in sides)
        if _value(old) == _value(meant) == _value(taken):
            continue
        named = next(leaf for leaf in (taken, meant, old) if leaf is not None)
        made.append(
            Line(
                named.label,
                _text(old, ABSENT, units),
                _text(meant, GONE if old else ABSENT, units),
                _text(taken, GONE if old else ABSENT, units),
                own=_value(meant) != _value(taken),
            )
        )
    return tuple(made)


def of_edits(
    log: Log,
    targets: Sequence[Mapping[str, Any]],
    edits: Mapping[tuple[str, str], Mapping[str, Any] | None],
) -> tuple[Versions, ...]:
    """The three versions of every target of a proposal under a person's own version.

    Args:
        log: of the athlete, for units.
        targets: of the proposal.
        edits: (surface, key) to the own after-state, for the targets that differ.
    """
    units = Units(log.athlete.units, log.athlete.distance_unit)
    made = []
    for one in targets:
        surface, key = str(one["surface"]), str(one["key"])
        before, after = one.get("before"), one.get("after")
        own = edits.get((surface, key), after)
        was, meant, theirs = (
            sayings.ordered(surface, _plain(state)) for state in (before, after, own)
        )
        title = title_of(own or after or before, key)
        made.append(Versions(sayings.label(surface), title, key, lines(was, meant, theirs, units)))
    return tuple(made)


def approved(log: Log, item: Known) -> tuple[Versions, ...]:
    """The three versions of every target of a proposal that was applied with edits; empty for others.

    What was approved is what stood when the proposal closed: both were written at once.
    """
    facts = item.facts or {}
    if facts.get("state") != "APPLIED" or not (facts.get("closed") or {}).get("edited"):
        return ()
    stood: dict[tuple[str, str], Mapping[str, Any] | None] = {}
    for one in facts["targets"]:
        name = (str(one["surface"]), str(one["key"]))
        past = [v for v in reader.history(log.stream, *name) if v.position <= item.position]
        if past and (past[-1].retracted or past[-1].facts is not None):
            stood[name] = None if past[-1].retracted else past[-1].facts
    return of_edits(log, facts["targets"], stood)


def headline(versions: Sequence[Versions]) -> str:
    """What was approved instead of what was proposed, in one line; empty where nothing differs."""
    own = [(one, line) for one in versions for line in one.own]
    if not own:
        return ""
    one, line = own[0]
    more = f", and {len(own) - 1} more" if len(own) > 1 else ""
    label = f"{line.label[:1].lower()}{line.label[1:]}"
    return f"{one.title}: {label} {line.approved} instead of {line.before}{more}"


def _value(leaf: Leaf | None) -> tuple[str, Any] | None:
    return None if leaf is None else (type(leaf.value).__name__, leaf.value)


def _text(leaf: Leaf | None, absent: str, units: Units) -> str:
    return absent if leaf is None else show(leaf.kind, leaf.value, units)


def _plain(state: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if state is None else dict(state)
