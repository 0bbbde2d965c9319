"""The coach's own hand on the plan: one part at a time, with a reason, through the plan's services."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from coach.review import edits, sayings
from coach.review.lineage import actor
from coach.review.log import Log
from coach.review.proposals import title_of
from coach.review.threeway import blocking, moved, three_way
from coach.review.words import Units
from coach.web.review_frame import coached, reviews
from decisions import clock
from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts, NotAllowedNow, OutsideMandate
from decisions.domain.mandates import MANDATES
from decisions.selectors import known as reader
from plans.services import constraints, gates, structure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.contrib.auth.models import User
    from django.http import HttpRequest, HttpResponse

    from decisions.models import Athlete
    from decisions.services.guard import Written

STRUCTURE = {
    "plan": "plans.plan",
    "block": "plans.block",
    "day": "plans.planned_day",
    "rule": "plans.rule",
}
GATE, CONSTRAINT = "plans.gate", "plans.constraint"
Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the plan in the list."""

    kind: str
    key: str
    title: str
    says: str
    open: bool


@reviews
@require_safe
def parts(request: HttpRequest, user: User, *, username: str) -> HttpResponse:
    """Everything in the plan of one athlete that a coach may change by hand."""
    athlete = coached(user, username)
    log = Log(athlete)
    groups = [
        (sayings.label(surface), [_part(log, kind, one) for one in log.of(surface)])
        for kind, surface in (*STRUCTURE.items(), ("gate", GATE), ("constraint", CONSTRAINT))
    ]
    context = {"athlete": athlete, "username": username, "groups": groups}
    return render(request, "admin/review/plan_parts.html", context)


@reviews
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, user: User, *, username: str, kind: str, key: str) -> HttpResponse:
    """A form over one plan, block, planned day or rule; a moved part gives the three-way table."""
    if kind not in STRUCTURE:
        raise Http404(kind)
    form = _Form(request, user, coached(user, username), STRUCTURE[kind], key)
    if request.method != "POST":
        return form.show("admin/review/plan_edit.html")
    try:
        after = form.after()
        written = structure.edit(
            stream=form.athlete.stream,
            actor=form.actor,
            changes=[structure.Change(form.surface, key, after, form.reviewed)],
            reason=form.reason(),
            occasion=form.occasion,
        )
    except (InvalidFacts, OutsideMandate, NotAllowedNow) as error:
        return form.show("admin/review/plan_edit.html", error=str(error))
    return form.done(written, after)


@reviews
@require_http_methods(["GET", "HEAD", "POST"])
def close_gate(request: HttpRequest, user: User, *, username: str, key: str) -> HttpResponse:
    """Close a gate with a reason, whatever its progress says."""
    return _lift(request, user, username, GATE, key, _close_gate)


@reviews
@require_http_methods(["GET", "HEAD", "POST"])
def lift_constraint(request: HttpRequest, user: User, *, username: str, key: str) -> HttpResponse:
    """End a constraint before its time, with a reason."""
    return _lift(request, user, username, CONSTRAINT, key, _lift_constraint)


class _Form:
    """One part under edit: what was read, what was typed, and where it leads."""

    def __init__(
        self, request: HttpRequest, user: User, athlete: Athlete, surface: str, key: str
    ) -> None:
        self.request = request
        self.athlete = athlete
        self.surface = surface
        self.key = key
        self.actor = f"user:{user.pk}"
        self.log = Log(athlete)
        self.item = self.log.get(surface, key)
        self.units = Units(athlete.units, athlete.distance_unit)
        self.reviewed = request.POST.get("reviewed", self.item.fingerprint)
        self.occasion = request.POST.get("occasion", "") or str(uuid4())

    @property
    def read(self) -> Facts:
        """The facts that the person saw: the version that their form was made from."""
        versions = reader.history(self.athlete.stream, self.surface, self.key)
        seen = [one.facts for one in versions if one.fingerprint == self.reviewed]
        return dict(sayings.ordered(self.surface, (seen and seen[-1]) or self.item.facts) or {})

    def reason(self) -> str:
        """Why, in the coach's words.

        Raises:
            InvalidFacts: nothing was said.
        """
        reason = self.request.POST.get("reason", "").strip()
        if not reason:
            raise InvalidFacts("reason", "is missing: say why you change it")
        return reason

    def after(self) -> Facts:
        """What was typed, field by field, or whole as JSON.

        Raises:
            InvalidFacts: naming the field.
        """
        whole = self.request.POST.get("whole", "").strip()
        if whole and whole != canonical(self.read):
            try:
                facts = json.loads(whole)
            except ValueError:
                raise InvalidFacts("whole", "is not JSON") from None
            if not isinstance(facts, dict):
                raise InvalidFacts("whole", "must be an object")
            return facts
        typed = {
            name.removeprefix("f:"): value
            for name, value in self.request.POST.items()
            if name.startswith("f:") and isinstance(value, str)
        }
        return edits.edited(self.read, typed, self.units)

    def show(self, template: str, *, error: str = "") -> HttpResponse:
        """The form, with what was typed and what is wrong with it."""
        typed: Mapping[str, Any] = self.request.POST
        fields = [
            {"field": one, "name": f"f:{one.path}", "text": typed.get(f"f:{one.path}", one.text)}
            for one in edits.fields(self.read, self.units)
        ]
        context = {
            **self.context,
            "fields": fields,
            "whole": typed.get("whole") or canonical(self.read),
            "reason": typed.get("reason", ""),
            "error": error,
        }
        return render(self.request, template, context, status=422 if error else 200)

    @property
    def context(self) -> Facts:
        """What every template of hand edits is given."""
        return {
            "athlete": self.athlete,
            "zone": self.athlete.zone,
            "username": self.athlete.user.get_username(),
            "item": self.item,
            "label": sayings.label(self.surface),
            "title": title_of(self.item.facts, self.key),
            "says": sayings.sentence(self.item),
            "facts": self.item.facts,
            "reviewed": self.reviewed,
            "occasion": self.occasion,
        }

    def done(self, written: Written, after: Facts) -> HttpResponse:
        """Where a write leads: back to the parts, or to the three-way table when it was stale."""
        if written.outcome != "stale":
            said = "saved and read back" if written.outcome == "applied" else "saved already"
            messages.success(self.request, f"{title_of(after, self.key)}: {said}.")
            return redirect("plan_parts", username=self.athlete.user.get_username())
        now = Log(self.athlete).get(self.surface, self.key)
        table = three_way(self.read, now.facts, after, self.units)
        context = {
            **self.context,
            "rows": table,
            "moved": moved(table),
            "blocking": blocking(table),
            "by": actor(self.log, str((now.source or {}).get("actor", ""))),
            "now": now,
        }
        return render(self.request, "admin/review/plan_stale.html", context, status=409)


def _lift(
    request: HttpRequest,
    user: User,
    username: str,
    surface: str,
    key: str,
    write: Callable[[_Form], Written],
) -> HttpResponse:
    form = _Form(request, user, coached(user, username), surface, key)
    if request.method != "POST":
        return form.show("admin/review/lift.html")
    try:
        written = write(form)
    except (InvalidFacts, OutsideMandate, NotAllowedNow) as error:
        return form.show("admin/review/lift.html", error=str(error))
    return form.done(written, form.read)


def _close_gate(form: _Form) -> Written:
    return gates.close_gate(
        stream=form.athlete.stream,
        mandate=MANDATES["coach"],
        actor=form.actor,
        key=form.key,
        reviewed=form.reviewed,
        on=clock.today(form.athlete.zone),
        reason=form.reason(),
        occasion=form.occasion,
    )


def _lift_constraint(form: _Form) -> Written:
    return constraints.lift_constraint(
        stream=form.athlete.stream,
        mandate=MANDATES["coach"],
        actor=form.actor,
        key=form.key,
        reviewed=form.reviewed,
        reasoning=form.reason(),
        occasion=form.occasion,
    )


def _part(log: Log, kind: str, item: reader.Known) -> Part:
    facts = item.facts or {}
    is_open = facts.get("state", facts.get("status", "active")) in {"open", "active"}
    title = title_of(facts, item.key)
    block = log.items.get((STRUCTURE["block"], str(facts["block"]))) if kind == "day" else None
    if block is not None and block.facts:
        title = f"{block.facts['name']}: {title}"
    return Part(kind, item.key, title, sayings.sentence(item), is_open)
