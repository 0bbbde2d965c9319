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

LEASE = timedelta(seconds=20)
"""Renewed while a worker lives (see coach.work.lease): how long an athlete waits for a dead one."""

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
    queued = Work.objects.filter(state="queued", run_after__lte=now)
    lost = Work.objects.filter(state="leased", lease_until__lt=now, attempts__lt=ATTEMPTS)
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


def renew(work: Work) -> bool:
    """Have the lease run from now on; False when it was lost to somebody else meanwhile.

    Inside a transaction nobody can take the work over before that transaction ends.
    """
    return _change(work, lease_until=clock.now() + LEASE)


def finish(work: Work, result: str) -> bool:
    """Record the receipt; False when the lease was lost to somebody else meanwhile."""
    return _change(
        work,
        state="done",
        result=result[:240],
        finished_at=clock.now(),
        lease_until=None,
        error="",
    )


def retry_later(work: Work, error: str, *, wait_s: int | None = None) -> bool:
    """Put work back with a pause, or give it up after the last attempt; False if the lease was lost.

    Args:
        wait_s: seconds that whoever refused it asked to wait; the pause is never shorter.
    """
    last = work.attempts >= ATTEMPTS
    usual = BACKOFF[min(work.attempts, len(BACKOFF)) - 1]
    pause = timedelta(seconds=max(usual, wait_s or 0))
    now = clock.now()
    values: dict[str, Any] = {"error": error[:2000], "lease_until": None}
    if last:
        values |= {"state": "failed", "finished_at": now}
    else:
        values |= {"state": "queued", "run_after": now + pause}
    return _change(work, **values)


def _change(work: Work, **values: Any) -> bool:
    """Change a row while its lease is ours."""
    return Work.objects.filter(pk=work.pk, state="leased", token=work.token).update(**values) == 1


def pending(stream: Stream, kind: str) -> bool:
    """Whether work of a kind waits for a stream; what runs may have read the log already."""
    return Work.objects.filter(stream=stream, kind=kind, state="queued").exists()


def asked(stream: Stream, subject: str) -> bool:
    """Whether work about a subject waits, runs or was done; what was given up was not."""
    rows = Work.objects.filter(stream=stream, subject=subject)
    return rows.exclude(state="failed").exists()


def give_up_lost() -> list[Work]:
    """End what took every worker with it that tried: another try would take the next one.

    Returns:
        What this call ended; of two workers that look at once, one gets it.
    """
    now = clock.now()
    lost = Work.objects.filter(state="leased", lease_until__lt=now, attempts__gte=ATTEMPTS)
    return [
        work
        for work in lost.select_related("stream")
        if _change(
            work,
            state="failed",
            error="no worker lived to finish it",
            finished_at=now,
            lease_until=None,
        )
    ]


def waiting() -> int:
    """How many rows wait or run."""
    return Work.objects.filter(state__in=("queued", "leased")).count()
