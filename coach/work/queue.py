"""Enqueue, claim, finish, sweep: the life of a row of work. Knows nothing about what the work is."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import F

from coach.models import Work
from decisions import clock, crash
from decisions.domain import identity

if TYPE_CHECKING:
    from decisions.models import Stream

LEASE = timedelta(seconds=180)
ATTEMPTS = 5
BACKOFF = (2, 10, 60, 300)
"""Seconds before the next attempt."""


def enqueue(*, stream: Stream, kind: str, subject: str, occasion: str) -> Work:
    """Have something done once for this occasion; a repeat finds the first row."""
    name = identity.name("work", stream.name, kind, subject, occasion)
    now = clock.now()
    work, _ = Work.objects.get_or_create(
        identity=name,
        defaults={
            "stream": stream,
            "kind": kind,
            "subject": subject,
            "occasion": occasion,
            "run_after": now,
            "enqueued_at": now,
        },
    )
    return work


def due(limit: int = 20) -> list[int]:
    """Ids of work that may be claimed now, oldest first."""
    now = clock.now()
    _give_up_lost()
    queued = Work.objects.filter(state="queued", run_after__lte=now)
    lost = Work.objects.filter(state="leased", lease_until__lt=now)
    return list((queued | lost).order_by("pk").values_list("pk", flat=True)[:limit])


def claim(work_id: int) -> Work | None:
    """Take a lease, or None when somebody else has it or works on the same stream.

    One conditional UPDATE decides between rivals; the rows it changed are counted.
    """
    now = clock.now()
    free = Work.objects.filter(pk=work_id, state="queued", run_after__lte=now)
    lost = Work.objects.filter(
        pk=work_id, state="leased", lease_until__lt=now, attempts__lt=ATTEMPTS
    )
    busy = Work.objects.filter(state="leased", lease_until__gte=now).exclude(pk=work_id)
    taken = busy.values("stream_id")
    token = secrets.token_hex(16)
    changed = (
        (free | lost)
        .exclude(stream_id__in=taken)
        .update(state="leased", token=token, lease_until=now + LEASE, attempts=F("attempts") + 1)
    )
    if changed != 1:
        return None
    crash.point("work.claimed")
    return Work.objects.select_related("stream").get(pk=work_id)


def finish(work: Work, result: str) -> bool:
    """Record the receipt; False when the lease was lost to somebody else meanwhile."""
    changed = Work.objects.filter(pk=work.pk, state="leased", token=work.token).update(
        state="done", result=result[:240], finished_at=clock.now(), lease_until=None, error=""
    )
    crash.point("work.done")
    return changed == 1


def retry_later(work: Work, error: str) -> bool:
    """Put work back with a pause, or give it up after the last attempt; False if the lease was lost."""
    last = work.attempts >= ATTEMPTS
    pause = timedelta(seconds=BACKOFF[min(work.attempts, len(BACKOFF)) - 1])
    now = clock.now()
    values: dict[str, Any] = {"error": error[:2000], "lease_until": None}
    if last:
        values |= {"state": "failed", "finished_at": now}
    else:
        values |= {"state": "queued", "run_after": now + pause}
    changed = Work.objects.filter(pk=work.pk, state="leased", token=work.token).update(**values)
    return changed == 1


def pending(stream: Stream, kind: str) -> bool:
    """Whether work of a kind waits for a stream; what runs may have read the log already."""
    return Work.objects.filter(stream=stream, kind=kind, state="queued").exists()


def _give_up_lost() -> None:
    """End what took every worker with it that tried: another try would take the next one."""
    now = clock.now()
    lost = Work.objects.filter(state="leased", lease_until__lt=now, attempts__gte=ATTEMPTS)
    if lost.exists():
        lost.update(
            state="failed",
            error="no worker lived to finish it",
            finished_at=now,
            lease_until=None,
        )


def waiting() -> int:
    """How many rows wait or run."""
    return Work.objects.filter(state__in=("queued", "leased")).count()
