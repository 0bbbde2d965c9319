"""Starts jobs in processes of their own on a database of their own, and kills them where asked.

A fork server is loaded once; each job is a fork of it with its own connection. What a job answers
comes back through a pipe; a process that died gives no answer but its signal.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tests.faults import mutations

SECONDS = 60
"""Longest that any job may take."""

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.faults.prepared"])


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to do in a process of its own.

    Attributes:
        name: of a function in tests.faults.jobs.
        given: its arguments.
        crash_at: crash point at which the process dies by SIGKILL.
        without: names of guards that are taken out first, see tests.faults.mutations.
    """

    name: str
    given: dict[str, Any] = field(default_factory=dict)
    crash_at: str = ""
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended.

    Attributes:
        answer: what it returned, None when it died or failed.
        failed: the exception in words, empty when there was none.
        killed: whether the process died by SIGKILL.
    """

    answer: dict[str, Any] | None
    failed: str = ""
    killed: bool = False


def run(database: str, jobs: Sequence[Job]) -> list[Outcome]:
    """Run jobs at the same time: all are connected before any starts."""
    gate = _context.Barrier(len(jobs))
    started = [_start(database, job, gate) for job in jobs]
    return [_outcome(process, answers) for process, answers in started]


def kill_after(database: str, job: Job, acknowledgements: int) -> list[str]:
    """Kill a job that acknowledges as it goes, after so many; gives everything acknowledged."""
    gate = _context.Barrier(1)
    process, answers = _start(database, job, gate)
    heard: list[str] = []
    while len(heard) < acknowledgements:
        assert answers.poll(SECONDS), "the writer fell silent"
        heard.append(_heard(answers.recv()))
    process.kill()
    process.join(SECONDS)
    while answers.poll():
        try:
            heard.append(_heard(answers.recv()))
        except EOFError:
            break
    return heard


def _heard(message: tuple[str, Any]) -> str:
    kind, text = message
    assert kind == "acknowledged", text
    return str(text)


def _start(database: str, job: Job, gate: Any) -> tuple[BaseProcess, Connection]:
    answers, answering = _context.Pipe(duplex=False)
    process = _context.Process(target=_work, args=(database, job, gate, answering))
    process.start()
    answering.close()
    return process, answers


def _outcome(process: BaseProcess, answers: Connection) -> Outcome:
    message: tuple[str, Any] | None = None
    try:
        if answers.poll(SECONDS):
            message = answers.recv()
    except EOFError:
        pass
    process.join(SECONDS)
    if process.exitcode is None:
        process.kill()
        process.join()
        return Outcome(None, failed="took too long")
    if message is None:
        return Outcome(None, killed=process.exitcode == -signal.SIGKILL)
    kind, content = message
    return Outcome(content) if kind == "answer" else Outcome(None, failed=str(content))


def _work(database: str, job: Job, gate: Any, answering: Connection) -> None:
    try:
        answering.send(("answer", _answer(database, job, gate, answering)))
    except BaseException as error:  # noqa: BLE001 - whatever it is, the test has to read it
        lines = traceback.format_exception_only(error)
        answering.send(("failed", "".join(lines).strip()))


def _answer(database: str, job: Job, gate: Any, answering: Connection) -> Any:
    from django.db import connection

    from decisions import crash
    from tests.faults import jobs

    connection.settings_dict["NAME"] = database
    mutations.apply(job.without, gate)
    connection.ensure_connection()
    given = dict(job.given)
    if job.name == "write_for_ever":
        given["acknowledge"] = lambda text: answering.send(("acknowledged", text))
    work: Callable[..., Any] = getattr(jobs, job.name)
    gate.wait(SECONDS)
    crash._at = job.crash_at
    try:
        return work(**given)
    finally:
        connection.close()  # or SQLite leaves its last pages in a file of their own
