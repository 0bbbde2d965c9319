"""Records sessions after the fact: typed later as a whole, or confirmed in bulk as prescribed.

Bulk confirmation is the weakest report: it repeats the prescribed numbers and never an RPE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decisions.domain.errors import NotAllowedNow
from decisions.domain.occasions import Occasion
from decisions.services import guard
from decisions.services.guard import Target, Written
from sessions.domain import actuals
from sessions.domain.records import COMPLETED
from sessions.selectors import actuals as reads
from sessions.selectors import prescriptions
from sessions.services import actuals as live
from sessions.services import entries, observations, session_facts, writing
from sessions.services.entries import SetEntry
from sessions.services.writing import ATHLETE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from decisions.domain.mandates import Mandate
    from decisions.domain.surface import Facts
    from decisions.models import Stream

BULK = "bulk"


def record(
    *,
    stream: Stream,
    session_key: str,
    day: date,
    zone: str,
    actor: str,
    occasion: str,
    sets: Sequence[SetEntry] = (),
    status: str = "completed",
    title: str | None = None,
    sport: str | None = None,
    session_type: str | None = None,
    shown_version: int | None = None,
    started_at: datetime | None = None,
    ended_at: datetime | None = None,
    reported: Mapping[str, Any] | None = None,
    pain: Mapping[str, int] | None = None,
    entry_mode: str = actuals.LATER,
    evidence: str = "user_reported",
    extra: Mapping[str, Any] | None = None,
    mandate: Mandate = ATHLETE,
    source: dict[str, Any] | None = None,
) -> Written:
    """Record a whole session in one decision: the session, its sets and pain, or nothing.

    Args:
        stream: the athlete's log.
        session_key: of the session.
        day: local date on which it was done.
        zone: the athlete's IANA zone.
        actor: who.
        occasion: the client's id of this act, or the import's.
        sets: as entered, each with its own entry mode.
        status: "completed" or "partial".
        title: needed without a plan.
        sport: needed without a plan.
        session_type: for example "long".
        shown_version: version of the prescription that the client showed; else the one in force.
        started_at: when it began, None when not known.
        ended_at: when it ended, None when not known.
        reported: any of `session_facts.REPORTED`.
        pain: region to 0-10 during the session.
        entry_mode: of the session.
        evidence: of the session and its sets.
        extra: `source` and `flags` of an import.
        mandate: under which it is written.
        source: integration and external id, for connectors.
    """
    facts = session_facts.opened(
        stream=stream,
        session_key=session_key,
        day=day,
        zone=zone,
        entry_mode=entry_mode,
        at=started_at,
        shown_version=shown_version,
        title=title,
        sport=sport,
        session_type=session_type,
    )
    facts |= {name: (extra or {}).get(name, facts[name]) for name in ("source", "flags")}
    after = session_facts.closed(
        facts, status=status, ended_at=ended_at, reported=dict(reported or {})
    )
    targets = [
        Target(
            surface=COMPLETED,
            key=session_key,
            intended=after,
            reviewed=writing.before_first(stream, COMPLETED, session_key).fingerprint,
            evidence=evidence,
            occurred_at=started_at,
            local_date=day,
            zone=zone,
        ),
        *(
            entries.target(
                entry,
                entries.base_of(stream, session_key, entry.client_id),
                session_key=session_key,
                day=day,
                zone=zone,
                at=started_at,
                evidence=evidence,
            )
            for entry in sets
        ),
        *(
            observations.pain_target(
                stream=stream,
                day=day,
                region=region,
                value=value,
                moment="during",
                session_key=session_key,
                zone=zone,
            )
            for region, value in (pain or {}).items()
        ),
    ]
    return writing.write(
        targets,
        stream=stream,
        actor=actor,
        mandate=mandate,
        subject=session_key,
        occasion=occasion,
        source=source,
    )


def log_remaining_as_prescribed(
    *,
    stream: Stream,
    session_key: str,
    actor: str,
    zone: str,
    occasion: str = BULK,
    at: datetime | None = None,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Confirm every prescribed set that is not logged yet, with its load and reps and no RPE.

    Raises:
        NotAllowedNow: not started, without a prescription, or every prescribed set is logged.
    """
    intent = Occasion(
        stream=stream.pk, mandate=mandate, subject=session_key, occasion=occasion, actor=actor
    )
    answered = guard.repeat_of(intent.identity)
    if answered is not None:
        return answered
    return live.log_sets(
        stream=stream,
        session_key=session_key,
        sets=_remaining(stream, session_key),
        occasion=occasion,
        actor=actor,
        zone=zone,
        at=at,
        mandate=mandate,
    )


def _remaining(stream: Stream, session_key: str) -> list[SetEntry]:
    version = prescriptions.in_force(stream, session_key)
    if version is None or not version.facts:
        raise NotAllowedNow(f"{session_key} has no prescription to confirm")
    detail = reads.detail(stream, session_key)
    order = max((_facts(s)["order"] for row in detail.rows for s in row.done), default=0)
    found = []
    for index, row in enumerate(detail.rows, start=1):
        dose = row.prescribed or {}
        logged = sum(1 for s in row.done if _facts(s)["kind"] == "work")
        for number in range(logged + 1, dose.get("sets", 0) + 1):
            order += 1
            found.append(
                SetEntry(
                    client_id=f"{BULK}-{index}-{number}",
                    exercise=row.exercise,
                    order=order,
                    load_g=dose["load_g"],
                    reps=dose["reps"],
                    planned_item=row.item,
                    entry_mode=actuals.BULK,
                )
            )
    if not found:
        raise NotAllowedNow(f"every prescribed set of {session_key} is logged")
    return found


def _facts(item: Any) -> Facts:
    facts: Facts = item.facts or {}
    return facts
