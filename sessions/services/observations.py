"""Records observations of days: sleep, pain by region and moment, bodyweight and the rest.

The same kind, region and moment of one date is one item: saying it again corrects it, and the old
value stays in the log. What was not said is not written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from decisions.domain.errors import InvalidFacts
from decisions.selectors.known import now
from decisions.services.guard import Target, Written
from sessions.domain import daily
from sessions.domain.records import DAILY
from sessions.services import writing
from sessions.services.writing import ATHLETE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from decisions.domain.mandates import Mandate
    from decisions.domain.surface import Facts
    from decisions.models import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyEntry:
    """One observation as it was entered; see `sessions.domain.daily_kinds.KINDS` for scales and units."""

    kind: str
    value: int | None = None
    region: str | None = None
    moment: str | None = None
    text: str | None = None
    note: str | None = None
    session_key: str | None = None


def record(
    *,
    stream: Stream,
    day: date,
    zone: str,
    entries: Sequence[DailyEntry],
    occasion: str,
    actor: str,
    at: datetime | None = None,
    evidence: str = "user_reported",
    mandate: Mandate = ATHLETE,
    source: dict[str, Any] | None = None,
) -> Written:
    """Record what was observed on a date, in one decision.

    Args:
        stream: the athlete's log.
        day: the athlete's date; a next-morning report belongs to that morning's own date.
        zone: the athlete's IANA zone.
        entries: at least one.
        occasion: the client's id of this check-in.
        actor: who.
        at: when it was so; now when None.
        evidence: "observed" for a device's own reading.
        mandate: under which it is written.
        source: integration and external id, for connectors.

    Raises:
        InvalidFacts: nothing was entered, or a value is outside its scale.
    """
    if not entries:
        raise InvalidFacts("entries", "is empty: nothing was entered")
    targets = [
        _target(entry, stream=stream, day=day, zone=zone, at=at, evidence=evidence)
        for entry in entries
    ]
    return writing.write(
        targets,
        stream=stream,
        actor=actor,
        mandate=mandate,
        subject=f"day {day.isoformat()}",
        occasion=occasion,
        source=source,
    )


def pain_target(
    *,
    stream: Stream,
    day: date,
    region: str,
    value: int,
    moment: str,
    session_key: str | None,
    zone: str,
    at: datetime | None = None,
) -> Target:
    """The target that files pain in a region, for services that record it with something else."""
    entry = DailyEntry(
        kind="pain", region=region, value=value, moment=moment, session_key=session_key
    )
    return _target(entry, stream=stream, day=day, zone=zone, at=at, evidence="user_reported")


def _target(
    entry: DailyEntry,
    *,
    stream: Stream,
    day: date,
    zone: str,
    at: datetime | None,
    evidence: str,
) -> Target:
    facts = daily.validate(_facts(entry, day))
    key = daily.key(facts)
    state = now(stream, DAILY, key)
    again = state.facts is not None
    return Target(
        surface=DAILY,
        key=key,
        intended=facts,
        reviewed=state.fingerprint,
        fact_type="correction" if again else "observation",
        evidence=evidence,
        occurred_at=at,
        local_date=day,
        zone=zone,
        supersedes=state.position if again else None,
    )


def _facts(entry: DailyEntry, day: date) -> Facts:
    return {
        "date": day.isoformat(),
        "kind": entry.kind,
        "region": entry.region,
        "moment": entry.moment,
        "value": entry.value,
        "text": entry.text,
        "session_key": entry.session_key,
        "note": entry.note,
    }
