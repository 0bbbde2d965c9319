"""Where a fact has its page, and numbers in prose turned into links to the rows they come from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import NoReverseMatch, reverse

from coach.web import record, wording
from coach.web.told import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from coach.web.told import Reader
    from decisions.selectors.known import Known

_TOKEN = re.compile(r"\b(?:D|P)-\d{4}\b|\b\d+ of \d+\b|\b\d+(?:[.,]\d+)?½?")


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of prose, with the address of the row when it is a number that a row vouches for."""

    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A cited row: its short name, its address, its evidence type and what it says."""

    label: str
    href: str
    evidence: str
    says: str


def row(item: Known, query: str = "") -> str:
    """The page of one event; decisions have their own."""
    if item.surface == record.DECISION:
        return decision(item.key, query)
    return f"{reverse('row', args=[item.position])}{query}"


def decision(key: str, query: str = "") -> str:
    """The page of a decision; an empty text when there is none."""
    if not key:
        return ""
    try:
        return f"{reverse('decision', args=[key])}{query}"
    except NoReverseMatch:
        return ""


def label(item: Known) -> str:
    """A short name for a cited row: a date for what happened on one, a number for a decision."""
    facts = item.facts or {}
    if item.surface == record.DECISION:
        return f"D-{facts.get('number', 0):04d}"
    if item.surface in (record.GATE, record.CONSTRAINT):
        return str(facts.get("title", item.key))
    when = facts.get("date") or facts.get("opened_on") or item.local_date
    return wording.day_short(when) if when else item.key


def prose(
    text: str, cited: Iterable[Known], query: str = "", *, reader: Reader | None = None
) -> tuple[Segment, ...]:
    """Text in pieces, each number that a cited row holds linked to that row.

    Args:
        text: a sentence of the record.
        cited: the rows that it rests on.
        query: what links must carry.
        reader: whose units the sentence is told in; without one it stays metric.
    """
    rows = list(cited)
    known: dict[str, str] = {}
    for item in rows:
        for value in _values(item, reader):
            known.setdefault(value, row(item, query))
    if reader is None:
        return tuple(_segments(wording.plain(text), known))
    return tuple(_segments(told(text, reader, [item.facts or {} for item in rows]), known))


def _segments(text: str, known: dict[str, str]) -> Iterator[Segment]:
    last = 0
    for match in _TOKEN.finditer(text):
        href = known.get(match[0].replace(",", "."))
        if href:
            yield Segment(text[last : match.start()])
            yield Segment(match[0], href)
            last = match.end()
    yield Segment(text[last:])


def _values(item: Known, reader: Reader | None) -> Iterator[str]:
    facts: dict[str, Any] = item.facts or {}
    if item.surface == record.DECISION:
        yield f"D-{facts.get('number', 0):04d}"
        return
    progress = facts.get("progress")
    if isinstance(progress, dict) and "met" in progress:
        yield f"{progress['met']} of {progress['of']}"
    for name, value in facts.items():
        if isinstance(value, bool) or not isinstance(value, int) or name == "order":
            continue
        if name.endswith("_g"):
            yield wording.load_number(value, reader.units if reader is not None else "kg")
        elif name.endswith("rpe_x10"):
            yield wording.rpe(value)
            yield wording.decimal(value / 10, 1)
        else:
            yield str(value)
