"""Refusals as application/problem+json (RFC 9457), each with a type that a page explains.

One place turns exceptions into answers, so that every operation refuses alike. Never shows internals.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError

from decisions.domain.errors import (
    IdentityConflict,
    InvalidFacts,
    KernelUnsafe,
    NotAllowedNow,
    NotApproved,
    NotFound,
    OutsideMandate,
)

MEDIA_TYPE = "application/problem+json"
TYPES = "/problems/"


class Problem(Exception):
    """A refusal with everything its answer says.

    Args:
        status: HTTP status.
        kind: last part of the type, such as `stale-write`.
        title: what went wrong in general.
        detail: what went wrong here, None to leave it out.
        more: further members of the answer.
    """

    def __init__(
        self, status: int, kind: str, title: str, detail: str | None = None, **more: Any
    ) -> None:
        super().__init__(title)
        self.status = status
        self.kind = kind
        self.title = title
        self.detail = detail
        self.more = more


def answer(problem: Problem) -> HttpResponse:
    """A problem as a response."""
    body = {
        "type": f"{TYPES}{problem.kind}",
        "title": problem.title,
        "status": problem.status,
        **({"detail": problem.detail} if problem.detail else {}),
        **problem.more,
    }
    response = HttpResponse(
        json.dumps(body, ensure_ascii=False, default=str),
        status=problem.status,
        content_type=MEDIA_TYPE,
    )
    if problem.status == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = 'Bearer realm="longitude"'
    return response


def install(api: NinjaAPI) -> None:
    """Teach an API to answer every known refusal as a problem."""
    for kind in (
        Problem,
        ValidationError,
        Http404,
        HttpError,
        InvalidFacts,
        NotFound,
        IdentityConflict,
        OutsideMandate,
        NotApproved,
        NotAllowedNow,
        KernelUnsafe,
    ):
        api.add_exception_handler(kind, _handle)


def problem_of(error: Exception) -> Problem:
    """The problem that an exception stands for."""
    match error:
        case Problem():
            return error
        case ValidationError():
            return _invalid([_field(one) for one in error.errors])
        case InvalidFacts():
            return _invalid([{"field": error.field, "message": error.message}])
        case Http404() | NotFound():
            return Problem(404, "not-found", "There is nothing here, or it is not yours")
        case AuthenticationError():
            return Problem(401, "unauthorized", "A valid bearer token is needed")
        case Throttled():
            return Problem(429, "too-many-requests", "Too many requests", retry_after=error.wait)
        case IdentityConflict():
            return Problem(
                409, "idempotency-conflict", "The same key came with another payload", str(error)
            )
        case OutsideMandate():
            return Problem(403, "outside-mandate", "This may not be written from here", str(error))
        case NotApproved():
            return Problem(403, "not-approved", "A person has to approve this", str(error))
        case NotAllowedNow():
            return Problem(409, "not-allowed-now", "Its state does not allow this", str(error))
        case KernelUnsafe():
            return Problem(503, "unsafe", "Writing is stopped until the database is repaired")
        case HttpError():
            return _http(error)
    raise error


def _handle(_request: HttpRequest, error: Exception) -> HttpResponse:
    return answer(problem_of(error))


def _invalid(errors: list[dict[str, str]]) -> Problem:
    named = ", ".join(dict.fromkeys(one["field"] for one in errors))
    return Problem(422, "invalid", "The request is not valid", f"see {named}", errors=errors)


def _field(error: dict[str, Any]) -> dict[str, str]:
    where = [str(part) for part in error.get("loc", ())]
    named = [part for part in where[1:] if part != "payload"] or where[-1:]
    return {"field": ".".join(named) or "body", "message": str(error.get("msg", "is not valid"))}


def _http(error: HttpError) -> Problem:
    title = HTTPStatus(error.status_code).phrase
    kind = title.lower().replace(" ", "-")
    return Problem(error.status_code, kind, title, error.message or None)
