"""The other ends of a proposal: rejected, more evidence asked for, taken back, taken up again.

Each needs a reason, and none of them writes anything structural.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from coach.review import typed_text
from coach.review.proposals import SURFACE
from coach.web import review_again
from coach.web.review_frame import Case, on_proposal
from decisions.domain.errors import InvalidFacts
from decisions.selectors import known
from decisions.services import proposals

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from decisions.selectors.known import Known
    from decisions.services.proposals import Decided

LONGEST = 1800
WORDS = "In your own words"
AGAIN = "Nothing was written a second time."


@dataclass(frozen=True, slots=True)
class Ending:
    """How one end is asked for, and the state that it leads to."""

    title: str
    lede: str
    chips: tuple[str, ...]
    button: str
    done: str
    stop: bool
    state: str


REJECT = Ending(
    "Reject",
    "Nothing is written. Your reason is kept with the proposal, and the next review reads it.",
    (
        "wrong data",
        "not comparable",
        "too early",
        "conflicts with a goal or context I know",
        "unsafe",
        "right idea, wrong size",
        "other",
    ),
    "Reject it",
    "Rejected. Nothing was written.",
    stop=True,
    state="REJECTED",
)
ASK = Ending(
    "Ask for evidence",
    "The proposal waits and nothing is applied. The next review reads what you asked for.",
    ("more exposures", "a question to the athlete", "look again with more included"),
    "Ask for it",
    "It waits for evidence. Nothing was written.",
    stop=False,
    state="NEEDS_EVIDENCE",
)
WITHDRAW = Ending(
    "Withdraw",
    "The proposal is taken back. Nothing is written.",
    (),
    "Withdraw it",
    "Withdrawn. Nothing was written.",
    stop=True,
    state="WITHDRAWN",
)
REOPEN = Ending(
    "Take it up again",
    "The proposal waits for a decision again.",
    (),
    "Take it up again",
    "It is open again.",
    stop=False,
    state="OPEN",
)


@on_proposal
@require_http_methods(["GET", "HEAD", "POST"])
def reject(request: HttpRequest, case: Case) -> HttpResponse:
    """Reject with a reason."""
    return _end(request, case, REJECT, proposals.reject)


@on_proposal
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, case: Case) -> HttpResponse:
    """Ask for evidence before deciding."""
    return _end(request, case, ASK, proposals.ask_for_evidence)


@on_proposal
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, case: Case) -> HttpResponse:
    """Take the proposal back."""
    return _end(request, case, WITHDRAW, proposals.withdraw)


@on_proposal
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, case: Case) -> HttpResponse:
    """Take up a proposal that waited for evidence."""
    return _end(request, case, REOPEN, proposals.reopen)


def _end(
    request: HttpRequest, case: Case, ending: Ending, close: Callable[..., Decided]
) -> HttpResponse:
    if not case.proposal.undecided:
        return review_again.answered(request, case)
    if request.method != "POST":
        return _form(request, case, ending)
    reviewed = request.POST.get("reviewed", "")
    try:
        reason = _reason(request, ending)
        came = _came_of(case, reviewed)
        if came is not None:
            return _answered(request, case, ending, came, reason)
        decided = close(
            stream=case.log.stream,
            key=case.proposal.key,
            reviewed=reviewed,
            user=case.user,
            reason=reason,
        )
    except InvalidFacts as error:
        return _form(request, case, ending, error=f"{error.field}: {error.message}")
    if decided.outcome == "changed":
        return _form(request, case, ending, error="It changed since you opened it. Read it again.")
    if decided.outcome == "invalid":
        return _form(request, case, ending, error=_cannot(case))
    if decided.outcome == "already_decided":
        return review_again.answered(request, case)
    messages.success(request, f"{case.proposal.key}: {ending.done}")
    return redirect("queue")


def _came_of(case: Case, reviewed: str) -> Known | None:
    """What became of the version that a form was made from, None while it is the present one."""
    versions = known.history(case.log.stream, SURFACE, case.proposal.key)
    places = [place for place, one in enumerate(versions[:-1]) if one.fingerprint == reviewed]
    return versions[places[-1] + 1] if places else None


def _answered(
    request: HttpRequest, case: Case, ending: Ending, came: Known, reason: str
) -> HttpResponse:
    """A form over an older version: its own answer where it gave one, else that it changed since."""
    mine = (came.source or {}).get("actor") == f"user:{case.user.pk}"
    if not mine or (came.facts or {}).get("state") != ending.state:
        return _form(request, case, ending, error="It changed since you opened it. Read it again.")
    if came.reasoning == reason:
        messages.info(request, f"{case.proposal.key}: already done, with these words. {AGAIN}")
        return redirect(_address("proposal", case))
    error = (
        f"This form was already used: “{came.reasoning}” was written. What you typed now was not."
    )
    return _form(request, case, ending, error=error, status=409)


def _cannot(case: Case) -> str:
    """Why an end does not fit the state that a proposal is in."""
    needs = case.proposal.state == "NEEDS_EVIDENCE"
    return "It needs evidence already." if needs else "It is open already."


def _fits(case: Case, ending: Ending) -> bool:
    """Whether an end can be reached from the present state."""
    return case.proposal.state != ending.state


def _reason(request: HttpRequest, ending: Ending) -> str:
    """The reason from chip and words.

    Raises:
        InvalidFacts: what fits best was not chosen, words are missing, or cannot be kept.
    """
    chip = request.POST.get("chip", "")
    words = typed_text.plain(WORDS, request.POST.get("words", ""), limit=LONGEST)
    if ending.chips and chip not in ending.chips:
        raise InvalidFacts("What fits best", "choose one")
    if not words and (chip in {"", "other"} or ending is ASK):
        raise InvalidFacts(WORDS, "is missing: say it")
    return f"{chip}: {words}" if ending.chips and chip and words else words or chip


def _form(
    request: HttpRequest, case: Case, ending: Ending, *, error: str = "", status: int = 422
) -> HttpResponse:
    context = {
        **case.context,
        "ending": ending,
        "fits": _fits(case, ending),
        "cannot": _cannot(case),
        "error": error,
        "chip": request.POST.get("chip")
        or ("conflicts with a goal or context I know" if "because" in request.GET else ""),
        "words": request.POST.get("words", ""),
        "reviewed": case.proposal.fingerprint,
    }
    return render(request, "admin/review/close.html", context, status=status if error else 200)


def _address(name: str, case: Case) -> str:
    return reverse(name, args=[case.athlete.user.get_username(), case.proposal.key])
