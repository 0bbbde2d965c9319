"""Keeps the lease of a row while it is worked on, and lets nobody write who has lost it.

A lease is short, so that a killed worker is replaced soon. A call of a model may take minutes, so a
thread with a connection of its own renews the lease meanwhile. A worker that stood still is found
out when it writes: the guard asks for the lease under its lock.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING

from django.db import DatabaseError, connection

from coach.work import heartbeat, queue
from decisions import fence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.models import Work

logger = logging.getLogger(__name__)

RENEW_S = 5.0
"""Three renewals may fail before a lease runs out."""

LONGEST_S = 600.0
"""A run that takes longer than any may is stuck: its lease is renewed no more."""


@contextmanager
def held(work: Work) -> Iterator[None]:
    """Renew a lease while inside; a guarded write inside goes on only while it is ours.

    Raises:
        Superseded: from a write inside, whose lease somebody else has taken.
    """
    done = Event()
    renewing = Thread(
        target=copy_context().run,
        args=(_renew, work, done),
        name=f"lease of work {work.pk}",
        daemon=True,
    )
    renewing.start()
    try:
        with fence.holding(partial(queue.renew, work)):
            yield
    finally:
        done.set()
        renewing.join()


def _renew(work: Work, done: Event) -> None:
    try:
        for _ in range(int(LONGEST_S / RENEW_S)):
            if done.wait(RENEW_S) or not _once(work):
                return
        logger.warning("work %s takes too long: its lease is renewed no more", work.pk)
    finally:
        connection.close()  # of this thread; never opened by a run that was quick


def _once(work: Work) -> bool:
    """Whether to go on: a database that does not answer is asked again, a lost lease is not."""
    try:
        heartbeat.beat()
        return queue.renew(work)
    except (DatabaseError, OSError) as error:
        logger.warning("the lease of work %s was not renewed: %s", work.pk, type(error).__name__)
        connection.close()
        return True
