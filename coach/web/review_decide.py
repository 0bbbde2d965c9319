"""Approving: a step that lists exactly what will be written, then one guarded write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from coach.review import versions
from coach.web import review, review_again, review_answers
from coach.web.review_frame import Case, on_proposal
from decisions.domain.errors import InvalidFacts
from decisions.services import proposals

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from coach.web.review_answers import Answers


@on_proposal
@require_POST
def confirm(request: HttpRequest, case: Case) -> HttpResponse:
    """List the writes; nothing is written here."""
    answers = _ready(request, case)
    if not isinstance(answers, review_answers.Answers):
        return answers
    return render(request, "admin/review/confirm.html", confirming(case, answers))


@on_proposal
@require_POST
def approve(request: HttpRequest, case: Case) -> HttpResponse:
    """Approve and apply exactly what was confirmed; every outcome has a page of its own."""
    answers = _ready(request, case)
    if not isinstance(answers, review_answers.Answers):
        return answers
    try:
        decided = proposals.approve(
            stream=case.log.stream,
            key=case.proposal.key,
            reviewed=request.POST.get("reviewed", ""),
            user=case.user,
            reason=answers.told,
            edits=answers.edits or None,
            own_call=answers.own_call,
        )
    except InvalidFacts as error:
        return _wrong(request, case, error)
    if decided.outcome == "invalid":
        return _invalid(request, case, decided.because)
    if decided.outcome == "changed":
        return _changed(request, case)
    if decided.outcome == "already_decided":
        return review_again.answered(request, case)
    return _result(case, again=False)


def confirming(case: Case, answers: Answers) -> dict[str, Any]:
    """What the confirm template shows."""
    diffs, counts = review_answers.writes(case, answers)
    stored = case.proposal.facts["targets"]
    return {
        **case.context,
        "versions": versions.of_edits(case.log, stored, answers.edits) if answers.edits else (),
        "diffs": diffs,
        "counts": counts,
        "answers": answers,
        "edits": review_answers.written(answers.edits),
        "reviewed": case.proposal.fingerprint,
    }


def _ready(request: HttpRequest, case: Case) -> Answers | HttpResponse:
    """The answers, or the page that says what is missing."""
    if not case.proposal.undecided:
        return review_again.answered(request, case)
    if request.POST.get("reviewed") != case.proposal.fingerprint:
        return _changed(request, case)
    try:
        answers = review_answers.read(request, case)
    except InvalidFacts as error:
        return _wrong(request, case, error)
    if answers.rejects:
        return redirect(f"{_address('proposal_reject', case)}?because=conflict")
    if answers.missing:
        context = review.page(request, case, missing=answers.missing)
        return render(request, "admin/review/proposal.html", context, status=422)
    return answers


def _changed(request: HttpRequest, case: Case) -> HttpResponse:
    missing = ("read it again: the proposal changed since you opened it",)
    context = review.page(request, case, missing=missing)
    return render(request, "admin/review/proposal.html", context, status=409)


def _wrong(request: HttpRequest, case: Case, error: InvalidFacts) -> HttpResponse:
    """What cannot be read is named; what else was typed stays on the page."""
    told = f"{error.field} {error.message}"
    if "edits" in request.POST:
        context = {**case.context, "wrong": told, "typed": review_again.typed(request, case)}
        return render(request, "admin/review/invalid.html", context, status=422)
    context = review.page(request, case, missing=(told,))
    return render(request, "admin/review/proposal.html", context, status=422)


def _invalid(request: HttpRequest, case: Case, because: str) -> HttpResponse:
    context = {**case.context, "because": because}
    return render(request, "admin/review/invalid.html", context, status=409)


def _result(case: Case, *, again: bool) -> HttpResponse:
    return redirect(f"{_address('proposal_result', case)}{'?again=1' if again else ''}")


def _address(name: str, case: Case) -> str:
    return reverse(name, args=[case.athlete.user.get_username(), case.proposal.key])
