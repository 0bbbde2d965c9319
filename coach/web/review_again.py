"""A decision about a proposal that comes again: answered from what stands, with what was typed kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect
from django.urls import reverse

from coach.review import versions
from coach.review.log import Log
from coach.review.proposals import proposal
from coach.web import review, review_answers
from coach.web.review_frame import Case
from decisions.domain.errors import InvalidFacts

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

Typed = tuple[tuple[str, str], ...]
_FIELDS = (("chip", "What fits best"), ("words", "In your own words"), ("reason", "Reason"))


def answered(request: HttpRequest, case: Case) -> HttpResponse:
    """The page of what was decided: the same words again lead to it, other words are shown on it."""
    if case.proposal.undecided:
        log = Log(case.athlete)
        case = Case(case.user, case.athlete, log, proposal(log, case.proposal.key))
    told = typed(request, case)
    if not told or _same(request, case):
        address = reverse("proposal_result", args=[_user(case), case.proposal.key])
        return redirect(f"{address}?again=1")
    return review.decided(request, case, again=True, typed=told, status=409)


def typed(request: HttpRequest, case: Case) -> Typed:
    """What somebody typed into a form of decision, with its label."""
    form = request.POST
    found = [(label, form.get(name, "").strip()) for name, label in _FIELDS]
    found += [
        (f"Superseded: {one.text}", form.get(f"because-{one.index}", "").strip())
        for one in case.proposal.conflicts
    ]
    return (
        *((label, text) for label, text in found if text),
        *_own_version(form.get("edits", ""), case),
    )


def _own_version(text: str, case: Case) -> Typed:
    """The values of an own version that differ from what was proposed."""
    try:
        edits = review_answers.read_edits(text, case)
    except InvalidFacts:
        return ((review_answers.OWN, text[:2000]),)
    made = versions.of_edits(case.log, case.proposal.facts["targets"], edits)
    return tuple((f"{one.title}: {line.label}", line.approved) for one in made for line in one.own)


def _same(request: HttpRequest, case: Case) -> bool:
    """Whether a form asks for what was decided, in the words that were kept."""
    closed = case.proposal.closed
    form = request.POST
    if closed.get("by") != f"user:{case.user.pk}":
        return False
    if "chip" in form or "words" in form:
        return _joined(form.get("chip", ""), form.get("words", "")) == closed.get("reason")
    try:
        answers = review_answers.read(request, case)
    except InvalidFacts:
        return False
    if bool(answers.edits) != bool(closed.get("edited")):
        return False
    made = versions.of_edits(case.log, case.proposal.facts["targets"], answers.edits)
    stands = versions.approved(case.log, case.proposal.item)
    kept = closed.get("reason") or ""
    return bool(answers.told == kept and (not stands or made == stands))


def _joined(chip: str, words: str) -> str:
    """The reason as an end keeps it, from what fits best and own words."""
    words = words.replace("\r\n", "\n").strip()
    return f"{chip}: {words}" if chip and words else chip or words


def _user(case: Case) -> str:
    return str(case.athlete.user.get_username())
