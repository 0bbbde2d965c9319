"""Reading training: today, sessions with their sets, prescriptions with their versions, the plan."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse

from coach.api import reading
from coach.api.auth import Bearer
from coach.api.facts import fact
from coach.api.routing import router
from coach.api.schemas import Page, Plan, Session, Today, Versions
from coach.review.log import Log
from decisions import clock
from decisions.domain.errors import NotFound
from decisions.selectors import known
from decisions.selectors.known import Known

PRESCRIPTION = "training_sessions.prescription"
COMPLETED = "training_sessions.completed"
SET = "training_sessions.set"
DAILY = "training_sessions.daily"
INJURY = "training_sessions.injury"


@router.get(
    "/athletes/{athlete}/today",
    response=Today,
    auth=Bearer("sessions:read"),
    tags=["training"],
    operation_id="get_today",
)
def today(request: HttpRequest, athlete: str, as_of: reading.AsOf = None) -> Today:
    """What is prescribed, done and observed on the athlete's date, and what bounds it."""
    log = reading.log_of(request, athlete, as_of)
    at = log.at or clock.now()
    on = at.astimezone(ZoneInfo(log.athlete.zone)).date()
    return Today(
        date=on,
        zone=log.athlete.zone,
        as_of=at,
        position=log.up_to,
        prescriptions=[fact(one) for one in _on(log, PRESCRIPTION, on)],
        sessions=[fact(one) for one in _on(log, COMPLETED, on)],
        observations=[fact(one) for one in _on(log, DAILY, on)],
        constraints=[fact(one) for one in log.of("plans.constraint") if _in_force(one, on)],
        gates=[fact(one) for one in log.of("plans.gate") if (one.facts or {})["state"] == "open"],
        injuries=[fact(one) for one in log.of(INJURY) if (one.facts or {})["status"] == "open"],
    )


@router.get(
    "/athletes/{athlete}/sessions",
    response=Page,
    auth=Bearer("sessions:read"),
    tags=["training"],
    operation_id="list_sessions",
)
def sessions(
    request: HttpRequest,
    athlete: str,
    cursor: reading.Cursor = None,
    limit: reading.Limit = 50,
    as_of: reading.AsOf = None,
) -> Page:
    """Sessions that were started, finished or skipped, newest first."""
    log = reading.log_of(request, athlete, as_of)
    return reading.page(log.of(COMPLETED)[::-1], cursor, limit)


@router.get(
    "/athletes/{athlete}/sessions/{path:session_key}",
    response=Session,
    auth=Bearer("sessions:read"),
    tags=["training"],
    operation_id="get_session",
)
def session(
    request: HttpRequest,
    response: HttpResponse,
    athlete: str,
    session_key: str,
    as_of: reading.AsOf = None,
) -> Session:
    """One session with its prescription, its sets and what was observed with it."""
    log = reading.log_of(request, athlete, as_of)
    prescribed = log.items.get((PRESCRIPTION, session_key))
    done = log.items.get((COMPLETED, session_key))
    if prescribed is None and done is None:
        raise NotFound(session_key)
    if done is not None:
        response["ETag"] = f'"{done.fingerprint}"'
    return Session(
        session_key=session_key,
        prescription=fact(prescribed) if prescribed else None,
        completed=fact(done) if done else None,
        sets=[fact(one) for one in log.of(SET) if (one.facts or {})["session_key"] == session_key],
        observations=[
            fact(one) for one in log.of(DAILY) if (one.facts or {})["session_key"] == session_key
        ],
    )


@router.get(
    "/athletes/{athlete}/prescriptions",
    response=Page,
    auth=Bearer("sessions:read"),
    tags=["training"],
    operation_id="list_prescriptions",
)
def prescriptions(
    request: HttpRequest,
    athlete: str,
    cursor: reading.Cursor = None,
    limit: reading.Limit = 50,
    as_of: reading.AsOf = None,
) -> Page:
    """The version of each prescription in force, newest first."""
    log = reading.log_of(request, athlete, as_of)
    return reading.page(log.of(PRESCRIPTION)[::-1], cursor, limit)


@router.get(
    "/athletes/{athlete}/prescriptions/{path:session_key}",
    response=Versions,
    auth=Bearer("sessions:read"),
    tags=["training"],
    operation_id="get_prescription",
)
def prescription(
    request: HttpRequest, athlete: str, session_key: str, as_of: reading.AsOf = None
) -> Versions:
    """Every version of one prescription, oldest first."""
    log = reading.log_of(request, athlete, as_of)
    versions = [
        one
        for one in known.history(log.stream, PRESCRIPTION, session_key)
        if one.position <= log.up_to
    ]
    if not versions:
        raise NotFound(session_key)
    return Versions(key=session_key, versions=[fact(one) for one in versions])


@router.get(
    "/athletes/{athlete}/plan",
    response=Plan,
    auth=Bearer("plans:read"),
    tags=["training"],
    operation_id="get_plan",
)
def plan(request: HttpRequest, athlete: str, as_of: reading.AsOf = None) -> Plan:
    """The structural plan with its rules, and every constraint and gate."""
    log = reading.log_of(request, athlete, as_of)
    return Plan(
        plans=[fact(one) for one in log.of("plans.plan")],
        blocks=[fact(one) for one in log.of("plans.block")],
        planned_days=[fact(one) for one in log.of("plans.planned_day")],
        rules=[fact(one) for one in log.of("plans.rule")],
        constraints=[fact(one) for one in log.of("plans.constraint")],
        gates=[fact(one) for one in log.of("plans.gate")],
    )


def _on(log: Log, surface: str, on: date) -> list[Known]:
    return [one for one in log.of(surface) if (one.facts or {})["date"] == on.isoformat()]


def _in_force(item: Known, on: date) -> bool:
    facts = item.facts or {}
    return bool(
        facts["status"] == "active" and facts["starts_on"] <= on.isoformat() <= facts["expires_on"]
    )
