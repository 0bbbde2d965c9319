"""Imports training files: reads, compares with what is there, and files what is new in one decision.

Nothing is half imported: a file with an open question writes nothing, and of a file the sessions that
are written are written together. What only looks like a duplicate is left to the person.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from decisions.domain.errors import InvalidFacts
from decisions.domain.mandates import MANDATES
from decisions.selectors.known import now
from decisions.services.guard import ABSENT, Target
from sessions.domain import actuals, plausibility
from sessions.domain.prescriptions import item_of
from sessions.domain.records import COMPLETED, EXERCISE, SET, SOURCE
from sessions.files import facts
from sessions.files.outcomes import NEW
from sessions.files.values import Problem
from sessions.selectors import prescriptions
from sessions.services import writing
from sessions.services.import_plans import Answers, Plan, ReadFile, look_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from decisions.domain.mandates import Mandate
    from decisions.models import Stream
    from sessions.files.import_report import ImportReport
    from sessions.files.values import ImportedSet

__all__ = ["Answers", "import_file", "preview"]

CONNECTOR = MANDATES["connector"]


def preview(
    *, stream: Stream, athlete_zone: str, name: str, data: bytes, answers: Answers | None = None
) -> ImportReport:
    """What importing a file would come to; writes nothing. Arguments as for `import_file`."""
    return look_at(
        stream=stream,
        athlete_zone=athlete_zone,
        name=name,
        data=data,
        answers=answers or Answers(),
    ).report()


def import_file(
    *,
    stream: Stream,
    athlete_zone: str,
    name: str,
    data: bytes,
    actor: str,
    answers: Answers | None = None,
    mandate: Mandate = CONNECTOR,
) -> ImportReport:
    """Import a file; importing it again changes nothing.

    Args:
        stream: the athlete's log.
        athlete_zone: IANA zone of the profile.
        name: the file's name, for people; its kind and identity come from its bytes.
        data: the file.
        actor: who imports, `user:7`.
        answers: what the person has said about it.
        mandate: under which it is written.

    Raises:
        InvalidFacts: an answer names no zone or unit, or a start that has not been yet. What is wrong
            with the file is in the report.
    """
    file = look_at(
        stream=stream,
        athlete_zone=athlete_zone,
        name=name,
        data=data,
        answers=answers or Answers(),
    )
    chosen = [plan for plan in file.plans if plan.outcome.status == NEW]
    if file.read.status in {"question", "refused"} or not chosen:
        return file.report()
    try:
        targets = [*_own_exercises(file, chosen), *_sessions(file, chosen)]
        targets.append(_source(file, chosen))
        written = writing.write(
            targets,
            stream=stream,
            actor=actor,
            mandate=mandate,
            subject=file.sha256,
            occasion=_occasion(targets),
            source=_said_by(file),
            same_payload=False,
        )
    except InvalidFacts as error:
        return _refused(file, Problem(error.field, error.message))
    if written.outcome == "stale":
        return _refused(file, Problem("file", "Something changed meanwhile. Import it again."))
    return file.report(written=True)


def _own_exercises(file: ReadFile, chosen: Sequence[Plan]) -> Iterator[Target]:
    """Exercises that neither the catalogue nor the athlete has yet."""
    unknown = {
        described["slug"]: described
        for plan in chosen
        for one in plan.outcome.session.sets
        if one.slug is None
        for described in [facts.own_exercise(one)]
    }
    for slug, described in sorted(unknown.items()):
        state = now(file.stream, EXERCISE, slug)
        if state.facts is None:
            yield Target(surface=EXERCISE, key=slug, intended=described, reviewed=state.fingerprint)


def _sessions(file: ReadFile, chosen: Sequence[Plan]) -> Iterator[Target]:
    for plan in chosen:
        key, day = plan.outcome.session_key, plan.outcome.local_date
        if key is not None and day is not None:
            yield _session(file, plan, key, day)
            for one in plan.outcome.session.sets:
                yield _set(file, plan, one, key, day)


def _session(file: ReadFile, plan: Plan, key: str, day: date) -> Target:
    """One session as it went, linked to the version that was in force when it began."""
    session, meant = plan.outcome.session, plan.prescription
    version = None
    if meant is not None and session.start is not None:
        version = prescriptions.at(file.stream, key, session.start)
    done = actuals.validate_completed(
        facts.completed(
            session,
            session_key=key,
            day=day,
            recording=plan.recording,
            sha256=file.sha256,
            prescription=meant.facts if meant else None,
            position=version.position if version else None,
            version=(version.facts or {})["version"] if version else None,
        )
    )
    flags = plausibility.session_flags(done)
    return Target(
        surface=COMPLETED,
        key=key,
        intended={**done, "flags": sorted({*done["flags"], *flags})},
        reviewed=plan.reviewed,
        evidence=facts.session_evidence(session, typed=file.typed),
        occurred_at=session.start,
        local_date=day,
        zone=plan.outcome.zone,
        reasoning=f"the zone of the local date is {plan.zone_evidence.replace('_', ' ')}",
    )


def _set(file: ReadFile, plan: Plan, one: ImportedSet, key: str, day: date) -> Target:
    """One set; where the session never was, neither was the set."""
    meant = plan.prescription.facts if plan.prescription else None
    item = item_of(meant, None, one.slug) if meant and one.slug else None
    set_key = facts.set_key(key, one)
    return Target(
        surface=SET,
        key=set_key,
        intended=facts.performed(one, session_key=key, day=day, item=item["id"] if item else None),
        reviewed=ABSENT if plan.reviewed == ABSENT else now(file.stream, SET, set_key).fingerprint,
        evidence=facts.set_evidence(one, typed=file.typed),
        occurred_at=plan.outcome.session.start,
        local_date=day,
        zone=plan.outcome.zone,
    )


def _source(file: ReadFile, chosen: Sequence[Plan]) -> Target:
    """The file itself, with every session that came from it."""
    state = file.source
    listed = {*(state.facts or {}).get("sessions", ())}
    listed |= {plan.outcome.session_key for plan in chosen}
    return Target(
        surface=SOURCE,
        key=file.sha256,
        intended={
            "sha256": file.sha256,
            "name": file.read.name,
            "kind": file.read.kind,
            "size": file.size,
            "sessions": sorted(key for key in listed if key),
            "zone": file.zone,
            "unit": file.read.unit,
        },
        reviewed=state.fingerprint,
    )


def _said_by(file: ReadFile) -> dict[str, Any]:
    return {"file": file.read.name, "kind": file.read.kind, "sha256": file.sha256}


def _occasion(targets: Sequence[Target]) -> str:
    """The intent of filing exactly these items over exactly what stood there."""
    seen = sorted(f"{t.surface} {t.key} {t.reviewed}" for t in targets)
    return "import " + hashlib.sha256("\n".join(seen).encode()).hexdigest()[:32]


def _refused(file: ReadFile, problem: Problem) -> ImportReport:
    refused = replace(file.read, status="refused", errors=(*file.read.errors, problem))
    return replace(file, read=refused).report()
