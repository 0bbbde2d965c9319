"""One run of a workflow: read, reason, judge, record. No transaction is open while a reasoner thinks.

The occasion names the intent, so that a run that is repeated meets its own record. A context that
moved under the run is answered as stale once, and looked at again under a new occasion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from django.conf import settings

from coach.domain.replies import UnreadableReply
from coach.llm.choose import port_for
from coach.llm.errors import ModelError
from coach.retrieval import context, edits
from coach.retrieval.context import Context
from coach.workflows import (
    aims,
    analysis,
    calling,
    prescription,
    recording,
    review,
    standing,
    unusable,
)
from coach.workflows.thinking import GATE_VERSION, Judged, judged, situation_of
from decisions import clock
from decisions.domain.mandates import MANDATES
from decisions.models import Athlete
from decisions.selectors import known
from decisions.services import rulings
from decisions.services.guard import Occasion, Target

if TYPE_CHECKING:
    from datetime import date

    from coach.llm.port import ModelPort

Writer = Callable[[Athlete, Occasion, Context, Judged], Sequence[Target]]

WRITERS: dict[str, Writer] = {
    "session_analysis": analysis.targets,
    "next_prescription": prescription.targets,
    "strategic_review": review.targets,
}


def run(
    athlete: Athlete,
    *,
    workflow: str,
    subject: str,
    occasion: str,
    last_attempt: bool = False,
    port: ModelPort | None = None,
) -> str:
    """Run a workflow once for an occasion.

    Args:
        workflow: name of the mandate.
        subject: session key, or what a review is about.
        occasion: what makes this run one of a kind.
        last_attempt: record BLOCKED_UNKNOWN instead of raising when the model gives nothing usable.
        port: the reasoner; that of the settings when None.

    Returns:
        The outcome that was recorded, `repeated <outcome>`, `nothing to do`, or `stale`.

    Raises:
        ModelError: the model gave nothing, and another attempt may help.
    """
    intent = _intent(athlete, workflow, subject, occasion, port)
    earlier = rulings.recorded(athlete.stream, intent)
    if earlier is not None:
        return f"repeated {earlier.outcome}"
    today = clock.today(athlete.zone)
    seen = _context(athlete, workflow, subject, today)
    if seen is not None and _cleaned_up(athlete, workflow, seen, occasion):
        seen = _context(athlete, workflow, subject, today)
    if seen is None:
        return "nothing to do"
    reasoner = port or _port()
    prompt, reply = calling.ask(athlete, intent, seen, reasoner, forgiving=last_attempt)
    try:
        found = judged(seen.packet, reply.text)
    except UnreadableReply as error:
        found = unusable.judged(seen.packet, str(error))
    if standing.decided_meanwhile(athlete.stream, found.situation):
        return "stale"
    targets = list(WRITERS[workflow](athlete, intent, seen, found))
    facts = recording.decision_facts(
        context=seen,
        prompt=prompt,
        reply=reply,
        found=found,
        gate_version=GATE_VERSION,
        occasion=occasion,
        answers=review.answers(seen, found) if workflow == "strategic_review" else None,
    )
    written = rulings.record(
        intent,
        facts,
        targets=targets,
        local_date=today,
        zone=athlete.zone,
        basis=recording.cited(found.draft, seen.packet),
    )
    return "stale" if written.outcome == "stale" else str(facts["outcome"])


def _cleaned_up(athlete: Athlete, workflow: str, seen: Context, occasion: str) -> bool:
    """Whether proposals without grounds were closed, so that the review has to read again."""
    if workflow != "strategic_review":
        return False
    return standing.close_lapsed(athlete, situation_of(seen.packet), occasion)


def _context(athlete: Athlete, workflow: str, subject: str, today: date) -> Context | None:
    stream = athlete.stream
    up_to = known.head(stream)
    items, decided = context.read(stream, workflow, today, up_to)
    if workflow == "next_prescription" and prescription.settled(subject, items):
        return None
    aim = aims.aim(workflow, subject, today, items)
    return context.assemble(
        aim=aim,
        items=items,
        decided=decided,
        up_to=up_to,
        zone=athlete.zone,
        question=aims.QUESTIONS[workflow],
        missing=aims.missing(aim, items),
        standing=edits.standing(stream, up_to),
    )


def _intent(
    athlete: Athlete, workflow: str, subject: str, occasion: str, port: ModelPort | None
) -> Occasion:
    name = port.name if port is not None else settings.LLM_MODEL
    return Occasion(
        stream=athlete.stream.pk,
        mandate=MANDATES[workflow],
        subject=subject,
        occasion=occasion,
        actor=f"run:{workflow}",
        kind="workflow",
        model_version=name,
    )


def _port() -> ModelPort:
    return port_for(
        settings.LLM_MODEL, api_base=settings.LLM_API_BASE, api_key=settings.LLM_API_KEY
    )


__all__ = ["ModelError", "run"]
