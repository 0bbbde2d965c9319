"""What every page of explanation starts from: whose log, as of when, and which links keep that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from coach.review import moments
from coach.review.log import Log
from coach.web import access
from decisions import clock
from decisions.domain.errors import InvalidFacts, NotFound

if TYPE_CHECKING:
    from datetime import datetime

    from decisions.models import Athlete


@dataclass(frozen=True, slots=True)
class Looking:
    """Whose record is read, as of when.

    Attributes:
        athlete: whose record.
        own: whether it is the reader's own.
        log: their log, as of `at`.
        at: the moment asked for, None for now.
    """

    athlete: Athlete
    own: bool
    log: Log
    at: datetime | None

    @property
    def query(self) -> str:
        """What links must carry so that the next page shows the same athlete at the same moment."""
        return self.query_at(self.at)

    def query_at(self, at: datetime | None) -> str:
        """The same for another moment."""
        wanted = {} if self.own else {"of": self.athlete.user.get_username()}
        if at is not None:
            wanted[moments.FIELD] = moments.text(at)
        return f"?{urlencode(wanted)}" if wanted else ""

    @property
    def context(self) -> dict[str, Any]:
        """What every template of explanation is given."""
        return {
            "look": self,
            "athlete": self.athlete,
            "zone": self.athlete.zone,
            "query": self.query,
            "now_query": self.query_at(None),
        }


View = Callable[..., HttpResponse]


def explains(view: View) -> View:
    """Make a view a page of explanation: read-only, login, whose, when, 404 for what is not there.

    The view is called with the request, the Looking and the parts of the address.
    """

    @wraps(view)
    def page(request: HttpRequest, **parts: Any) -> HttpResponse:
        try:
            at = asked(request)
        except InvalidFacts as error:
            reading = access.reading(request)
            context = {"error": error, "now_query": reading.query, "typed": _typed(request)}
            return render(request, "coach/explain/no_moment.html", context, status=400)
        reading = access.reading(request)
        log = Log(reading.athlete, at)
        try:
            return view(request, Looking(reading.athlete, reading.own, log, at), **parts)
        except NotFound as error:
            raise Http404(str(error)) from None

    return login_required(require_safe(page))


def asked(request: HttpRequest) -> datetime | None:
    """The moment that the address asks for, None for now.

    Raises:
        InvalidFacts: it is no moment, has no zone, or lies in the future.
    """
    typed = _typed(request)
    return moments.parse(typed, now=clock.now()) if typed else None


def _typed(request: HttpRequest) -> str:
    return request.GET.get(moments.FIELD, "").strip()
