"""Finishing a session: what comes next per lift, then effort, pain and a note. Nothing is filled in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.shortcuts import redirect, render
from django.urls import reverse

from coach.web import (
    access,
    checkin_page,
    conflict,
    loading,
    next_time,
    planning,
    record,
    typed,
    wording,
)
from decisions.domain.errors import DecisionsError, IdentityConflict, InvalidFacts
from decisions.selectors import known
from sessions.domain import keys, numbers
from sessions.services import actuals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponse

    from decisions.models import Athlete
    from decisions.services.guard import Written

TEN = tuple(range(1, 11))
AHEAD = 12


@login_required
def finish(request: HttpRequest, session_key: str) -> HttpResponse:
    """The finish page; POST saves and closes."""
    athlete = access.athlete_of(request.user)
    loaded = loading.load(athlete, session_key)
    status = loaded.page.status
    if loaded.completed is None or status == "skipped":
        return redirect("session", session_key)
    if request.method == "POST":
        return _save(request, athlete, loaded)
    if status in ("completed", "partial"):
        return redirect("session_detail", session_key)
    return render(request, "coach/finish.html", _context(athlete, loaded))


def _save(request: HttpRequest, athlete: Athlete, loaded: loading.Loaded) -> HttpResponse:
    complaints = typed.Complaints(typed.kept(request.POST))
    reported = _reported(request.POST, complaints)
    felt = _pain(request.POST, loaded, complaints)
    if not complaints.errors:
        try:
            written = actuals.finish(
                stream=loaded.stream,
                session_key=loaded.key,
                actor=f"user:{request.user.pk}",
                zone=athlete.zone,
                status=_status(loaded),
                reported=reported,
                pain=felt,
                attempt=conflict.again(request.POST),
            )
            if written.outcome == "stale":
                return _clash(request, athlete, loaded, written, reported, felt)
        except IdentityConflict:
            messages.warning(
                request, "This session was finished already; what was saved first stands."
            )
            return redirect("session_detail", loaded.key)
        except InvalidFacts as error:
            complaints.note("note", error)
        except DecisionsError as error:
            complaints.errors["note"] = f"Not finished: {error}."
    if complaints.errors:
        context = _context(athlete, loaded) | {
            "typed": complaints.typed,
            "errors": complaints.errors,
            "chosen": {"srpe": _chosen(request.POST, "srpe")},
            "pains": [(ask, _chosen(request.POST, ask.field)) for ask in loading.pains(loaded)],
        }
        return render(request, "coach/finish.html", context, status=422)
    return redirect("session_detail", loaded.key)


def _status(loaded: loading.Loaded) -> str:
    """In part when a prescribed set has no record, or was skipped."""
    skipped = any(
        row.state == "skipped" and row.kind == "work"
        for lift in loaded.page.lifts
        for row in lift.rows
    )
    return "partial" if loaded.page.remaining or skipped else "completed"


def _reported(post: Mapping[str, str], complaints: typed.Complaints) -> dict[str, Any]:
    said = {
        "srpe_x10": complaints.read(post, "srpe", partial(numbers.rpe_x10, field="session effort")),
        "duration_s": complaints.read(post, "duration", numbers.duration_s),
    }
    found: dict[str, Any] = {field: value for field, value in said.items() if value is not None}
    if note := post.get("note", "").strip():
        found["note"] = note
    return found


def _pain(
    post: Mapping[str, str], loaded: loading.Loaded, complaints: typed.Complaints
) -> dict[str, int]:
    found = {}
    for ask in loading.pains(loaded):
        try:
            value = numbers.whole(post.get(ask.field, ""), field=ask.label, high=10)
        except InvalidFacts as error:
            complaints.note("pain", error)
            continue
        if value is not None:
            found[ask.region] = value
    return found


def _clash(
    request: HttpRequest,
    athlete: Athlete,
    loaded: loading.Loaded,
    written: Written,
    reported: Mapping[str, Any],
    felt: Mapping[str, int],
) -> HttpResponse:
    """Both sides of an end that met another state: the session, and pain that was said meanwhile."""
    stream = loaded.stream
    now = known.now(stream, record.COMPLETED, loaded.key).facts
    wanted = {"srpe_x10": None, "note": None, "status": _status(loaded), **reported}
    told = conflict.told_session
    sides = [conflict.Side(loaded.page.title, told(now), told(wanted))]
    for region, value in felt.items():
        key = keys.daily(loaded.page.date, "pain", region, "during")
        name = conflict.daily_name("pain", region, "during")
        sides.append(conflict.Side(name, conflict.told_daily(stream, key), str(value)))
    return conflict.both(
        request,
        conflict.clash(written, sides),
        zone=athlete.zone,
        back=reverse("session", args=[loaded.key]),
        to=request.path if now is not None and now["status"] == "started" else "",
        post=request.POST.dict(),
    )


def _chosen(post: Mapping[str, str], name: str) -> int | None:
    said = post.get(name, "")
    return int(said) if said.isascii() and said.isdigit() else None


def _context(athlete: Athlete, loaded: loading.Loaded) -> dict[str, Any]:
    facts, version = loaded.facts, loaded.prescription
    given = (version.facts or {}) if version is not None else {}
    done = loaded.completed.facts if loaded.completed is not None else None
    asks = loading.pains(loaded)
    rules = _rules(facts)
    nexts = next_time.build(
        given,
        [(item.key.partition("#")[2], item.facts) for item in loaded.sets if item.facts],
        rules=rules,
        gates=facts.facts(record.GATE),
        upcoming=planning.upcoming(facts, loaded.today, AHEAD),
        on=loaded.today,
        taste=loaded.taste,
    )
    started = (done or {}).get("started_at")
    return {
        "page": loaded.page,
        "nexts": nexts,
        "pains": [(ask, None) for ask in asks],
        "ten": TEN,
        "pain_scale": checkin_page.PAIN_SCALE,
        "started": wording.hour(started, athlete.zone) if started else "",
        "ask_duration": not started and (done or {}).get("duration_s") is None,
        "morning": wording.region(asks[0].region) if asks and not loaded.late else "",
        "typed": {},
        "errors": {},
        "chosen": {"srpe": None},
    }


def _rules(facts: record.Record) -> list[dict[str, Any]]:
    plans = facts.facts(record.PLAN)
    return [
        rule
        for rule in facts.facts(record.RULE).values()
        if plans.get(rule["plan"], {}).get("status") == "active"
    ]
