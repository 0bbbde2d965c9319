"""What an athlete and a workflow do, in one line each."""

from __future__ import annotations

from typing import Any

from decisions.domain.mandates import MANDATES
from decisions.models import Stream
from decisions.selectors.known import State, now
from decisions.services import guard
from decisions.services.guard import Occasion, Written
from sessions.domain.records import COMPLETED, PRESCRIPTION, SET
from sessions.services import actuals, corrections
from sessions.services.entries import SetEntry
from sessions.services.prescriptions import issue
from tests.sessions import making
from tests.sessions.making import KEY

WHO: dict[str, Any] = {"actor": "user:1", "zone": "Europe/Berlin"}


def prescribe(stream: Stream, occasion: str = "p1", *, key: str = KEY, **changes: Any) -> Written:
    facts = making.prescription(**changes)
    facts = {k: v for k, v in facts.items() if k not in ("version", "session_key")}
    target = issue(stream=stream, session_key=key, facts=facts, zone="Europe/Berlin")
    return put(stream, target, occasion)


def put(stream: Stream, target: guard.Target, occasion: str) -> Written:
    intent = Occasion(
        stream=stream.pk,
        mandate=MANDATES["next_prescription"],
        subject=target.key,
        occasion=occasion,
        actor="run:1",
        kind="workflow",
    )
    return guard.write(intent, [target], same_payload=False)


def start(stream: Stream, key: str = KEY, **how: Any) -> Written:
    return actuals.start(stream=stream, session_key=key, **{**WHO, **how})


def entry(client_id: str = "s1", **changes: Any) -> SetEntry:
    facts = {
        "exercise": making.SQUAT,
        "order": int(client_id[1:]) if client_id[1:].isdigit() else 1,
        "load_g": 105_000,
        "reps": 5,
        "rpe_x10": 75,
        "planned_item": "squat",
        **changes,
    }
    return SetEntry(client_id=client_id, **facts)


def log(stream: Stream, client_id: str = "s1", *, key: str = KEY, **changes: Any) -> Written:
    return actuals.log_set(stream=stream, session_key=key, entry=entry(client_id, **changes), **WHO)


def finish(stream: Stream, key: str = KEY, **how: Any) -> Written:
    return actuals.finish(stream=stream, session_key=key, **{**WHO, **how})


def correct(
    stream: Stream, client_id: str, occasion: str, reviewed: str | None = None, **changes: Any
) -> Written:
    key = f"{KEY}#{client_id}"
    return corrections.correct(
        stream=stream,
        surface=SET,
        key=key,
        changes=changes,
        reviewed=reviewed or now(stream, SET, key).fingerprint,
        reason="typed the wrong number",
        occasion=occasion,
        actor="user:1",
    )


def state_of_set(stream: Stream, client_id: str = "s1") -> State:
    return now(stream, SET, f"{KEY}#{client_id}")


def state_of_session(stream: Stream, key: str = KEY) -> State:
    return now(stream, COMPLETED, key)


def state_of_prescription(stream: Stream, key: str = KEY) -> State:
    return now(stream, PRESCRIPTION, key)
