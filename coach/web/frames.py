"""What surrounds every page: the navigation a person's role gives them, their theme, their name."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from coach.web import access

THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")

_ATHLETE = (("today", "Today"), ("plan", "Plan"), ("sessions", "Progress"), ("decisions", "Decisions"))
_COACH = (("queue", "Queue"), ("athletes", "Athletes"), ("admin:index", "Admin"))
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
    match = request.resolver_match
    name = match.view_name if match else ""
    current = _UNDER.get(name, name)
    entries = (_ATHLETE if athlete else ()) + (_COACH if trains and not athlete else _COACH[:1] if trains else ())
    more = (_ATHLETE_MORE if athlete else ()) + (_COACH[1:] if trains and athlete else ())
    if user.is_staff and not trains:
        more += _COACH[2:]
    tabs = tuple(_tabs(entries, current))
    return Frame(tabs, tuple(_tabs(more, current)), theme_of(request), THEMES, user.get_username(), tabs[0].url if tabs else "/", signed_in=True)


def _tabs(entries: tuple[tuple[str, str], ...], current: str) -> list[Tab]:
    made = []
    for name, label in entries:
        try:
            made.append(Tab(label, reverse(name), name == current))
        except NoReverseMatch:
            continue
    return made
