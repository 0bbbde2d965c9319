"""How a body region stands, from what was said about it since it was last loaded (rule D4).

Owns the traffic light and its modifiers. A region nobody spoke about is unknown, never green.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median_low
from typing import TYPE_CHECKING

from sessions.domain import regions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.domain.packet import PacketItem
    from coach.domain.policy import Numbers

LEVELS = ("unknown", "green", "amber", "red")
_ALARM = re.compile(
    r"\b(sharp|stabbing|at night|night pain|wakes? me|woke me|lock(?:s|ed|ing)|g(?:a|i)ve(?:s)? way|"
    r"giving way|swell(?:s|ing|ed)?|swollen|fell on|trauma|popped|twisted|tore)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b(?:no|not|without|never)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """One pain report: 0 to 10 at a moment (`now`, `during`, `after`, `next_morning`)."""

    day: date
    region: str
    moment: str
    value: int
    note: str
    handle: str


@dataclass(frozen=True, slots=True)
class PainState:
    """How a region stands.

    Attributes:
        region: as the reports name it.
        level: `unknown`, `green`, `amber` or `red`.
        worst: the worst number since the region was last loaded, None without one.
        because: one plain sentence without its subject.
        cites: handles of the reports behind it.
        missing: what has not been said and would matter, in plain words.
        days: training days that the painful reports belong to; None where they belong to no one
            session, so that everything that loads the region is meant.
    """

    region: str
    level: str
    worst: int | None
    because: str
    cites: tuple[str, ...]
    missing: tuple[str, ...] = ()
    days: frozenset[date] | None = None

    @property
    def hurts(self) -> bool:
        """Whether it is amber or red."""
        return self.level in ("amber", "red")

    def implicates(self, trained_on: frozenset[date]) -> bool:
        """Whether it bears on something that loads the region and was trained on these days.

        Red bears on everything that loads the region; amber on what was trained when it hurt.
        """
        if not self.hurts:
            return False
        return self.level == "red" or self.days is None or bool(self.days & trained_on)


def readings(items: Sequence[PacketItem]) -> tuple[Reading, ...]:
    """Pain reports among daily items, oldest first; one without a number is none."""
    found = [
        Reading(
            day=date.fromisoformat(item.facts["date"]),
            region=str(item.facts["region"]),
            moment=str(item.facts["moment"]),
            value=item.facts["value"],
            note=f"{item.facts.get('text') or ''} {item.facts.get('note') or ''}".strip(),
            handle=item.handle,
        )
        for item in items
        if item.facts.get("kind") == "pain" and item.facts.get("value") is not None
    ]
    return tuple(sorted(found, key=lambda r: (r.day, r.moment, r.handle)))


def alarming(text: str) -> str | None:
    """Words that make any pain red, whatever its number; None without them."""
    for match in _ALARM.finditer(text):
        if not _DENIED.search(text[: match.start()]):
            return match.group(0).lower()
    return None


def state(
    region: str,
    said: Sequence[Reading],
    *,
    loaded_on: Sequence[date],
    today: date,
    gate_open: bool,
    words: Sequence[tuple[str, str]],
    policy: Numbers,
) -> PainState:
    """The state of one region on a date.

    Args:
        region: the region asked about; a report without a side speaks about both.
        said: all pain reports.
        loaded_on: dates on which the region was trained, ascending.
        today: the athlete's date.
        gate_open: whether an open pain gate watches the region.
        words: (text, handle) of recent injury updates and symptoms about the region.
        policy: the coach's numbers.
    """
    mine = [r for r in said if regions.same(r.region, region) and r.day <= today]
    last = max((day for day in loaded_on if day <= today), default=None)
    since = _since(last, today, policy)
    recent = [r for r in mine if r.day >= since]
    missing = _missing(region, recent, last, today, gate_open=gate_open)
    alarm = _alarm(recent, words)
    if alarm is not None:
        word, handle = alarm
        worst = max((r.value for r in recent), default=None)
        return PainState(region, "red", worst, f"was called “{word}”", (handle,), missing)
    if not recent:
        if gate_open and loaded_on:
            why = "was not reported since it was last loaded, while its gate is open"
            return PainState(region, "amber", None, why, (), missing)
        return PainState(region, "unknown", None, "was not reported", (), missing)
    worst = max(r.value for r in recent)
    level = _colour(worst, policy)
    because = f"was {worst} of 10 at worst since it was last loaded"
    rose = _rising(mine, loaded_on)
    morning = _unsettled(mine, recent, policy) if level == "green" else ""
    if rose or morning:
        level = "red" if level == "amber" else "amber" if level == "green" else level
        because = f"{because}, and {rose or morning}"
    cites = tuple(r.handle for r in recent)
    return PainState(
        region, level, worst, because, cites, missing, _days(recent, loaded_on, policy)
    )


def _days(
    recent: Sequence[Reading], loaded_on: Sequence[date], policy: Numbers
) -> frozenset[date] | None:
    """The training days behind painful reports, None where one of them belongs to no training day."""
    found = set()
    for reading in recent:
        if reading.value < policy.pain_amber_from:
            continue
        day = reading.day - timedelta(days=1) if reading.moment == "next_morning" else reading.day
        if reading.moment == "now" or day not in loaded_on:
            return None
        found.add(day)
    return frozenset(found) or None


def _since(last: date | None, today: date, policy: Numbers) -> date:
    oldest = today - timedelta(days=policy.pain_looks_back_days)
    return oldest if last is None else max(last, oldest)


def _colour(value: int, policy: Numbers) -> str:
    if value >= policy.pain_red_from:
        return "red"
    return "amber" if value >= policy.pain_amber_from else "green"


def _alarm(recent: Sequence[Reading], words: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    for text, handle in [*((r.note, r.handle) for r in recent), *words]:
        word = alarming(text)
        if word is not None:
            return word, handle
    return None


def _unsettled(mine: Sequence[Reading], recent: Sequence[Reading], policy: Numbers) -> str:
    """Why a low number is not fine: the morning after was well above the usual. Empty where it was not."""
    mornings = [r.value for r in recent if r.moment == "next_morning"]
    before = [r.value for r in mine if r.moment == "next_morning" and r not in recent]
    if not mornings or not before:
        return ""
    usual = median_low(before)
    if max(mornings) < usual + policy.pain_morning_rise:
        return ""
    return f"the morning after was {max(mornings)}, usually {usual}"


def _rising(mine: Sequence[Reading], loaded_on: Sequence[date]) -> str:
    """Why it is a level worse: it rose in two sessions in a row. Empty where it did not."""
    during = [
        max((r.value for r in mine if r.day == day and r.moment == "during"), default=None)
        for day in sorted(set(loaded_on))[-3:]
    ]
    known = [value for value in during if value is not None]
    if len(known) == 3 and known[0] < known[1] < known[2]:
        return f"it rose twice in a row, {known[0]}, {known[1]}, {known[2]}"
    return ""


def _missing(
    region: str, recent: Sequence[Reading], last: date | None, today: date, *, gate_open: bool
) -> tuple[str, ...]:
    if last is None or not gate_open:
        return ()
    where = region.replace("_", " ")
    found = []
    if not any(r.moment == "during" and r.day == last for r in recent):
        found.append(f"{where} during the session of {last.isoformat()}")
    morning = last + timedelta(days=1)
    if not any(r.moment == "next_morning" and r.day == morning for r in recent):
        when = "is not due yet" if morning > today else "was not reported"
        found.append(f"{where} on the morning of {morning.isoformat()} {when}")
    return tuple(found)
