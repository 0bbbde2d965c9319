"""What every page of review starts from: staff with the permission, one athlete that they coach.

Mounted inside the admin: its login, its session, its permission. What is not yours is not found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from coach.review.log import Log
from coach.review.proposals import Proposal, proposal
from decisions.domain.errors import NotFound
from decisions.selectors import athletes

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from decisions.models import Athlete

PERMISSION = "decisions.approve_proposal"
View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Case:
    """One proposal under review."""

    user: User
    athlete: Athlete
    log: Log
    proposal: Proposal

    @property
    def context(self) -> dict[str, Any]:
        """What every template of review is given."""
        return {
            "case": self,
            "proposal": self.proposal,
            "facts": self.proposal.facts,
            "athlete": self.athlete,
            "zone": self.athlete.zone,
            "query": f"?of={self.athlete.user.get_username()}",
            "username": self.athlete.user.get_username(),
        }


def person(request: HttpRequest) -> User:
    """The signed-in person, who may decide proposals.

    Raises:
        PermissionDenied: they may not.
    """
    user = request.user
    if not user.is_authenticated or not user.has_perm(PERMISSION):
        raise PermissionDenied
    return user


def coached(user: User, username: str) -> Athlete:
    """An athlete that a person coaches.

    Raises:
        Http404: there is none of that name for them.
    """
    found = athletes.coached_by(user).filter(user__username=username).first()
    if found is None:
        raise Http404("no athlete")
    return found


def reviews(view: View) -> View:
    """Make a view a page of review inside the admin; 404 for what is not there or not theirs."""

    @wraps(view)
    def page(request: HttpRequest, **parts: Any) -> HttpResponse:
        try:
            return view(request, person(request), **parts)
        except NotFound as error:
            raise Http404(str(error)) from None

    return never_cache(admin.site.admin_view(page))


def on_proposal(view: View) -> View:
    """The same for a page about one proposal: the view is called with the request and the Case."""

    @wraps(view)
    def page(
        request: HttpRequest, user: User, *, username: str, key: str, **parts: Any
    ) -> HttpResponse:
        athlete = coached(user, username)
        log = Log(athlete)
        return view(request, Case(user, athlete, log, proposal(log, key)), **parts)

    return reviews(page)
