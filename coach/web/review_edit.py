"""Approving with edits: the reviewer's own version, kept apart from the one that was proposed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from coach.review import edits, sayings
from coach.review.words import Units
from coach.web import review_answers, review_decide
from coach.web.review_frame import Case, on_proposal
from decisions.domain.errors import InvalidFacts

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@on_proposal
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, case: Case) -> HttpResponse:
    """A form over the proposed values; sending it leads to the confirm step, never to a write."""
    if not case.proposal.undecided:
        return redirect(reverse("proposal_result", args=_args(case)))
    if request.method != "POST":
        return _form(request, case)
    typed = {name: value for name, value in request.POST.items() if isinstance(value, str)}
    try:
        changed = _own_version(case, typed)
        answers = review_answers.read(request, case)
    except InvalidFacts as error:
        return _form(request, case, typed=typed, error=error)
    missing = [one for one in answers.missing if one != "say why you changed it"]
    if not changed:
        missing.append("change a value: this is what was proposed")
    if not answers.reason:
        missing.append("say why you changed it")
    if missing:
        return _form(request, case, typed=typed, missing=missing)
    own = review_answers.Answers(
        answers.reason, answers.conflicts, changed, answers.own_call, (), answers.rejects
    )
    context = review_decide.confirming(case, own)
    return render(request, "admin/review/confirm.html", context)


def _own_version(case: Case, typed: dict[str, str]) -> dict[tuple[str, str], dict[str, Any]]:
    """The targets that differ from what was proposed, complete and valid."""
    units = Units(case.athlete.units, case.athlete.distance_unit)
    found = {}
    for place, stored in enumerate(case.proposal.facts["targets"]):
        if stored.get("after") is None:
            continue
        own = edits.edited(stored["after"], _of(typed, place), units)
        facts = review_answers.checked(stored["surface"], own)
        if facts != stored["after"]:
            found[stored["surface"], stored["key"]] = facts
    return found


def _of(typed: dict[str, str], place: int) -> dict[str, str]:
    prefix = f"t{place}:"
    return {
        name.removeprefix(prefix): value for name, value in typed.items() if name.startswith(prefix)
    }


def _form(
    request: HttpRequest,
    case: Case,
    *,
    typed: dict[str, str] | None = None,
    error: InvalidFacts | None = None,
    missing: list[str] | None = None,
) -> HttpResponse:
    units = Units(case.athlete.units, case.athlete.distance_unit)
    parts = []
    for place, (view, stored) in enumerate(
        zip(case.proposal.targets, case.proposal.facts["targets"], strict=True)
    ):
        if stored.get("after") is None:
            continue
        changed = {change.path for change in view.diff.changes}
        fields = [
            {
                "name": f"t{place}:{one.path}",
                "field": one,
                "text": (typed or {}).get(f"t{place}:{one.path}", one.text),
                "changed": any(one.path.startswith(path) for path in changed),
            }
            for one in edits.fields(
                sayings.ordered(stored["surface"], stored["after"]) or {}, units
            )
        ]
        parts.append(
            {
                "view": view,
                "changed": [one for one in fields if one["changed"]],
                "others": [one for one in fields if not one["changed"]],
            }
        )
    context = {
        **case.context,
        "parts": parts,
        "typed": typed or {},
        "error": error,
        "missing": missing or [],
        "news_count": len(case.proposal.news),
        "reviewed": case.proposal.fingerprint,
    }
    status = 422 if error or missing else 200
    return render(request, "admin/review/edit.html", context, status=status)


def _args(case: Case) -> list[str]:
    return [case.athlete.user.get_username(), case.proposal.key]
