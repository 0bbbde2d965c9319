"""Requests: a wish starts a review and moves nothing. An agent's words are hypotheses at best."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from django.http import HttpRequest, HttpResponse
from ninja import Status

from coach.api import keyed, writing
from coach.api.auth import Bearer
from coach.api.callers import Caller, caller
from coach.api.routing import router
from coach.api.schemas import RequestIn, Written
from decisions import clock
from decisions.domain.evidence import Evidence
from decisions.domain.occasions import Written as Answer
from decisions.selectors import known
from decisions.services import guard

if TYPE_CHECKING:
    from decisions.models import Athlete, Stream

SURFACE = "decisions.request"
_NAMES = UUID("5a0c4f0b-0f6b-5d0e-9a53-5c3b7d1e2f40")


@router.post(
    "/athletes/{athlete}/requests",
    response={200: Written, 201: Written},
    auth=Bearer("requests:write"),
    tags=["requests"],
    operation_id="post_request",
)
def post_request(
    request: HttpRequest, response: HttpResponse, athlete: str, payload: RequestIn
) -> Status[Written]:
    """Ask for a change of plan, dose, constraint or gate; a review answers it."""
    who = caller(request)
    person = who.own(athlete)
    with keyed.once(request, who) as occasion:
        answer = _asked(person, who, occasion, payload)
    written = writing.answered(response, person, answer)
    return writing.status(written)


def _asked(person: Athlete, who: Caller, occasion: str, payload: RequestIn) -> Answer:
    on = clock.today(person.zone)
    intent = guard.Occasion(
        stream=person.stream.pk,
        mandate=writing.MANDATE,
        subject="request",
        occasion=occasion,
        actor=who.actor,
        source={"integration": who.token.label},
    )
    key = str(uuid5(_NAMES, f"{person.pk}:{occasion}"))
    target = guard.Target(
        surface=SURFACE,
        key=key,
        intended={
            "text": payload.text,
            "about": payload.about,
            "on": _first_said(person.stream, key) or on.isoformat(),
        },
        reviewed=guard.ABSENT,
        evidence=Evidence.HYPOTHESIS.value,
        local_date=on,
        zone=person.zone,
    )
    return guard.write(intent, [target])


def _first_said(stream: Stream, key: str) -> str | None:
    """The date of a request that was recorded already, so that its repeat asks for the same."""
    facts = known.now(stream, SURFACE, key).facts
    return str(facts["on"]) if facts else None
