"""A refusal as application/problem+json (RFC 9457), with a stable type, and its answer."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse

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
