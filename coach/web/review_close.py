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

from coach.web.review_frame import Case, on_proposal
from decisions.domain.errors import InvalidFacts
from decisions.services import proposals

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from decisions.services.proposals import Decided

LONGEST = 1900


@dataclass(frozen=True, slots=True)
class Ending:
    """How one end is asked for."""

    title: str
    lede: str
    chips: tuple[str, ...]
    button: str
    done: str
    stop: bool


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
)
ASK = Ending(
    "Ask for evidence",
    "The proposal waits and nothing is applied. The next review reads what you asked for.",
    ("more exposures", "a question to the athlete", "look again with more included"),
    "Ask for it",
    "It waits for evidence. Nothing was written.",
    stop=False,
)
WITHDRAW = Ending(
    "Withdraw",
    "The proposal is taken back. Nothing is written.",
    (),
    "Withdraw it",
    "Withdrawn. Nothing was written.",
    stop=True,
)
REOPEN = Ending(
    "Take it up again",
    "The proposal waits for a decision again.",
    (),
    "Take it up again",
    "It is open again.",
    stop=False,
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
        return redirect(f"{_address('proposal_result', case)}?again=1")
    if request.method != "POST":
        return _form(request, case, ending)
    try:
        decided = close(
            stream=case.log.stream,
            key=case.proposal.key,
            reviewed=request.POST.get("reviewed", ""),
            user=case.user,
            reason=_reason(request, ending),
        )
    except InvalidFacts as error:
        return _form(request, case, ending, error=error.message)
    if decided.outcome == "changed":
        return _form(request, case, ending, error="It changed since you opened it. Read it again.")
    if decided.outcome == "already_decided":
        return redirect(f"{_address('proposal_result', case)}?again=1")
    messages.success(request, f"{case.proposal.key}: {ending.done}")
    return redirect("queue")


def _reason(request: HttpRequest, ending: Ending) -> str:
    """The reason from chip and words.

    Raises:
        InvalidFacts: what fits best was not chosen, words are missing, or too many.
    """
    chip = request.POST.get("chip", "")
    words = request.POST.get("words", "").strip()
    if ending.chips and chip not in ending.chips:
        raise InvalidFacts("chip", "Choose what fits best.")
    if not words and (chip in {"", "other"} or ending is ASK):
        raise InvalidFacts("words", "Say it in your own words.")
    reason = f"{chip}: {words}" if chip and words else chip or words
    if len(reason) > LONGEST:
        raise InvalidFacts("words", f"Say it in fewer than {LONGEST} characters.")
    return reason


def _form(request: HttpRequest, case: Case, ending: Ending, *, error: str = "") -> HttpResponse:
    context = {
        **case.context,
        "ending": ending,
        "error": error,
        "chip": request.POST.get("chip")
        or ("conflicts with a goal or context I know" if "because" in request.GET else ""),
        "words": request.POST.get("words", ""),
        "reviewed": case.proposal.fingerprint,
    }
    status = 422 if error else 200
    return render(request, "admin/review/close.html", context, status=status)


def _address(name: str, case: Case) -> str:
    return reverse(name, args=[case.athlete.user.get_username(), case.proposal.key])
