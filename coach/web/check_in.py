"""Saving the check-in: readiness, sleep and pain as far as they were said."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from coach.web import access, checkin_page, conflict, today, typed, wording
from decisions import clock
from decisions.domain.errors import DecisionsError, InvalidFacts
from sessions.domain import daily, numbers
from sessions.services import observations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from django.http import HttpRequest, HttpResponse

    from decisions.models import Athlete

_SLEEP = re.compile(r"(\d{1,2})(?:[:.,h ](\d{1,2}))?\s*(?:h|min|m)?", re.ASCII)
HOURS_MAX = 24
MORNING_LATE = timedelta(days=1)


@login_required
@require_POST
def check_in(request: HttpRequest) -> HttpResponse:
    """Record what was said; what was left out stays unknown."""
    athlete = access.athlete_of(request.user)
    day = clock.today(athlete.zone)
    complaints = typed.Complaints({"sleep": request.POST.get("sleep", "")})
    found = _entries(request.POST, complaints)
    late = _late(request.POST, complaints, day)
    if not found and not late and not complaints.errors:
        messages.info(request, "Nothing was said, so nothing was saved.")
        return redirect("today")
    clash = None
    if not complaints.errors:
        try:
            clash = _record(request, athlete, {day - MORNING_LATE: late, day: found})
        except DecisionsError as error:
            complaints.errors["sleep"] = f"Not saved: {error}."
    if complaints.errors:
        context = today.context(athlete) | {"typed": complaints.typed, "errors": complaints.errors}
        page = context["page"]
        context["page"] = replace(
            page, checkin=checkin_page.retyped(page.checkin, request.POST.dict())
        )
        return render(request, "coach/today.html", context, status=422)
    if clash is not None:
        return conflict.both(
            request,
            clash,
            zone=athlete.zone,
            back=reverse("today"),
            to=request.path,
            post=request.POST.dict(),
        )
    messages.success(request, "Check-in saved. What it changes shows here within seconds.")
    return redirect("today")


def _record(
    request: HttpRequest,
    athlete: Athlete,
    said: Mapping[date, list[observations.DailyEntry]],
) -> conflict.Clash | None:
    """Write what was said of each day, one decision a day; both sides where one met another state."""
    for day, entries in said.items():
        if not entries:
            continue
        written = observations.record(
            stream=athlete.stream,
            day=day,
            zone=athlete.zone,
            entries=entries,
            occasion=_occasion(day, request.POST, entries),
            actor=f"user:{request.user.pk}",
        )
        if written.outcome == "stale":
            sides = [
                conflict.Side(
                    conflict.daily_name(entry.kind, entry.region, entry.moment),
                    conflict.told_daily(athlete.stream, result.key),
                    conflict.daily_value(entry.kind, entry.value),
                )
                for entry, result in zip(entries, written.results, strict=True)
            ]
            return conflict.clash(written, sides)
    return None


def sleep_s(text: str) -> int | None:
    """Seconds of sleep from "7:30", "7h30", "7.5" or "7"; None when nothing was typed.

    Raises:
        InvalidFacts: it cannot be read, or is more than a day.
    """
    said = text.strip()
    if not said:
        return None
    if re.fullmatch(r"\d{1,2}[.,]\d{1,2}", said):
        return _within(round(float(numbers.decimal(said, field="slept")) * 3600))
    match = _SLEEP.fullmatch(said)
    if match is None or int(match[2] or 0) >= 60:
        raise InvalidFacts("slept", "write hours and minutes as 7:30, or hours as 7.5")
    return _within(int(match[1]) * 3600 + int(match[2] or 0) * 60)


def _within(seconds: int) -> int:
    if seconds > HOURS_MAX * 3600:
        raise InvalidFacts("slept", "is more than a day")
    return seconds


def _entries(
    post: Mapping[str, str], complaints: typed.Complaints
) -> list[observations.DailyEntry]:
    """What was said, one entry each; complaints are kept by field."""
    found: list[tuple[str, dict[str, str], typed.Reader]] = [
        ("readiness", {"kind": "readiness"}, partial(numbers.whole, field="readiness", high=5)),
        ("sleep", {"kind": "sleep_s"}, sleep_s),
        *_pains(post),
    ]
    read = [(about, complaints.read(post, name, reader)) for name, about, reader in found]
    return [
        observations.DailyEntry(value=value, **about) for about, value in read if value is not None
    ]


def _pains(post: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str], typed.Reader]]:
    """The fields `pain.<region>.<moment>` with what each is about and how it is read."""
    for name in post:
        kind, _, rest = name.partition(".")
        region, _, moment = rest.partition(".")
        if kind == "pain" and moment in daily.MOMENTS:
            about = {"kind": "pain", "region": region, "moment": moment}
            yield name, about, partial(numbers.whole, field=wording.region(region), high=10)


def _late(
    post: Mapping[str, str], complaints: typed.Complaints, today: date
) -> list[observations.DailyEntry]:
    """Answers about yesterday morning, given a day late: filed under that morning and marked so."""
    found = []
    for name in post:
        kind, _, region = name.partition(".")
        if kind != checkin_page.LATE:
            continue
        reader = partial(numbers.whole, field=wording.region(region), high=10)
        value = complaints.read(post, name, reader)
        if value is not None:
            found.append(
                observations.DailyEntry(
                    kind="pain",
                    region=region,
                    moment="next_morning",
                    value=value,
                    note=f"said a day late, on {wording.day_long(today)}",
                )
            )
    return found


def _occasion(day: date, post: Mapping[str, str], found: list[observations.DailyEntry]) -> str:
    """The page that was sent and what it said: a double click is one act, a new page is another."""
    told = [(e.kind, e.region, e.moment, e.value) for e in found]
    return f"check-in {typed.digest(day, post.get('page', ''), told)}"
