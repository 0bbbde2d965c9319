"""One proposal: the page where it is read, the reviewer's own call, and what came of it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from coach.review import applied, lineage, sayings, versions
from coach.review.decisions import Alternative
from coach.review.effects import effects
from coach.review.threeway import blocking, moved
from coach.web import review_thresholds
from coach.web.explain_links import drawn
from coach.web.review_answers import CALLS, call_of, keep_call
from coach.web.review_frame import Case, on_proposal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse


@on_proposal
@require_safe
def one_proposal(request: HttpRequest, case: Case) -> HttpResponse:
    """The proposal with its diff, evidence, freshness, conflicts, alternatives and record."""
    return render(request, "admin/review/proposal.html", page(request, case))


@on_proposal
@require_POST
def own_call(request: HttpRequest, case: Case) -> HttpResponse:
    """Record what the reviewer would do, before the alternatives are shown. Said once."""
    stands = keep_call(request, case, request.POST)
    if not stands:
        messages.error(request, "Choose what you would do.")
    elif stands != request.POST.get("call"):
        messages.info(request, f"Your first call stays: {CALLS[stands]}.")
    return redirect(f"{_address(case)}#al")


@on_proposal
@require_safe
def result(request: HttpRequest, case: Case) -> HttpResponse:
    """What came of it, read back from receipt and state; the proposal's page while undecided."""
    if case.proposal.undecided:
        return redirect(_address(case))
    return decided(request, case, again=request.GET.get("again") == "1")


def decided(
    request: HttpRequest,
    case: Case,
    *,
    again: bool,
    typed: Sequence[tuple[str, str]] = (),
    status: int = 200,
) -> HttpResponse:
    """The page of a decided proposal; `typed` is what came with a later form and was not written."""
    one = case.proposal
    context = {
        **case.context,
        "again": again,
        "typed": typed,
        "by": lineage.actor(case.log, str(one.closed.get("by", ""))),
        "at": _moment(one.closed.get("at")),
        "yours": one.closed.get("by") == f"user:{case.user.pk}",
    }
    if one.state == "STALE":
        context |= _stale(case)
    if one.state == "APPLIED":
        context |= _applied(case)
    name = {"STALE": "stale", "APPLIED": "applied"}.get(one.state, "closed")
    return render(request, f"admin/review/{name}.html", context, status=status)


def page(request: HttpRequest, case: Case, *, missing: Sequence[str] = ()) -> dict[str, Any]:
    """What the proposal template shows: after a complaint also what was typed before it."""
    one, form = case.proposal, request.POST
    own = call_of(request, case)
    review = one.decision
    approved = versions.approved(case.log, one.item)
    return {
        **case.context,
        "versions": approved,
        "headline": versions.headline(approved),
        "threshold_views": review_thresholds.of_proposal(case.log, one.facts["targets"]),
        "diffs": one.targets,
        "effects": effects(case.log, one.facts),
        "news": tuple((item.position, sayings.sentence(item)) for item in one.news[-6:]),
        "news_count": len(one.news),
        "own": own,
        "own_at": _moment(own["at"]) if own else None,
        "own_words": CALLS.get(own["call"], "") if own else "",
        "calls": CALLS,
        "closed_by": lineage.actor(case.log, str(one.closed.get("by", ""))),
        "closed_at": _moment(one.closed.get("at")),
        "alternatives": _alternatives(case),
        "open_alternatives": own is not None or not one.high_risk or not one.undecided,
        "drawn": drawn(lineage.of_proposal(case.log, one.item), case.context["query"]),
        "thresholds": review.thresholds if review else (),
        "read": review.read if review else None,
        "rules": review.rules if review else None,
        "seen": form.get("seen") == "yes",
        "conflicts": tuple(
            {
                "index": conflict.index,
                "text": conflict.text,
                "who": conflict.who,
                "said": form.get(f"conflict-{conflict.index}", ""),
                "because": form.get(f"because-{conflict.index}", ""),
            }
            for conflict in one.conflicts
        ),
        "missing": missing,
    }


def _alternatives(case: Case) -> tuple[Alternative, ...]:
    """The proposal's own alternatives, else those that its review considered."""
    stored = sorted(case.proposal.facts["alternatives"], key=lambda one: not one.get("chosen"))
    if not stored:
        return case.proposal.decision.alternatives if case.proposal.decision else ()
    told = {(str(one.get("outcome", "")), str(one.get("why", ""))): one for one in stored[::-1]}
    return tuple(
        Alternative(chr(ord("A") + place), *name, chosen=bool(told[name].get("chosen")), cites=())
        for place, name in enumerate(list(told)[::-1])
    )


def _stale(case: Case) -> dict[str, Any]:
    """The three-way table, and who changed what since it was reviewed."""
    tables = [(one, one.rows) for one in case.proposal.targets]
    every = [row for _, found in tables for row in found]
    return {
        "tables": tables,
        "moved": moved(every),
        "blocking": blocking(every),
        "fields": len(every),
        "changed": [
            {
                "key": one["key"],
                "by": lineage.actor(case.log, str(one.get("changed_by") or "")),
                "at": _moment(one.get("changed_at")),
                "why": _reason(case, str(one["surface"]), str(one["key"])),
            }
            for one in case.proposal.closed.get("moved") or ()
        ],
    }


def _reason(case: Case, surface: str, key: str) -> str:
    found = case.log.items.get((surface, key))
    return found.reasoning if found is not None else ""


def _applied(case: Case) -> dict[str, Any]:
    own = versions.approved(case.log, case.proposal.item)
    return {
        "readback": applied.readback(case.log, case.proposal),
        "versions": own,
        "headline": versions.headline(own),
        "identity": case.proposal.closed.get("decision", ""),
    }


def _moment(text: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(str(text))
    except ValueError:
        return None


def _address(case: Case) -> str:
    return reverse("proposal", args=[case.athlete.user.get_username(), case.proposal.key])
