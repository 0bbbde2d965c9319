"""Reads a file and compares it with what the athlete has: each session's day, status and place.

Writes nothing. What only looks like a duplicate is said, never merged or dropped.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from decisions import clock
from decisions.domain import dates
from decisions.domain.errors import InvalidFacts
from decisions.selectors.known import Known, Range, history, known, now
from decisions.services.guard import ABSENT
from sessions import catalogue
from sessions.domain import moments
from sessions.domain.records import COMPLETED, SOURCE
from sessions.files import facts, zones
from sessions.files.around import Around, Present
from sessions.files.duplicates import Recording
from sessions.files.import_report import ImportReport
from sessions.files.matching import DAMAGED, match
from sessions.files.outcomes import ALREADY, NEW, file_status
from sessions.files.reader import read
from sessions.files.session_outcome import SessionOutcome
from sessions.files.unhappened import unhappened, without
from sessions.files.values import FileReport, Question
from sessions.selectors import exercises, prescriptions, reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from decisions.models import Stream
    from decisions.selectors.known import State
    from sessions.files.values import ImportedSession

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What the person has said about a file.

    Attributes:
        unit: `kg` or `lb`, for loads whose unit is not in the file.
        zone: IANA zone in which its sessions took place; the file's or the profile's when None.
        decimal: `.` or `,`, for numbers that can be read in two ways.
        started: start of a session whose device had no date; local time of the zone when naive.
        keep_both: sessions that look like others are sessions of their own.
        restore: sessions that were taken out are wanted back.
    """

    unit: str | None = None
    zone: str | None = None
    decimal: str | None = None
    started: datetime | None = None
    keep_both: bool = False
    restore: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """One session of a file.

    Attributes:
        outcome: its status, day and key.
        recording: identity of the recording.
        zone_evidence: how its zone is known.
        reviewed: fingerprint of what stood at its key, ABSENT when nothing ever did.
        prescription: of the planned session that it is filed under.
    """

    outcome: SessionOutcome
    recording: str
    zone_evidence: str
    reviewed: str = ABSENT
    prescription: Known | None = None


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was read, before anything is written."""

    stream: Stream
    read: FileReport
    sha256: str
    size: int
    plans: tuple[Plan, ...]
    zone: str
    source: State

    @property
    def typed(self) -> bool:
        """Whether its numbers were typed by somebody, not measured by a device."""
        return self.read.kind != "fit"

    def report(self, *, written: bool = False) -> ImportReport:
        """What it came to."""
        outcomes = tuple(plan.outcome for plan in self.plans)
        return ImportReport(
            file=self.read.name,
            kind=self.read.kind,
            sha256=self.sha256,
            status=file_status(self.read, outcomes),
            sessions=outcomes,
            questions=self.read.questions,
            errors=self.read.errors,
            written=written,
        )


def look_at(
    *, stream: Stream, athlete_zone: str, name: str, data: bytes, answers: Answers
) -> ReadFile:
    """Read a file and compare it with what the athlete has; writes nothing.

    Raises:
        InvalidFacts: an answer names no zone or unit, or a start that has not been yet.
    """
    zone = moments.zone_of(answers.zone or athlete_zone)
    if answers.unit not in (None, "kg", "lb"):
        raise InvalidFacts("unit", "must be kg or lb")
    started = answers.started
    if started is not None:
        aware = started if started.tzinfo else started.replace(tzinfo=zone)
        started = dates.past_moment("started", aware, now=clock.now())
    sha256 = hashlib.sha256(data).hexdigest()
    names = {slug: exercise.name for slug, exercise in catalogue.catalogue().exercises.items()}
    own = {item.key: (item.facts or {})["name"] for item in exercises.own(stream)}
    found = read(
        data,
        name=name,
        zone=zone,
        catalogue=own | names,
        unit=answers.unit,
        decimal=answers.decimal,
        started=started,
    )
    source = now(stream, SOURCE, sha256)
    filed = source.facts
    left_out = unhappened(found.sessions, now=clock.now())
    numbered = [(n, one) for n, one in enumerate(found.sessions) if n not in left_out]
    found = without(found, left_out)
    places = [_place(session, athlete_zone, answers) for _, session in numbered]
    doubts = [place.doubt for place in places if place and place.doubt]
    if doubts:
        asked = (*found.questions, Question("zone", doubts[0]))
        found = replace(found, status="question", questions=asked)
    plans = _plans(stream, numbered, places, sha256, filed, answers)
    if filed and not any(plan.outcome.status == NEW for plan in plans):
        found = replace(found, status="new", questions=())  # Answered when it was imported first.
    linked = _linked(stream, plans)
    return ReadFile(stream, found, sha256, len(data), linked, str(zone), source)


def _place(session: ImportedSession, athlete_zone: str, answers: Answers) -> zones.Place | None:
    if session.start is None:
        return None
    return zones.place(
        session.start,
        offset_s=session.offset_s,
        longitude=session.longitude,
        given=answers.zone,
        profile=athlete_zone,
    )


def _plans(
    stream: Stream,
    numbered: Sequence[tuple[int, ImportedSession]],
    places: Sequence[zones.Place | None],
    sha256: str,
    filed: dict[str, Any] | None,
    answers: Answers,
) -> list[Plan]:
    """What becomes of each session; its number in the file is part of its identity."""
    days = [place.local_date for place in places if place]
    around = Around(_present(stream, days, filed["sessions"] if filed else ()))
    plans = []
    for (index, session), place in zip(numbered, places, strict=True):
        recording = facts.external_id(session, sha256, index)
        day = place.local_date if place else None
        new = Recording(
            facts.filed_sport(session),
            day,
            session.start,
            session.duration_s,
            session.distance_m,
        )
        result = match(
            new,
            recording,
            around,
            damaged=bool(DAMAGED.intersection(session.flags)),
            keep_both=answers.keep_both,
            restore=answers.restore,
        )
        key = result.key
        if key is None and day is not None:
            key = _free_key(day, recording, sha256, around)
        zone = place.zone if place else ""
        outcome = SessionOutcome(session, result.status, key, day, zone, because=result.because)
        plan = Plan(outcome, recording, place.evidence if place else "unknown")
        plans.append(_standing(stream, plan))
    return plans


def _standing(stream: Stream, plan: Plan) -> Plan:
    """A new session with what stands at its key; somebody may have filed it just now."""
    outcome = plan.outcome
    if outcome.status != NEW or outcome.session_key is None:
        return plan
    state = now(stream, COMPLETED, outcome.session_key)
    if state.facts is not None:
        again = replace(outcome, status=ALREADY, because="it has just been filed")
        return replace(plan, outcome=again)
    return replace(plan, reviewed=state.fingerprint)


def _free_key(day: date, recording: str, sha256: str, around: Around) -> str:
    """The key of a new session: its own, or one beside a recording that keeps its place."""
    key = facts.own_key(day, recording)
    return facts.own_key(day, recording, copy=sha256) if key in around.keys else key


def _present(stream: Stream, days: Sequence[date], filed: Sequence[str]) -> Iterator[Present]:
    """Sessions around some days, and all that ever came from files and were taken out."""
    live: dict[str, dict[str, Any]] = {}
    if days:
        around = reading.dated(stream, COMPLETED, min(days) - A_DAY, max(days) + A_DAY)
        live = {item.key: item.facts for item in around if item.facts}
    imported = [item.facts or {} for item in known(stream, ranges=[Range(SOURCE)])]
    listed = {key for source in imported for key in source.get("sessions", ())} | set(filed)
    for key in sorted(listed - live.keys()):
        versions = history(stream, COMPLETED, key)
        last = next((v.facts for v in reversed(versions) if v.facts), None)
        if last and (versions[-1].retracted or key in filed):
            yield _as_present(key, last, gone=versions[-1].retracted)
    for key, session in live.items():
        if session["status"] != "skipped":
            yield _as_present(key, session)


def _as_present(key: str, session: dict[str, Any], *, gone: bool = False) -> Present:
    start = session["started_at"]
    return Present(
        key=key,
        recording=Recording(
            sport=session["sport"],
            day=date.fromisoformat(session["date"]),
            start=datetime.fromisoformat(start) if start else None,
            duration_s=session["duration_s"],
            distance_m=session["distance_m"],
        ),
        external_id=session["external_id"],
        gone=gone,
        damaged=bool(DAMAGED.intersection(session["flags"])),
    )


def _linked(stream: Stream, plans: list[Plan]) -> tuple[Plan, ...]:
    """New sessions filed under the one planned session of their day and sport that is not begun."""
    days = [p.outcome.local_date for p in plans if p.outcome.status == NEW and p.outcome.local_date]
    if not days:
        return tuple(plans)
    meant: dict[tuple[str, str], list[Known]] = {}
    for version in prescriptions.between(stream, min(days), max(days)):
        planned = version.facts or {}
        meant.setdefault((planned["date"], planned["sport"]), []).append(version)
    wanted = Counter(_wants(plan) for plan in plans)
    return tuple(_link(stream, plan, meant.get(_wants(plan), []), wanted) for plan in plans)


def _wants(plan: Plan) -> tuple[str, str]:
    """Day and sport of a planned session that a new session could be; blank when none could."""
    outcome = plan.outcome
    sport = facts.filed_sport(outcome.session)
    if outcome.status != NEW or outcome.local_date is None or sport == "other":
        return ("", "")
    return (outcome.local_date.isoformat(), sport)


def _link(stream: Stream, plan: Plan, meant: list[Known], wanted: Counter[tuple[str, str]]) -> Plan:
    if len(meant) != 1:
        return plan
    state = now(stream, COMPLETED, meant[0].key)
    if state.facts is not None:
        return plan
    if wanted[_wants(plan)] > 1:
        why = "two sessions of this day could be the planned one"
        return replace(plan, outcome=replace(plan.outcome, because=why))
    title = (meant[0].facts or {})["title"]
    because = f"filed under the planned session “{title}”"
    outcome = replace(plan.outcome, session_key=meant[0].key, planned=True, because=because)
    return replace(plan, outcome=outcome, reviewed=state.fingerprint, prescription=meant[0])
