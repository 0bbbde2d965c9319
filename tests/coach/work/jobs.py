"""What the processes of these tests do: each in a process of its own, at a moment of its own."""

from __future__ import annotations

import os
import signal
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from typing import Any

Answer = dict[str, Any]


def work(database: str, name: str, given: Answer, crash_at: str, gate: Any, to: Connection) -> None:
    """Entry of a forked process: connect, wait for the others, do one job, answer."""
    from django.db import connection

    from decisions import crash

    connection.settings_dict["NAME"] = database
    connection.ensure_connection()
    gate.wait(60)
    crash._at = crash_at
    try:
        to.send(("answer", globals()[name](**given)))
    finally:
        connection.close()


def seed() -> Answer:
    """One athlete who has trained, and the rows of work that this calls for."""
    from coach.models import Work
    from coach.work import follow, queue
    from decisions import clock
    from tests.scenarios.conftest import make_story

    story = make_story()
    with clock.at(story.at(0, 8)):
        prescribing = queue.enqueue(
            stream=story.athlete.stream,
            kind="next_prescription",
            subject=story.key(3),
            occasion="ahead",
        )
    story.train(0)
    with clock.at(story.at(0, 18)):
        follow.follow(story.athlete.stream)
    (analysis,) = Work.objects.filter(kind="session_analysis")
    return {
        "session_analysis": analysis.pk,
        "next_prescription": prescribing.pk,
        "at": story.at(0, 19).isoformat(),
    }


def run(*, work_id: int, at: str, later_s: int = 0) -> Answer:
    """Run one row."""
    from coach.work import run as running
    from decisions import clock

    with clock.at(datetime.fromisoformat(at) + timedelta(seconds=later_s)):
        return {"said": running.run(work_id)}


def die_before_the_receipt(**given: Any) -> Answer:
    """Run one row, and die by SIGKILL when its decision stands and its receipt does not."""
    from coach.work import queue

    queue.finish = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
    return run(**given)


def think_long(*, work_id: int, at: str, later_s: int = 0) -> Answer:
    """Run one row whose reasoner thinks longer than a lease, until the lease was renewed twice."""
    from threading import Event

    from coach.models import Work
    from coach.work import lease, queue
    from coach.work import run as running
    from coach.workflows import calling
    from decisions import clock

    began = datetime.fromisoformat(at)
    renewed, renewing, asking = Event(), queue.renew, calling.ask
    leases: list[Any] = []

    def renew(work: Work) -> bool:
        with clock.at(began + timedelta(seconds=later_s - 1)):
            kept = renewing(work)
        leases.append(kept)
        if len(leases) == 2:
            renewed.set()
        return kept

    def ask(*given: Any, **more: Any) -> Any:
        assert renewed.wait(30), "nobody renewed the lease"
        with clock.at(began + timedelta(seconds=later_s)):
            assert work_id not in queue.due()
            assert queue.claim(work_id) is None, "a rival took it"
        return asking(*given, **more)

    queue.renew, lease.RENEW_S, calling.ask = renew, 0.01, ask
    with clock.at(began):
        return {"said": running.run(work_id), "renewed": len(leases)}


def stand_still(*, work_id: int, at: str, later_s: int = 0) -> Answer:
    """Run one row, and stand still while its reasoner thinks until a rival has taken it over."""
    from coach.work import queue
    from coach.work import run as running
    from coach.workflows import calling
    from decisions import clock

    began, asking = datetime.fromisoformat(at), calling.ask

    def ask(*given: Any, **more: Any) -> Any:
        with clock.at(began + timedelta(seconds=later_s)):
            assert queue.claim(work_id) is not None
        return asking(*given, **more)

    calling.ask = ask
    with clock.at(began):
        return {"said": running.run(work_id)}


def finish_all(*, at: str, later_s: int) -> Answer:
    """Let a worker do everything that is due, as after a restart."""
    from coach.work.settle import settle
    from decisions import clock

    with clock.at(datetime.fromisoformat(at) + timedelta(seconds=later_s)):
        return {"ran": settle()}


def look() -> Answer:
    """What stands, and what is wrong with the log or the rows."""
    from coach.models import Work
    from decisions.models import DecisionRecord, Event, Receipt, Stream
    from decisions.services import rebuild, verify

    wrong = [p.what for s in Stream.objects.all() for p in verify.stream_problems(s)]
    wrong += [d.surface for d in rebuild.check() if not d.clean]
    if Receipt.objects.filter(outcome="applied").count() != Event.objects.count():
        wrong.append("receipts and events differ")
    decided = DecisionRecord.objects.values_list("workflow", "occasion")
    versions = Event.objects.filter(item__surface="training_sessions.prescription")
    return {
        "wrong": wrong,
        "decided": sorted(map(list, decided)),
        "versions": sorted(versions.values_list("item__key", flat=True)),
        "work": {
            str(row.pk): [row.state, row.attempts, row.result, row.error]
            for row in Work.objects.all()
        },
    }
