"""Two pages said different things: both sides, and who decides. Nothing is merged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.shortcuts import render
from django.urls import reverse

from coach.web import setrows, typed, wording
from decisions.domain.errors import IdentityConflict
from decisions.selectors import known
from sessions.domain import keys
from sessions.domain.records import COMPLETED, DAILY, SET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from coach.web.doing import Doing
    from coach.web.loading import Loaded
    from decisions.models import Athlete, Stream
    from decisions.services.guard import Written

Facts = dict[str, Any]

_NOT_SENT_AGAIN = ("csrfmiddlewaretoken", "page", "again")
_STATUS = {
    "started": "started",
    "completed": "finished",
    "partial": "finished in part",
    "skipped": "skipped",
}


@dataclass(frozen=True, slots=True)
class Side:
    """One thing of which two pages said something: what stands now and what this page wanted."""

    what: str
    now: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Clash:
    """A write that met another state.

    Attributes:
        sides: what was to be written.
        changed_at, changed_by: when and by whom the state was changed; None and "" when not known.
    """

    sides: tuple[Side, ...]
    changed_at: datetime | None = None
    changed_by: str = ""


def clash(written: Written, sides: Sequence[Side]) -> Clash:
    """The clash that a stale answer tells of."""
    moved = [result for result in written.results if result.outcome == "stale"]
    last = moved[0] if moved else None
    return Clash(tuple(sides), last.changed_at if last else None, last.changed_by if last else "")


def both(
    request: HttpRequest,
    found: Clash,
    *,
    zone: str,
    back: str,
    to: str = "",
    post: Mapping[str, str] | None = None,
) -> HttpResponse:
    """The page with both sides of a write that was refused.

    Args:
        request: what was asked.
        found: what clashed.
        zone: the athlete's zone, for the time of day.
        back: where "keep what is saved" leads.
        to: where what was wanted can be sent once more; empty where it cannot.
        post: what was sent.
    """
    sent = [(name, value) for name, value in (post or {}).items() if name not in _NOT_SENT_AGAIN]
    fresh = uuid4().hex
    context: dict[str, Any] = {
        "sides": found.sides,
        "zone": zone,
        "changed_at": found.changed_at,
        "changed_by": _who(found.changed_by, request),
        "back": back,
        "to": to,
        "sent": [*sent, ("page", fresh), ("again", fresh)],
    }
    response = render(request, "coach/session/both.html", context, status=409)
    return _whole_page(request, response)


def unstarted(
    request: HttpRequest, athlete: Athlete, loaded: Loaded, written: Written, wanted: str
) -> HttpResponse:
    """The page after a start that met a session recorded elsewhere: it stands, nothing starts over."""
    facts = known.now(loaded.stream, COMPLETED, loaded.key).facts
    side = Side(loaded.page.title, told_session(facts), wanted)
    back = reverse("session", args=[loaded.key])
    return both(request, clash(written, [side]), zone=athlete.zone, back=back)


def told_session(facts: Facts | None) -> str:
    """A session in a few words: "finished, effort 7"; what stands when nothing does."""
    if facts is None:
        return "not recorded"
    effort = f", effort {wording.rpe(facts['srpe_x10'])}" if facts["srpe_x10"] is not None else ""
    note = f", “{facts['note']}”" if facts["note"] else ""
    return f"{_STATUS[facts['status']]}{effort}{note}"


def told_daily(stream: Stream, key: str) -> str:
    """What stands of one observation of a day."""
    facts = known.now(stream, DAILY, key).facts
    return daily_value(str(facts["kind"]), facts["value"]) if facts else "not said"


def daily_value(kind: str, value: int | None) -> str:
    """A value of the check-in as a person says it."""
    return wording.duration(value) if kind == "sleep_s" else str(value)


def daily_name(kind: str, region: str | None, moment: str | None) -> str:
    """What an observation is about: "Left knee, next morning", "Sleep"."""
    if kind == "pain":
        return f"{wording.capital(wording.region(region))}, {str(moment).replace('_', ' ')}"
    return wording.capital(kind.removesuffix("_s"))


def again(post: Mapping[str, str]) -> str:
    """The id of another try that the page with both sides sent; empty on a first one."""
    said = post.get("again", "")
    return said if len(said) == 32 and said.isascii() and said.isalnum() else ""


def page(request: HttpRequest, doing: Doing, act: str, error: Exception) -> HttpResponse | None:
    """The page with both sides when a set was saved elsewhere with other numbers; else None."""
    if act in ("done", "failed", "skip") and isinstance(error, IdentityConflict):
        return _show(request, doing)
    return None


def stale(request: HttpRequest, doing: Doing) -> HttpResponse:
    """The page with both sides when a correction met a set that had moved on."""
    return _show(request, doing)


def _show(request: HttpRequest, doing: Doing) -> HttpResponse:
    client_id = doing.post.get("client_id", "")
    key = keys.of_set(doing.loaded.key, client_id)
    versions = known.history(doing.loaded.stream, SET, key)
    present = versions[-1] if versions else None
    reviewed = doing.post.get("reviewed", "")
    seen = next((v for v in versions if v.fingerprint == reviewed and v.facts), None)
    given = typed.numbers_of(doing.post, doing.athlete.units, typed.Complaints({}))
    now = present.facts if present is not None and not present.retracted else None
    units = doing.athlete.units
    wanted = {
        "load_g": given.load_g,
        "reps": given.reps,
        "rpe_x10": given.rpe_x10,
        "state": "done",
    }
    context: dict[str, Any] = {
        "page": doing.loaded.page,
        "key": doing.loaded.key,
        "zone": doing.athlete.zone,
        "seen": setrows.short(seen.facts, units) if seen is not None and seen.facts else "",
        "now": setrows.short(now, units) if now else "",
        "wanted": setrows.short(wanted, units),
        "changed_at": present.recorded_at if present is not None else None,
        "changed_by": "you, on another page" if _mine(present, doing.actor) else "someone else",
        "reviewed": present.fingerprint if present is not None else "",
        "post": doing.post,
        "given": given,
        "client_id": client_id,
        "name": _name(doing, client_id),
    }
    response = render(request, "coach/session/conflict.html", context, status=409)
    return _whole_page(request, response)


def _whole_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if request.headers.get("HX-Request"):
        response["HX-Retarget"], response["HX-Reselect"] = "#main", "#main > *"
        response["HX-Reswap"] = "innerHTML"
    return response


def _who(actor: str, request: HttpRequest) -> str:
    if not actor:
        return ""
    return "you, on another page" if actor == f"user:{request.user.pk}" else "someone else"


def _name(doing: Doing, client_id: str) -> str:
    """The set in words: "Back squat, set 2"."""
    slug, number = doing.post.get("exercise", ""), client_id.rpartition(".")[2]
    for lift in doing.loaded.page.lifts:
        for row in lift.rows:
            if row.client_id == client_id:
                label = "warm-up" if row.kind == "warmup" else f"set {row.label}"
                return f"{lift.name}, {label}"
    return f"{doing.loaded.taste.name(slug)}, set {number}" if slug else f"set {number}"


def _mine(item: Any, actor: str) -> bool:
    return bool(item is not None and (item.source or {}).get("actor", actor) == actor)
