"""Celery's doors: each carries an id at most and calls the function that the embedded worker calls."""

from __future__ import annotations

from coach.celery import app
from coach.work import follow, heartbeat, run, schedule
from decisions.models import Stream


@app.task
def run_work(work_id: int) -> str:
    """Do one row of work."""
    return run.run(work_id)


@app.task
def follow_stream(stream_id: int) -> int:
    """Look at what came to a stream, and have the work that follows done."""
    count = follow.follow(Stream.objects.get(pk=stream_id))
    ring_due()
    return count


@app.task
def tick() -> int:
    """Enqueue what the calendar asks for."""
    asked = schedule.tick()
    ring_due()
    return asked


@app.task
def sweep() -> int:
    """Find what a lost message, a dead worker or an emptied Redis left behind; shows that workers live."""
    heartbeat.beat()
    follow.follow_all()
    return ring_due()


def ring_due() -> int:
    """Ask Celery to run what is due; a row asked for twice is run once."""
    due = run.due(100)
    for work_id in due:
        run_work.delay(work_id)
    return len(due)
