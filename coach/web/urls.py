"""Addresses of the pages. Session keys hold dates, colons and slashes, so they come last in a path."""

from __future__ import annotations

from django.contrib.auth import views as auth
from django.urls import include, path, register_converter

from coach.web import (
    account,
    analysis,
    check_in,
    detail,
    finish,
    importing,
    injuries,
    listing,
    people,
    plan,
    session_address,
    skipping,
    today,
    training,
    unplanned,
)

register_converter(session_address.SessionKey, "session")

urlpatterns = [
    path("", account.home, name="home"),
    path("login/", account.login_page, name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("theme/", account.theme, name="theme"),
    path("settings/", account.preferences, name="settings"),
    path("today/", today.today, name="today"),
    path("today/check-in/", check_in.check_in, name="check_in"),
    path("plan/", plan.plan, name="plan"),
    path("injuries/", injuries.injuries, name="injuries"),
    path("athletes/", people.athletes, name="athletes"),
    path("training/", listing.sessions, name="sessions"),
    path("training/new/", unplanned.new_session, name="new_session"),
    path("training/import/", importing.import_file, name="import_file"),
    path("training/<session:session_key>/finish/", finish.finish, name="finish"),
    path("training/<session:session_key>/skip/", skipping.skip, name="session_skip"),
    path("training/<session:session_key>/done/", detail.detail, name="session_detail"),
    path("training/<session:session_key>/analysis/", analysis.analysis, name="analysis"),
    path("training/<session:session_key>/", training.session, name="session"),
    path("", include("coach.web.explain_urls")),
]
