"""The coach's own hand on the plan: one part at a time, with a reason, through the plan's services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from coach.review import plan_list
from coach.review.log import Log
from coach.review.titles import title_of
from coach.web import review_thresholds, review_used
from coach.web.review_frame import coached, reviews
from coach.web.review_part import Part
from decisions.domain.errors import (
    IdentityConflict,
    InvalidFacts,
    NotAllowedNow,
    OutsideMandate,
)
from plans.services import structure

if TYPE_CHECKING:
    from typing import Any

    from django.contrib.auth.models import User
    from django.http import HttpRequest, HttpResponse

    from decisions.services.guard import Written

FORM, USED = "admin/review/plan_edit.html", "admin/review/plan_used.html"


@reviews
@require_safe
def parts(request: HttpRequest, user: User, *, username: str) -> HttpResponse:
    """Everything in the plan of one athlete that a coach may change by hand."""
    athlete = coached(user, username)
    log = Log(athlete)
    context = {
        "athlete": athlete,
        "username": username,
        "query": f"?of={username}",
        "listed": plan_list.listed(log),
        "thresholds": review_thresholds.of_plan(log),
    }
    return render(request, "admin/review/plan_parts.html", context)


@reviews
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, user: User, *, username: str, kind: str, key: str) -> HttpResponse:
    """A form over one plan, block, planned day or rule; a moved part gives the three-way table."""
    if kind not in plan_list.STRUCTURE:
        raise Http404(kind)
    part = Part(request, user, coached(user, username), plan_list.STRUCTURE[kind], key)
    if request.method != "POST":
        return part.show(FORM)
    try:
        part.require_sound()
        reason, after = part.reason(), part.after()
        written = structure.edit(
            stream=part.athlete.stream,
            actor=part.actor,
            changes=[structure.Change(part.surface, key, after, part.reviewed)],
            reason=reason,
            occasion=part.occasion,
        )
    except IdentityConflict:
        return review_used.again(part, template=USED, same=False)
    except (InvalidFacts, OutsideMandate, NotAllowedNow) as error:
        return part.show(FORM, error=_complaint(part, error))
    return _done(part, written, reason, after)


def _done(part: Part, written: Written, reason: str, after: dict[str, Any]) -> HttpResponse:
    """Where a write leads: to the list, to the table of a stale one, or to what it said before."""
    if written.outcome == "stale":
        return review_used.stale(part, after)
    if written.repeated:
        same = review_used.reason_written(part) in {reason, None}
        return review_used.again(part, template=USED, same=same)
    done = "saved and read back" if written.outcome == "applied" else "it was so already"
    messages.success(part.request, f"{title_of(after, part.key)}: {done}.")
    return redirect("plan_parts", username=part.athlete.user.get_username())


def _complaint(part: Part, error: Exception) -> InvalidFacts | str:
    """What is wrong, without the address of the part that the page is about."""
    if not isinstance(error, InvalidFacts):
        return str(error)
    own = error.field.removeprefix(f"{part.surface} {part.key}.")
    return InvalidFacts(own, error.message) if own != error.field else error
