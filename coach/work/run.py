"""Runs one row of work: the one function behind the worker, Celery and tests."""

from __future__ import annotations

import logging

from django.db import transaction

from coach.llm.errors import ModelError, ModelUnavailable
from coach.models import Work
from coach.work import lease, pending, queue
from coach.workflows import runner
from decisions import crash
from decisions.domain.errors import DecisionsError, Superseded
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
        with lease.held(work):
            outcome = runner.run(
                athletes.of_stream(work.stream),
                workflow=work.kind,
                subject=work.subject,
                occasion=work.occasion,
                last_attempt=work.attempts >= queue.ATTEMPTS,
            )
    except Superseded:
        logger.warning("work %s: %s was taken over by another worker", work.pk, work.kind)
        return "superseded"
    except (ModelError, DecisionsError, LookupError) as error:
        logger.warning("%s of work %s: %s", type(error).__name__, work.pk, work.kind)
        return _later(work, error)
    except Exception as error:
        logger.exception("work %s: %s", work.pk, work.kind)
        return _later(work, error)
    with transaction.atomic():
        kept = queue.finish(work, outcome)
        if kept and outcome == "stale":
            _again(work)
    crash.point("work.done")
    return "done" if kept else "superseded"


def _later(work: Work, error: Exception) -> str:
    wait_s = error.retry_after_s if isinstance(error, ModelUnavailable) else None
    if not queue.retry_later(work, f"{type(error).__name__}: {error}", wait_s=wait_s):
        return "superseded"
    if work.attempts < queue.ATTEMPTS:
        return "retry"
    _given_up(work)
    return "failed"


def _given_up(work: Work) -> None:
    """No decision follows from an analysis that was given up: the coming sessions are judged without it."""
    if work.kind != "session_analysis":
        return
    try:
        _go_on(work)
    except Exception:
        logger.exception("work %s: what follows its end could not be enqueued", work.pk)


def _go_on(work: Work) -> None:
    for session_key in pending.to_judge(athletes.of_stream(work.stream)):
        queue.enqueue(
            stream=work.stream,
            kind="next_prescription",
            subject=session_key,
            occasion=f"{session_key} without {work.pk}",
        )


def _again(work: Work) -> None:
    """What the run rested on moved while it thought: look again under a new occasion."""
    queue.enqueue(
        stream=work.stream,
        kind=work.kind,
        subject=work.subject,
        occasion=f"{work.subject}@{known.head(work.stream)} after {work.pk}",
    )


def due(limit: int = 20) -> list[int]:
    """Ids of work that may be claimed now, oldest first; ends what no worker survived."""
    for work in queue.give_up_lost():
        _given_up(work)
    return queue.due(limit)


def drain(limit: int = 200) -> int:
    """Run everything that is due, oldest first; gives how many rows were run."""
    count = 0
    while count < limit:
        ran = [run(work_id) for work_id in due()]
        done = [result for result in ran if result != "not claimed"]
        if not done:
            return count
        count += len(done)
    return count


def failed() -> list[Work]:
    """Rows that were given up."""
    return list(Work.objects.filter(state="failed").order_by("-finished_at")[:50])
