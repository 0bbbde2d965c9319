"""A database with work to do, copied for every test, and processes that work on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.coach.work import jobs
from tests.faults import processes
from tests.faults.conftest import copies, migrated
from tests.faults.processes import Outcome

__all__ = ["copies", "migrated"]


@dataclass(frozen=True)
class Job:
    """A function of `tests.coach.work.jobs`, and the crash point at which it dies."""

    name: str
    given: dict[str, Any] = field(default_factory=dict)
    crash_at: str = ""


@dataclass(frozen=True)
class Shop:
    """One database and what the seeding job said about it."""

    database: str
    seed: dict[str, Any]

    def together(self, *todo: Job) -> list[Outcome]:
        """Run jobs at the same time, however they end."""
        return _run(self.database, todo)

    def do(self, name: str, **given: Any) -> dict[str, Any]:
        """Run one job to its end."""
        (outcome,) = self.together(Job(name, given))
        assert outcome.answer is not None, outcome
        return outcome.answer

    def row(self, kind: str, *, later_s: int = 0, crash_at: str = "") -> Job:
        """The job that runs the row of a kind."""
        given = {"work_id": self.seed[kind], "at": self.seed["at"], "later_s": later_s}
        return Job("run", given, crash_at)


@pytest.fixture(scope="session")
def opened(copies: Callable[[str], str], migrated: str) -> Shop:
    """The template of all tests."""
    database = copies(migrated)
    return Shop(database, Shop(database, {}).do("seed"))


@pytest.fixture
def shop(copies: Callable[[str], str], opened: Shop) -> Shop:
    """A fresh copy of the template."""
    return Shop(copies(opened.database), opened.seed)


def _run(database: str, todo: Sequence[Job]) -> list[Outcome]:
    gate = processes._context.Barrier(len(todo))
    started = []
    for job in todo:
        answers, answering = processes._context.Pipe(duplex=False)
        given = (database, job.name, job.given, job.crash_at, gate, answering)
        process = processes._context.Process(target=jobs.work, args=given)
        process.start()
        answering.close()
        started.append((process, answers))
    return [processes._outcome(process, answers) for process, answers in started]
