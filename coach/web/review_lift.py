"""Ending a gate or a constraint by hand, with a reason. Twice the same is said, never done twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from coach.review.titles import title_of
from coach.web import review_used
from coach.web.review_frame import coached, reviews
from coach.web.review_part import Part
from decisions import clock
from decisions.domain.errors import (
    IdentityConflict,
    InvalidFacts,
    NotAllowedNow,
    OutsideMandate,
)
from decisions.domain.mandates import MANDATES
from plans.services import constraints, gates

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.contrib.auth.models import User
    from django.http import HttpRequest, HttpResponse

    from decisions.services.guard import Written

GATE, CONSTRAINT = "plans.gate", "plans.constraint"
FORM, USED = "admin/review/lift.html", "admin/review/used.html"
LONGEST = 500


@reviews
@require_http_methods(["GET", "HEAD", "POST"])
def close_gate(request: HttpRequest, user: User, *, username: str, key: str) -> HttpResponse:
    """Close a gate with a reason, whatever its progress says."""
    return _end(Part(request, user, coached(user, username), GATE, key), _close)


@reviews
@require_http_methods(["GET", "HEAD", "POST"])
def lift_constraint(request: HttpRequest, user: User, *, username: str, key: str) -> HttpResponse:
    """End a constraint before its time, with a reason."""
    return _end(Part(request, user, coached(user, username), CONSTRAINT, key), _lift)


def _end(part: Part, write: Callable[[Part, str], Written]) -> HttpResponse:
    if part.request.method != "POST":
        return part.show(FORM, ended=_ended(part))
    try:
        part.require_sound()
        reason = part.reason(limit=LONGEST)
        written = write(part, reason)
    except IdentityConflict:
        # The date of the day is part of a closed gate, so the same words on a later day come here.
        same = review_used.reason_written(part) == part.typed["reason"].strip()
        return review_used.again(part, template=USED, same=same)
    except (InvalidFacts, OutsideMandate, NotAllowedNow) as error:
        told = error if isinstance(error, InvalidFacts) else str(error)
        return part.show(FORM, error=told, ended=_ended(part))
    if written.outcome == "stale":
        return review_used.stale(part, part.read)
    if written.repeated:
        same = review_used.reason_written(part) in {reason, None}
        return review_used.again(part, template=USED, same=same)
    word = "closed" if part.surface == GATE else "lifted"
    messages.success(part.request, f"{title_of(part.read, part.key)}: {word} and read back.")
    return redirect("plan_parts", username=part.athlete.user.get_username())


def _ended(part: Part) -> str:
    """How it ended already, empty while it stands."""
    facts = part.item.facts or {}
    state = str(facts.get("state") or facts.get("status"))
    return "" if state in {"open", "active"} else state


def _close(part: Part, reason: str) -> Written:
    return gates.close_gate(
        stream=part.athlete.stream,
        mandate=MANDATES["coach"],
        actor=part.actor,
        key=part.key,
        reviewed=part.reviewed,
        on=clock.today(part.athlete.zone),
        reason=reason,
        occasion=part.occasion,
    )


def _lift(part: Part, reason: str) -> Written:
    return constraints.lift_constraint(
        stream=part.athlete.stream,
        mandate=MANDATES["coach"],
        actor=part.actor,
        key=part.key,
        reviewed=part.reviewed,
        reasoning=reason,
        occasion=part.occasion,
    )
