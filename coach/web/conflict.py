"""Two pages said different things about one set: both sides, and who decides. Nothing is merged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render

from coach.web import setrows, typed
from decisions.domain.errors import IdentityConflict
from decisions.selectors import known
from sessions.domain import keys
from sessions.domain.records import SET

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from coach.web.acts import Doing


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
        "client_id": client_id,
        "name": _name(doing, client_id),
    }
    response = render(request, "coach/session/conflict.html", context, status=409)
    if request.headers.get("HX-Request"):
        response["HX-Retarget"], response["HX-Reselect"] = "#main", "#main > *"
        response["HX-Reswap"] = "innerHTML"
    return response


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
