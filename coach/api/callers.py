"""Who asks, by which token, and whose records they may read or add to. A token can approve nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest

from coach.api.problems import Problem
from coach.models import ApiToken
from decisions.selectors import athletes

if TYPE_CHECKING:
    from decisions.models import Athlete


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


def caller(request: HttpRequest) -> Caller:
    """Who asks, after authentication."""
    who = getattr(request, "auth", None)
    if not isinstance(who, Caller):
        raise TypeError("the operation has no auth")
    return who
