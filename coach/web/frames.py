"""What surrounds every page: the navigation a person's role gives them, their theme, their name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from coach.web import access

if TYPE_CHECKING:
    from django.http import HttpRequest

THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")

Entries = tuple[tuple[str, str], ...]

_ATHLETE = (
    ("today", "Today"),
    ("plan", "Plan"),
    ("sessions", "Progress"),
    ("decisions", "Decisions"),
)
_QUEUE = (("queue", "Queue"),)
_PEOPLE = (("athletes", "Athletes"),)
_ADMIN = (("admin:index", "Admin"),)
_ATHLETE_MORE = (("injuries", "Injuries"), ("import_file", "Import"), ("settings", "Settings"))
# A page that belongs under a tab without being it.
_UNDER = {
    "session": "today",
    "finish": "today",
    "analysis": "today",
    "session_detail": "sessions",
    "decision": "decisions",
    "proposal": "queue",
}


@dataclass(frozen=True, slots=True)
class Tab:
    """One entry of a navigation list."""

    label: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """The surroundings of one page."""

    tabs: tuple[Tab, ...]
    more: tuple[Tab, ...]
    theme: str
    themes: tuple[str, ...]
    who: str
    home: str
    signed_in: bool


def theme_of(request: HttpRequest | None) -> str:
    """The stored colour scheme; anything unknown is auto."""
    stored = request.COOKIES.get(THEME_COOKIE, "auto") if request is not None else "auto"
    return stored if stored in THEMES else "auto"


def frame(request: HttpRequest | None) -> Frame:
    """The surroundings for whoever asks; error pages without a request get a bare one."""
    user = getattr(request, "user", None)
    if request is None or user is None or not user.is_authenticated:
        return Frame((), (), theme_of(request), THEMES, "", "/", signed_in=False)
    athlete, trains = access.roles_of(user)
    tabs: Entries = (_ATHLETE if athlete else ()) + (_QUEUE if trains else ())
    more: Entries = _ATHLETE_MORE if athlete else ()
    if trains:  # Who does both keeps the tab row short: the rest of the desk is at the foot.
        tabs, more = (tabs, more + _PEOPLE) if athlete else (tabs + _PEOPLE, more)
    if user.is_staff:
        tabs, more = (tabs, more + _ADMIN) if athlete else (tabs + _ADMIN, more)
    made = _tabs(tabs, request)
    return Frame(
        made,
        _tabs(more, request),
        theme_of(request),
        THEMES,
        user.get_username(),
        made[0].url if made else "/",
        signed_in=True,
    )


def _tabs(entries: Entries, request: HttpRequest) -> tuple[Tab, ...]:
    name = request.resolver_match.view_name if request.resolver_match else ""
    current = _UNDER.get(name, name)
    return tuple(Tab(label, reverse(target), target == current) for target, label in entries)
