"""Addresses of explanation, and of review below the admin's. Included before the admin's own."""

from __future__ import annotations

from django.urls import include, path

from coach.web import explain, explain_lineage, explain_row, explain_then
from coach.web.review_urls import review_patterns

urlpatterns = [
    path("decisions/", explain.decisions, name="decisions"),
    path("decisions/<uuid:key>/", explain.one_decision, name="decision"),
    path("lineage/<path:session_key>/", explain_lineage.prescription, name="lineage"),
    path("rows/<int:position>/", explain_row.row, name="row"),
    path("known/", explain_then.as_of, name="as_of"),
    path("admin/review/", include(review_patterns)),
]
