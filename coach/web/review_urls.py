"""Addresses of review, below the admin's; every view asks for the admin's login and permission."""

from __future__ import annotations

from django.urls import URLPattern, path

from coach.web import (
    review,
    review_close,
    review_decide,
    review_edit,
    review_lift,
    review_plan,
    review_queue,
    review_run,
)

_PROPOSAL = "<str:username>/<str:key>"

review_patterns: list[URLPattern] = [
    path("", review_queue.waiting, name="queue"),
    path("<str:username>/run/", review_run.run, name="run_review"),
    path("<str:username>/plan/", review_plan.parts, name="plan_parts"),
    path("<str:username>/plan/<slug:kind>/<path:key>/edit/", review_plan.edit, name="plan_edit"),
    path("<str:username>/plan/gate/<path:key>/close/", review_lift.close_gate, name="gate_close"),
    path(
        "<str:username>/plan/constraint/<path:key>/lift/",
        review_lift.lift_constraint,
        name="constraint_lift",
    ),
    path(f"{_PROPOSAL}/", review.one_proposal, name="proposal"),
    path(f"{_PROPOSAL}/call/", review.own_call, name="proposal_call"),
    path(f"{_PROPOSAL}/confirm/", review_decide.confirm, name="proposal_confirm"),
    path(f"{_PROPOSAL}/approve/", review_decide.approve, name="proposal_approve"),
    path(f"{_PROPOSAL}/edit/", review_edit.edit, name="proposal_edit"),
    path(f"{_PROPOSAL}/reject/", review_close.reject, name="proposal_reject"),
    path(f"{_PROPOSAL}/ask/", review_close.ask, name="proposal_ask"),
    path(f"{_PROPOSAL}/withdraw/", review_close.withdraw, name="proposal_withdraw"),
    path(f"{_PROPOSAL}/reopen/", review_close.reopen, name="proposal_reopen"),
    path(f"{_PROPOSAL}/result/", review.result, name="proposal_result"),
]
