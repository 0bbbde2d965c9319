"""Bearer tokens with scopes. Only the digest of a token is stored.

A scope that an operation needs is part of its `auth=`.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.db.models import Q
from django.http import HttpRequest
from ninja.security import HttpBearer

from coach.api.callers import Caller
from coach.api.problems import Problem
from coach.models import ApiToken
from coach.models.tokens import SCOPES
from decisions import clock

_LONGEST = 200
_USE_NOTED_EVERY = timedelta(minutes=1)


class Bearer(HttpBearer):
    """A bearer token that holds one scope."""

    def __init__(self, scope: str) -> None:
        if scope not in SCOPES:
            raise ValueError(f"{scope} is not a scope")
        super().__init__()
        self.scope = scope

    def authenticate(self, _request: HttpRequest, token: str) -> Caller | None:
        """The caller behind a token; None when it is unknown, revoked, expired or its user is off.

        Raises:
            Problem: the token is good but lacks the scope.
        """
        found = _find(token)
        if found is None:
            return None
        if self.scope not in found.scopes:
            raise Problem(
                403,
                "missing-scope",
                "The token lacks a scope",
                f"this needs {self.scope}",
                scope=self.scope,
            )
        _note_use(found)
        return Caller(found)


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _find(token: str) -> ApiToken | None:
    if not token or len(token) > _LONGEST or not token.isascii():
        return None
    return (
        ApiToken.objects.select_related("user")
        .filter(digest=digest(token), revoked_at=None, user__is_active=True)
        .filter(Q(expires_at=None) | Q(expires_at__gt=clock.now()))
        .first()
    )


def _note_use(token: ApiToken) -> None:
    now = clock.now()
    if token.last_used_at is None or now - token.last_used_at >= _USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).filter(
            Q(last_used_at=None) | Q(last_used_at__lt=now)
        ).update(last_used_at=now)
