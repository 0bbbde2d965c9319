"""One decision as a page or an answer shows it, from its record and the events that it cites."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.review import manifest, rows, sayings
from coach.review.evidence import Cited, Group, by_type
from coach.review.thresholds import Threshold, threshold
from decisions.domain.evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from coach.review.log import Log
    from decisions.selectors.known import Known

SURFACE = "decisions.decision"
BOUNDS = ("plans.gate", "plans.constraint")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence with what it rests on; a withheld one keeps only why it was withheld."""

    text: str
    cites: tuple[Cited, ...]
    withheld: str = ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One outcome that was considered, by letter; the chosen one comes first."""

    letter: str
    outcome: str
    why: str
    chosen: bool
    cites: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """What the gate said, rule by rule."""

    verdicts: tuple[tuple[str, str, str], ...]

    def count(self, verdict: str) -> int:
        """How many rules said so: `holds`, `downgrades` or `refuses`."""
        return sum(said == verdict for _, said, _ in self.verdicts)

    @property
    def summary(self) -> str:
        """All of it in one line."""
        counts = ((word, self.count(word)) for word in ("holds", "downgrades", "refuses"))
        told = [f"{n} {word if n == 1 else word.removesuffix('s')}" for word, n in counts if n]
        return ", ".join([f"{len(self.verdicts)} checked", *told])


@dataclass(frozen=True, slots=True)
class LastWord:
    """Who had it: winner, verb, loser."""

    winner: str
    verb: str
    loser: str


_ENDS = {
    "BLOCKED_UNKNOWN": LastWord("What is not known", "stops", "the plan"),
    "TACTICAL_ADJUST": LastWord("What it rests on", "bounds", "the plan"),
    "ESCALATE_TO_STRATEGIC": LastWord("The review", "decides", ""),
    "PROPOSE_STRUCTURAL": LastWord("A person", "decides", ""),
}


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision with everything that its page needs."""

    key: str
    number: str
    item: Known
    facts: Mapping[str, Any]
    reasons: tuple[Said, ...]
    unknown: tuple[Said, ...]
    groups: tuple[Group, ...]
    thresholds: tuple[Threshold, ...]
    alternatives: tuple[Alternative, ...]
    last_word: tuple[LastWord, ...]
    read: manifest.Read
    rules: Rules
    asked_for: str

    @property
    def cited(self) -> tuple[Cited, ...]:
        """Every cited row, strongest type first."""
        return tuple(one for group in self.groups for one in group.items)


def name(number: int) -> str:
    """The number of a decision as people say it."""
    return f"D-{number:04d}"


def decision(log: Log, key: str) -> Decision:
    """Read one decision.

    Raises:
        NotFound: there is none of that name in this log.
    """
    item = log.get(SURFACE, key)
    facts = item.facts or {}
    read = manifest.read(facts["manifest"])
    events = _events(log, item, facts, read)
    lines = {
        line.position: line
        for line in rows.cited(events, log.items, read.handle_of)
        if line.position is not None
    }
    reasons = _said(facts["reasons"], read, lines)
    unknown = _said(facts["unknown"], read, lines)
    return Decision(
        key=key,
        number=name(facts["number"]),
        item=item,
        facts=facts,
        reasons=reasons,
        unknown=unknown,
        groups=by_type((*lines.values(), *_looked_for(unknown))),
        thresholds=tuple(threshold(one) for one in facts["thresholds"]),
        alternatives=_alternatives(facts["considered"], read, lines),
        last_word=_last_word(events, str(facts["outcome"])),
        read=read,
        rules=Rules(
            tuple(
                (str(one.get("rule", "")), str(one.get("verdict", "")), str(one.get("because", "")))
                for one in facts["ruling"].get("verdicts") or ()
            )
        ),
        asked_for=_asked_for(facts["reply"]),
    )


def _events(log: Log, item: Known, facts: Mapping[str, Any], read: manifest.Read) -> list[Known]:
    """Every row that a sentence of the decision cites, as it was known then."""
    named = [
        cite
        for field in ("reasons", "considered", "unknown")
        for one in facts[field]
        for cite in one.get("cites") or ()
    ]
    positions = {read.position_of(cite) for cite in named} | set(item.basis)
    return log.at_positions(one for one in positions if one is not None)


def _said(
    entries: Iterable[Mapping[str, Any]], read: manifest.Read, lines: Mapping[int, Cited]
) -> tuple[Said, ...]:
    return tuple(
        Said(
            text="" if one.get("withheld") else str(one.get("text", "")),
            cites=_cites(one, read, lines),
            withheld=_withheld(one.get("withheld")),
        )
        for one in entries
    )


def _withheld(stored: Any) -> str:
    if not stored:
        return ""
    return (
        stored
        if isinstance(stored, str)
        else "nothing that it cites supports a number or claim in it"
    )


def _cites(
    entry: Mapping[str, Any], read: manifest.Read, lines: Mapping[int, Cited]
) -> tuple[Cited, ...]:
    found = (read.position_of(cite) for cite in entry.get("cites") or ())
    return tuple(lines[one] for one in found if one is not None and one in lines)


def _looked_for(unknown: Sequence[Said]) -> tuple[Cited, ...]:
    return tuple(
        Cited(f"U{place}", None, Evidence.UNKNOWN.value, one.text)
        for place, one in enumerate(unknown, start=1)
        if one.text
    )


def _alternatives(
    considered: Sequence[Mapping[str, Any]], read: manifest.Read, lines: Mapping[int, Cited]
) -> tuple[Alternative, ...]:
    ordered = sorted(considered, key=lambda one: not one.get("chosen"))
    return tuple(
        Alternative(
            letter=chr(ord("A") + place),
            outcome=str(one.get("outcome", "")),
            why=str(one.get("why", "")),
            chosen=bool(one.get("chosen")),
            cites=_cites(one, read, lines),
        )
        for place, one in enumerate(ordered)
    )


def _last_word(events: Iterable[Known], outcome: str) -> tuple[LastWord, ...]:
    """Corrections outrank, gates and constraints bound; else it follows from how the decision ended."""
    found = []
    for item in events:
        if item.fact_type == "correction":
            found.append(LastWord("A correction", "outranks", sayings.sentence(item)))
        elif item.surface in BOUNDS and item.facts is not None:
            kind = sayings.label(item.surface).capitalize()
            found.append(LastWord(f"{kind} “{item.facts['title']}”", "bounds", "the plan"))
    return tuple(dict.fromkeys(found)) or (_ENDS.get(outcome, LastWord("Plan", "as written", "")),)


def _asked_for(reply: str) -> str:
    """The outcome that the draft asked for, empty when the reply was unusable."""
    try:
        draft = json.loads(reply)
    except ValueError:
        return ""
    outcome = draft.get("outcome") if isinstance(draft, dict) else None
    return outcome if isinstance(outcome, str) else ""
