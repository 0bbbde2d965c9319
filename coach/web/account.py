"""Signing in and how a person likes to read: zone, units, colours."""

from __future__ import annotations

from zoneinfo import available_timezones

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from coach.web import access, frames
from decisions.domain import names

YEAR_S = 365 * 24 * 3600
_WEEK_STARTS = ((0, "Monday"), (6, "Sunday"), (5, "Saturday"))

login_page = LoginView.as_view(
    redirect_authenticated_user=True, extra_context={"demo": settings.DEMO}
)


def home(request: HttpRequest) -> HttpResponse:
    """The first page of whoever comes: Today for an athlete, the queue for a coach, else the admin."""
    if not request.user.is_authenticated:
        return redirect("login")
    athlete, trains = access.roles_of(request.user)
    if athlete is not None:
        return redirect("today")
    if trains:
        return redirect("queue")
    return (
        redirect("admin:index") if request.user.is_staff else render(request, "coach/no_role.html")
    )


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember the colour scheme in a cookie, so that the server renders it and nothing flashes."""
    response = HttpResponseRedirect(_back(request))
    wanted = request.POST.get("theme", "auto")
    if wanted in frames.THEMES:
        response.set_cookie(
            frames.THEME_COOKIE,
            wanted,
            max_age=YEAR_S,
            samesite="Lax",
            httponly=True,
            secure=request.is_secure(),
        )
    return response


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """Name, zone and units of the athlete. They change how numbers read, never what is stored."""
    athlete = access.athlete_of(request.user)
    typed = {
        field: request.POST.get(field, str(getattr(athlete, field)))
        for field in ("name", "zone", "units", "distance_unit", "week_start")
    }
    errors: dict[str, str] = {}
    if request.method == "POST":
        errors = _complaints(typed)
        if not errors:
            athlete.name = names.tidy(typed["name"])
            athlete.zone, athlete.units = typed["zone"], typed["units"]
            athlete.distance_unit, athlete.week_start = (
                typed["distance_unit"],
                int(typed["week_start"]),
            )
            athlete.save(update_fields=[*typed])
            messages.success(request, "Saved. Nothing that was logged before has changed.")
            return redirect("settings")
    context = {
        "typed": typed,
        "errors": errors,
        "zones": sorted(available_timezones()),
        "week_starts": _WEEK_STARTS,
    }
    return render(request, "coach/settings.html", context, status=422 if errors else 200)


def _complaints(typed: dict[str, str]) -> dict[str, str]:
    wrong = {}
    if complaint := names.complaint(names.tidy(typed["name"])):
        wrong["name"] = f"Name: {complaint}"
    if typed["zone"] not in available_timezones():
        wrong["zone"] = "Time zone: choose one of the list, such as Europe/Berlin."
    if typed["units"] not in ("kg", "lb"):
        wrong["units"] = "Weights: choose kg or lb."
    if typed["distance_unit"] not in ("km", "mi"):
        wrong["distance_unit"] = "Distances: choose km or mi."
    if typed["week_start"] not in {str(number) for number, _ in _WEEK_STARTS}:
        wrong["week_start"] = "First day of the week: choose one of the list."
    return wrong


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(
        wanted, {request.get_host()}, require_https=request.is_secure()
    ):
        return wanted
    return reverse("home")
