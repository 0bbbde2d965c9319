"""Bearer tokens with scopes. A token acts for one person and can never approve anything.

Only the digest of a token is stored. A scope that an operation needs is part of its `auth=`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.http import Http404, HttpRequest
from ninja.security import HttpBearer

from coach.api.errors import Problem
from coach.models import ApiToken
from coach.models.tokens import SCOPES
from decisions import clock
from decisions.selectors import athletes

if TYPE_CHECKING:
    from decisions.models import Athlete

_LONGEST = 200
_USE_NOTED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, by which token."""

    token: ApiToken

    @property
    def actor(self) -> str:
        """The name under which writes are recorded."""
        return f"token:{self.token.pk}"

    def athlete(self, username: str) -> Athlete:
        """An athlete whose records this caller may read: the caller, or one that they coach.

        Raises:
            Http404: no such athlete for this caller.
        """
        athlete = athletes.visible_to(self.token.user).filter(user__username=username).first()
        if athlete is None:
            raise Http404
        return athlete

    def own(self, username: str) -> Athlete:
        """The caller's own athlete: evidence is recorded by the person it is about.

        Raises:
            Http404: no such athlete for this caller.
            Problem: it is an athlete that the caller coaches.
        """
        athlete = self.athlete(username)
        if athlete.user_id != self.token.user_id:
            raise Problem(
                403, "not-your-evidence", "Only the athlete records their own evidence and requests"
            )
        return athlete


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


def caller(request: HttpRequest) -> Caller:
    """Who asks, after authentication."""
    who = getattr(request, "auth", None)
    if not isinstance(who, Caller):
        raise TypeError("the operation has no auth")
    return who


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
