"""Who may see whom. Access starts at the person; what is not yours is not found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from decisions.domain.errors import NotFound
from decisions.models import Athlete, Stream

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


def visible_to(user: User | AnonymousUser) -> QuerySet[Athlete]:
    """Athletes whose state a user may read: themself, and those they coach."""
    if not user.is_authenticated or not user.is_active:
        return Athlete.objects.none()
    return Athlete.objects.filter(Q(user=user) | Q(coach=user)).select_related("user", "coach")


def coached_by(user: User | AnonymousUser) -> QuerySet[Athlete]:
    """Athletes whose proposals a user may decide."""
    if not user.is_authenticated or not user.is_active:
        return Athlete.objects.none()
    return Athlete.objects.filter(coach=user).select_related("user", "coach")


def of_stream(stream: Stream) -> Athlete:
    """The athlete whose log a stream is.

    Raises:
        NotFound: it is the instance's.
    """
    kind, _, number = stream.name.partition(":")
    if kind != "athlete" or not number.isdigit():
        raise NotFound(f"{stream.name} is not an athlete's stream")
    return Athlete.objects.select_related("user", "coach").get(pk=int(number))


def named(username: str) -> Athlete:
    """The athlete with a login name.

    Raises:
        NotFound: there is none.
    """
    found = Athlete.objects.select_related("user", "coach").filter(user__username=username).first()
    if found is None:
        raise NotFound(f"no athlete has the login name {username!r}")
    return found
