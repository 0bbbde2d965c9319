"""One Idempotency-Key, one request: the same again is answered the same, another one is a conflict.

The answer itself comes from the log. Only a digest of what the key was used for is kept here, in the
transaction of what it wrote: a refused request uses up no key.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.http import HttpRequest

from coach.api import preconditions
from coach.api.callers import Caller
from coach.models import KeyedRequest
from decisions import clock
from decisions.domain.errors import IdentityConflict


@contextmanager
def once(request: HttpRequest, who: Caller) -> Iterator[str]:
    """A transaction under the request's key; gives the occasion of what is written in it.

    Raises:
        Problem: 400 when the key is missing.
        IdentityConflict: the key was used for something else.
    """
    occasion = preconditions.idempotency(request, who)
    with transaction.atomic():
        _require_same(request, who, occasion)
        yield occasion


def _require_same(request: HttpRequest, who: Caller, occasion: str) -> None:
    asked, salt = _asked(request), secrets.token_hex(16)
    KeyedRequest.objects.bulk_create(
        [
            KeyedRequest(
                user=who.token.user,
                occasion=occasion,
                salt=salt,
                digest=_digest(salt, asked),
                made_at=clock.now(),
            )
        ],
        ignore_conflicts=True,  # the first one stays
    )
    first = KeyedRequest.objects.get(user=who.token.user, occasion=occasion)
    if first.digest != _digest(first.salt, asked):
        raise IdentityConflict("this Idempotency-Key was used for another request: send a new one")


def _asked(request: HttpRequest) -> str:
    """What is asked for: where, against which version, and the body whatever its spelling."""
    return json.dumps(
        [
            request.method,
            request.path,
            request.headers.get("If-Match", ""),
            json.loads(request.body),
        ],
        sort_keys=True,
    )


def _digest(salt: str, asked: str) -> str:
    return hmac.new(bytes.fromhex(salt), asked.encode(), "sha256").hexdigest()
