"""Asking for a review now, by button: queued like the weekly one, never run in the request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from coach.models import Work
from coach.web.review_frame import coached, reviews
from coach.work import queue, schedule
from decisions import clock

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.http import HttpRequest, HttpResponse

LONGEST = 64


@reviews
@require_POST
def run(request: HttpRequest, user: User, *, username: str) -> HttpResponse:
    """Enqueue one strategic review; the same form sent twice enqueues one."""
    athlete = coached(user, username)
    subject = schedule.review_subject(athlete, clock.today(athlete.zone))
    once = request.POST.get("once", "")[:LONGEST]
    if not once.isprintable() or not once:
        messages.error(request, "The form was incomplete; nothing was asked for.")
        return redirect("queue")
    occasion = f"button:{once}"
    if Work.objects.filter(stream=athlete.stream, occasion=occasion).exists():
        messages.info(request, f"This review of {athlete.name} was queued already; nothing new.")
        return redirect("queue")
    queue.enqueue(
        stream=athlete.stream, kind="strategic_review", subject=subject, occasion=occasion
    )
    messages.success(request, f"A review of {athlete.name} is queued; its answer appears here.")
    return redirect("queue")
