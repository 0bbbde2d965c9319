"""Recording training: sessions, sets, observations, corrections and retractions. Own evidence only.

Every write goes through the services of sessions, under the mandate of a token.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Path, Status

from coach.api import keyed, preconditions, stale, writing
from coach.api.auth import Bearer
from coach.api.callers import caller
from coach.api.problems import Problem
from coach.api.routing import router
from coach.api.schemas import (
    CorrectionIn,
    FinishIn,
    NamedSetIn,
    ObservationsIn,
    RetractionIn,
    SessionIn,
    SetIn,
    Written,
)
from coach.api.writing import MANDATE
from decisions.domain.errors import IdentityConflict, InvalidFacts
from decisions.domain.occasions import Written as Answer
from decisions.selectors import known
from sessions.domain import keys
from sessions.services import actuals, corrections, observations
from sessions.services.entries import SetEntry

if TYPE_CHECKING:
    from decisions.models import Athlete

PERSONS = frozenset({"date"})
"""What a token may not correct: on which day a session counts is for the person to say."""

ClientId = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]


@router.put(
    "/athletes/{athlete}/sessions/{path:session_key}/sets/{client_id}",
    response={200: Written, 201: Written},
    auth=Bearer("sessions:write"),
    tags=["recording"],
    operation_id="put_set",
)
def put_set(
    request: HttpRequest,
    response: HttpResponse,
    athlete: str,
    session_key: str,
    client_id: ClientId,
    payload: SetIn,
) -> Status[Written]:
    """Log one set of a started session under the client's id. The same again changes nothing.

    Other values under the same id are a conflict: correct the set instead.
    """
    who = caller(request)
    person = who.own(athlete)
    answer = actuals.log_set(
        stream=person.stream,
        session_key=session_key,
        entry=_entry(client_id, payload),
        actor=who.actor,
        zone=person.zone,
        at=payload.done_at,
        mandate=MANDATE,
    )
    written = writing.answered(response, person, answer)
    return writing.status(written)


@router.post(
    "/athletes/{athlete}/sessions",
    response={200: Written, 201: Written},
    auth=Bearer("sessions:write"),
    tags=["recording"],
    operation_id="post_session",
)
def post_session(
    request: HttpRequest, response: HttpResponse, athlete: str, payload: SessionIn
) -> Status[Written]:
    """Record a session, planned or not, with its sets and its end where given: all of it or nothing."""
    who = caller(request)
    person = who.own(athlete)
    with keyed.once(request, who) as occasion:
        name = occasion.partition(":")[2]
        key = payload.session_key or keys.unplanned_session(payload.date, name)
        answers = [_started(person, key, payload, who.actor)]
        _require_same(person, key, payload)
        answers += [_logged(person, key, one, who.actor) for one in payload.sets]
        if payload.finish is not None:
            answers.append(_finished(person, key, payload.finish, who.actor))
        written = writing.answered(response, person, *answers)
    return writing.status(written)


@router.post(
    "/athletes/{athlete}/sessions/{path:session_key}/finish",
    response=Written,
    auth=Bearer("sessions:write"),
    tags=["recording"],
    operation_id="finish_session",
)
def finish_session(
    request: HttpRequest,
    response: HttpResponse,
    athlete: str,
    session_key: str,
    payload: FinishIn,
) -> Written:
    """Finish a started session. The same again changes nothing; other values are a correction."""
    who = caller(request)
    person = who.own(athlete)
    return writing.answered(response, person, _finished(person, session_key, payload, who.actor))


@router.post(
    "/athletes/{athlete}/observations",
    response={200: Written, 201: Written},
    auth=Bearer("sessions:write"),
    tags=["recording"],
    operation_id="post_observations",
)
def post_observations(
    request: HttpRequest, response: HttpResponse, athlete: str, payload: ObservationsIn
) -> Status[Written]:
    """Record what was observed about a date: sleep, pain by region and moment, and the rest."""
    who = caller(request)
    person = who.own(athlete)
    with keyed.once(request, who) as occasion:
        answer = observations.record(
            stream=person.stream,
            day=payload.date,
            zone=person.zone,
            entries=[observations.DailyEntry(**one.model_dump()) for one in payload.entries],
            occasion=occasion,
            actor=who.actor,
            at=payload.at,
            mandate=MANDATE,
        )
    written = writing.answered(response, person, answer)
    return writing.status(written)


@router.post(
    "/athletes/{athlete}/corrections",
    response=Written,
    auth=Bearer("sessions:write"),
    tags=["recording"],
    operation_id="post_correction",
)
def post_correction(
    request: HttpRequest, response: HttpResponse, athlete: str, payload: CorrectionIn
) -> Written:
    """Correct some fields of one item, against the version in If-Match."""
    who = caller(request)
    person = who.own(athlete)
    reviewed = preconditions.reviewed(request)
    for field in PERSONS & payload.changes.keys():
        raise InvalidFacts(field, "is moved by a person, in the browser")
    with keyed.once(request, who) as occasion:
        answer = corrections.correct(
            stream=person.stream,
            surface=payload.surface,
            key=payload.key,
            changes=payload.changes,
            reviewed=reviewed,
            reason=payload.reason,
            occasion=occasion,
            actor=who.actor,
            mandate=MANDATE,
        )
    read = _read(person, payload.surface, payload.key, reviewed)
    return _answered(response, person, answer, read, {**(read or {}), **payload.changes})


@router.post(
    "/athletes/{athlete}/retractions",
    response=Written,
    auth=Bearer("sessions:write"),
    tags=["recording"],
    operation_id="post_retraction",
)
def post_retraction(
    request: HttpRequest, response: HttpResponse, athlete: str, payload: RetractionIn
) -> Written:
    """Take one item back, against the version in If-Match. The log still says that it was said."""
    who = caller(request)
    person = who.own(athlete)
    reviewed = preconditions.reviewed(request)
    with keyed.once(request, who) as occasion:
        answer = corrections.retract(
            stream=person.stream,
            surface=payload.surface,
            key=payload.key,
            reviewed=reviewed,
            reason=payload.reason,
            occasion=occasion,
            actor=who.actor,
            mandate=MANDATE,
        )
    read = _read(person, payload.surface, payload.key, reviewed)
    return _answered(response, person, answer, read, None)


def _answered(
    response: HttpResponse,
    person: Athlete,
    answer: Answer,
    read: dict[str, Any] | None,
    wanted: dict[str, Any] | None,
) -> Written:
    try:
        return writing.answered(response, person, answer)
    except Problem as problem:
        raise stale.three_states(problem, read, wanted) from None


def _read(person: Athlete, surface: str, key: str, reviewed: str) -> dict[str, Any] | None:
    versions = known.history(person.stream, surface, key)
    return next((one.facts for one in versions if one.fingerprint == reviewed), None)


def _entry(client_id: str, payload: SetIn) -> SetEntry:
    values = payload.model_dump(exclude={"done_at", "client_id"})
    return SetEntry(client_id=client_id, **values)


def _started(person: Athlete, key: str, payload: SessionIn, actor: str) -> Answer:
    return actuals.start(
        stream=person.stream,
        session_key=key,
        actor=actor,
        zone=person.zone,
        at=payload.started_at,
        day=payload.date,
        shown_version=payload.shown_version,
        title=payload.title,
        sport=payload.sport,
        session_type=payload.session_type,
        entry_mode=payload.entry_mode,
        mandate=MANDATE,
    )


def _logged(person: Athlete, key: str, one: NamedSetIn, actor: str) -> Answer:
    return actuals.log_set(
        stream=person.stream,
        session_key=key,
        entry=_entry(one.client_id, one),
        actor=actor,
        zone=person.zone,
        at=one.done_at,
        mandate=MANDATE,
    )


def _finished(person: Athlete, key: str, payload: FinishIn, actor: str) -> Answer:
    reported = payload.model_dump(exclude={"status", "ended_at", "pain"}, exclude_none=True)
    return actuals.finish(
        stream=person.stream,
        session_key=key,
        actor=actor,
        zone=person.zone,
        status=payload.status,
        ended_at=payload.ended_at,
        reported=reported,
        pain=payload.pain,
        mandate=MANDATE,
    )


def _require_same(person: Athlete, key: str, payload: SessionIn) -> None:
    """A key that met another session is a conflict, not a repeat."""
    facts = known.now(person.stream, "training_sessions.completed", key).facts or {}
    given = {"title": payload.title, "sport": payload.sport, "date": payload.date.isoformat()}
    if any(value is not None and facts.get(name) != value for name, value in given.items()):
        raise IdentityConflict(f"{key} was started with other values")
