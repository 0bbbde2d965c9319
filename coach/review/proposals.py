"""One proposal as a reviewer sees it: diff by code, evidence by type, freshness, conflicts, effect.

Shows; never decides and never writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review import diff, rows, sayings
from coach.review.decisions import SURFACE as DECISION
from coach.review.decisions import Decision, decision
from coach.review.evidence import Cited, Group, by_type
from coach.review.threeway import Row, three_way
from coach.review.titles import title_of
from coach.review.words import Units
from decisions.domain.errors import NotFound
from decisions.selectors import known as reader

if TYPE_CHECKING:
    from coach.review.log import Log
    from decisions.selectors.known import Known, State

SURFACE = "decisions.proposal"
UNDECIDED = ("OPEN", "NEEDS_EVIDENCE")
NEWS = frozenset(
    {"training_sessions.completed", "training_sessions.daily", "training_sessions.injury"}
)


@dataclass(frozen=True, slots=True)
class TargetView:
    """One target: what is written, what stands now, and whether it moved since it was reviewed."""

    diff: diff.TargetDiff
    title: str
    label: str
    now: State
    moved: bool
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something that outranks the proposal; it needs an answer before approval."""

    index: int
    text: str
    who: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal with everything that its page needs.

    Attributes:
        fingerprint: of the proposal's own facts; an approval is bound to it.
        fresh: whether every target still is what it was when this was written.
        news: evidence that became known since (soft: it needs to be seen, and does not block).
        withdrawn: cited evidence that was corrected, retracted or erased since.
        decision: the review that wrote it, None when it was erased.
    """

    key: str
    item: Known
    facts: Mapping[str, Any]
    fingerprint: str
    targets: tuple[TargetView, ...]
    counts: diff.Counts
    fresh: bool
    news: tuple[Known, ...]
    withdrawn: tuple[Cited, ...]
    conflicts: tuple[Conflict, ...]
    groups: tuple[Group, ...]
    why: tuple[tuple[str, tuple[Cited, ...]], ...]
    decision: Decision | None

    @property
    def state(self) -> str:
        """OPEN, NEEDS_EVIDENCE, APPLIED, STALE, REJECTED, EXPIRED, SUPERSEDED or WITHDRAWN."""
        return str(self.facts["state"])

    @property
    def undecided(self) -> bool:
        """Whether it still waits for a person."""
        return self.state in UNDECIDED

    @property
    def high_risk(self) -> bool:
        """Whether the reviewer's own call comes before the alternatives."""
        return bool(self.facts["risk"] == "high")

    @property
    def closed(self) -> Mapping[str, Any]:
        """How it ended, empty while it has not."""
        return self.facts.get("closed") or {}


def proposal(log: Log, key: str) -> Proposal:
    """Read one proposal.

    Raises:
        NotFound: there is none of that key in this log.
    """
    item = log.get(SURFACE, key)
    facts = item.facts or {}
    units = Units(log.athlete.units, log.athlete.distance_unit)
    targets = tuple(_target(log, one, units) for one in facts["targets"])
    review = _review(log, str(facts["decision"]))
    lines = _lines(log, facts, review)
    return Proposal(
        key=key,
        item=item,
        facts=facts,
        fingerprint=item.fingerprint,
        targets=targets,
        counts=diff.count([one.diff for one in targets]),
        fresh=not any(one.moved for one in targets),
        news=_news(log, item, review),
        withdrawn=tuple(
            one for one in lines.values() if one.state != "current" and _is_evidence(one)
        ),
        conflicts=_conflicts(facts["conflicts"]),
        groups=by_type((*lines.values(), *_unknown(review))),
        why=tuple((str(one.get("text", "")), _cites(one, lines, review)) for one in facts["why"]),
        decision=review,
    )


def _target(log: Log, stored: Mapping[str, Any], units: Units) -> TargetView:
    surface, key = stored["surface"], stored["key"]
    before = sayings.ordered(surface, stored.get("before"))
    after = sayings.ordered(surface, stored.get("after"))
    state = reader.now(log.stream, surface, key)
    return TargetView(
        diff=diff.target(surface, key, before, after, units),
        title=title_of(after or before, key),
        label=sayings.label(surface),
        now=state,
        moved=state.fingerprint != stored["reviewed"],
        rows=three_way(before, sayings.ordered(surface, state.facts), after, units),
    )


def _review(log: Log, key: str) -> Decision | None:
    try:
        return decision(log, key) if (DECISION, key) in log.items else None
    except NotFound:
        return None


def _lines(log: Log, facts: Mapping[str, Any], review: Decision | None) -> dict[int, Cited]:
    positions = {one for one in facts["evidence"] if isinstance(one, int)}
    for one in facts["why"]:
        positions |= {p for p in _positions(one, review) if p is not None}
    events = log.at_positions(positions)
    handle = review.read.handle_of if review else _no_handle
    return {
        line.position: line
        for line in rows.cited(events, log.items, handle)
        if line.position is not None
    }


def _no_handle(_position: int) -> str:
    return ""


def _positions(entry: Mapping[str, Any], review: Decision | None) -> Iterable[int | None]:
    for cite in entry.get("cites") or ():
        if review is not None:
            yield review.read.position_of(cite)
        elif isinstance(cite, int):
            yield cite


def _cites(
    entry: Mapping[str, Any], lines: Mapping[int, Cited], review: Decision | None
) -> tuple[Cited, ...]:
    return tuple(
        lines[one] for one in _positions(entry, review) if one is not None and one in lines
    )


def _unknown(review: Decision | None) -> tuple[Cited, ...]:
    if review is None:
        return ()
    return tuple(one for group in review.groups for one in group.items if one.position is None)


def _news(log: Log, item: Known, review: Decision | None) -> tuple[Known, ...]:
    """The newest state of evidence that became known after what the review had read."""
    since = int(review.facts["position"]) if review is not None else item.position
    newest = {(one.surface, one.key): one for one in log.between(since) if one.surface in NEWS}
    return tuple(sorted(newest.values(), key=lambda one: one.position))


def _is_evidence(line: Cited) -> bool:
    return line.surface.startswith("training_sessions.")


def _conflicts(stored: Iterable[Any]) -> tuple[Conflict, ...]:
    found = []
    for index, one in enumerate(stored):
        entry = one if isinstance(one, Mapping) else {"text": str(one)}
        text = entry.get("text") or entry.get("because") or entry.get("sentence") or ""
        found.append(Conflict(index, str(text), str(entry.get("who") or entry.get("by") or "")))
    return tuple(found)
