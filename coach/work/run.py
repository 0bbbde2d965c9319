"""Runs one row of work: the one function behind the worker, Celery and tests."""

from __future__ import annotations

import logging

from coach.llm.errors import ModelError
from coach.models import Work
from coach.work import queue
from coach.workflows import runner
from decisions.domain.errors import DecisionsError
from decisions.selectors import athletes, known

logger = logging.getLogger(__name__)


def run(work_id: int) -> str:
    """Claim a row and do it; gives `done`, `retry`, `failed`, `superseded` or `not claimed`.

    Safe to run none, one, two or n times, also overlapping: effects happen exactly once, since the
    decision's identity follows from the work's occasion.
    """
    work = queue.claim(work_id)
    if work is None:
        return "not claimed"
    try:
        outcome = runner.run(
            athletes.of_stream(work.stream),
            workflow=work.kind,
            subject=work.subject,
            occasion=work.occasion,
            last_attempt=work.attempts >= queue.ATTEMPTS,
        )
    except (ModelError, DecisionsError, LookupError) as error:
        logger.warning("%s of work %s: %s", type(error).__name__, work.pk, work.kind)
        return _later(work, error)
    except Exception as error:
        logger.exception("work %s: %s", work.pk, work.kind)
        return _later(work, error)
    if outcome == "stale":
        _again(work)
    return "done" if queue.finish(work, outcome) else "superseded"


def _later(work: Work, error: Exception) -> str:
    kept = queue.retry_later(work, f"{type(error).__name__}: {error}")
    return "retry" if kept and work.attempts < queue.ATTEMPTS else "failed"


def _again(work: Work) -> None:
    """What the run rested on moved while it thought: look again under a new occasion."""
    queue.enqueue(
        stream=work.stream,
        kind=work.kind,
        subject=work.subject,
        occasion=f"{work.subject}@{known.head(work.stream)} after {work.pk}",
    )


def drain(limit: int = 200) -> int:
    """Run everything that is due, oldest first; gives how many rows were run."""
    count = 0
    while count < limit:
        ran = [run(work_id) for work_id in queue.due()]
        done = [result for result in ran if result != "not claimed"]
        if not done:
            return count
        count += len(done)
    return count


def failed() -> list[Work]:
    """Rows that were given up."""
    return list(Work.objects.filter(state="failed").order_by("-finished_at")[:50])
