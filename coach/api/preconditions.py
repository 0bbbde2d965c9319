"""What every write of the API has to bring: its idempotency key, and the version it was made against."""

from __future__ import annotations

import re
from uuid import NAMESPACE_OID, uuid5

from django.http import HttpRequest

from coach.api.callers import Caller
from coach.api.problems import Problem

_KEY = re.compile(r"[\x21-\x7e]{1,128}", re.ASCII)


def idempotency(request: HttpRequest, who: Caller) -> str:
    """The occasion that an Idempotency-Key stands for; the same key of another person is another.

    Raises:
        Problem: 400 when the header is missing or cannot be one.
    """
    given = request.headers.get("Idempotency-Key", "").strip().strip('"')
    if not _KEY.fullmatch(given):
        raise Problem(
            400,
            "idempotency-key",
            "An Idempotency-Key header is needed",
            "1 to 128 visible characters, a new one for each thing that you do",
        )
    return f"api:{uuid5(NAMESPACE_OID, f'{who.token.user_id}:{given}')}"


def reviewed(request: HttpRequest) -> str:
    """The fingerprint in If-Match.

    Raises:
        Problem: 428 when it is missing.
    """
    given = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    if not given or given == "*":
        raise Problem(
            428,
            "if-match",
            "An If-Match header is needed",
            "send the fingerprint of the version that you read",
        )
    return given
