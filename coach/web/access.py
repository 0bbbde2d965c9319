"""Who may see what. Access starts at the person: what is not yours does not exist (404, never 403)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest

from decisions.selectors import athletes

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

    from decisions.models import Athlete

    Person = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Reading:
    """Whose record a read-only page shows, and whether it is the reader's own."""

    athlete: Athlete
    own: bool

    @property
    def query(self) -> str:
        """What links must carry so that the next page shows the same athlete."""
        return "" if self.own else f"?of={self.athlete.user.get_username()}"


def athlete_of(user: Person) -> Athlete:
    """The athlete this person is.

    Raises:
        Http404: they are not an athlete.
    """
    athlete = _own(user)
    if athlete is None:
        raise Http404("no athlete")
    return athlete


def roles_of(user: Person) -> tuple[Athlete | None, bool]:
    """The athlete this person is (or None), and whether they coach anybody."""
    return _own(user), athletes.coached_by(user).exists()


def reading(request: HttpRequest) -> Reading:
    """Whose record to show: one's own, or with `?of=<username>` that of an athlete one coaches.

    Raises:
        Http404: no such athlete for this person.
    """
    wanted = request.GET.get("of", "")
    own = _own(request.user)
    if own is not None and wanted in ("", own.user.get_username()):
        return Reading(own, own=True)
    coached = athletes.coached_by(request.user).filter(user__username=wanted).first()
    if coached is None:
        raise Http404("no athlete")
    return Reading(coached, own=False)


def _own(user: Person) -> Athlete | None:
    if not user.is_authenticated or not user.is_active:
        return None
    return athletes.visible_to(user).filter(user=user).first()
