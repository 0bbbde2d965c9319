"""Every known exception as the refusal that it stands for, so that all operations refuse alike.

Shows no internals; one that is not known is raised again.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from coach.api.problems import Problem, answer
from decisions.domain.errors import (
    IdentityConflict,
    InvalidFacts,
    KernelUnsafe,
    NotAllowedNow,
    NotApproved,
    NotFound,
    OutsideMandate,
)


def install(api: NinjaAPI) -> None:
    """Teach an API to answer every known refusal as a problem."""
    for kind in _PROBLEMS:
        api.add_exception_handler(kind, _handle)


def problem_of(error: Exception) -> Problem:
    """The problem that an exception stands for; one that is not known is raised again."""
    for kind in type(error).__mro__:
        if kind in _PROBLEMS:
            return _PROBLEMS[kind](error)
    raise error


def _handle(_request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    return answer(problem_of(error if isinstance(error, Exception) else error()))


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


def _invalid_request(error: Any) -> Problem:
    return _invalid([_field(one) for one in error.errors])


def _not_found(_error: Any) -> Problem:
    return Problem(404, "not-found", "There is nothing here, or it is not yours")


_PROBLEMS: dict[type[Exception], Callable[[Any], Problem]] = {
    Problem: lambda error: error,
    ValidationError: _invalid_request,
    InvalidFacts: lambda error: _invalid([{"field": error.field, "message": error.message}]),
    Http404: _not_found,
    NotFound: _not_found,
    AuthenticationError: lambda _: Problem(401, "unauthorized", "A valid bearer token is needed"),
    IdentityConflict: lambda error: Problem(
        409, "idempotency-conflict", "The same key or id came with other values", str(error)
    ),
    OutsideMandate: lambda error: Problem(
        403, "outside-mandate", "This may not be written from here", str(error)
    ),
    NotApproved: lambda error: Problem(403, "not-approved", "A person approves this", str(error)),
    NotAllowedNow: lambda error: Problem(
        409, "not-allowed-now", "Its state does not allow this", str(error)
    ),
    RequestDataTooBig: lambda _: Problem(413, "too-large", "The request is too large"),
    KernelUnsafe: lambda _: Problem(503, "unsafe", "Writing is stopped until it is repaired"),
    HttpError: _http,
}
