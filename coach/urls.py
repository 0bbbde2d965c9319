"""Every address of the site, in one place."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from coach.api import api
from coach.web import health

urlpatterns = [
    path("", include("coach.web.urls")),  # review lives below admin/, before the admin's own
    path("favicon.ico", RedirectView.as_view(url=f"{settings.STATIC_URL}coach/icon.svg")),
    path("health/live/", health.live, name="live"),
    path("health/ready/", health.ready, name="ready"),
    path("api/v1/", api.urls),
    path("admin/", admin.site.urls),
]
