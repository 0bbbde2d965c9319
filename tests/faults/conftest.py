"""A migrated and seeded template database, copied for every test: nothing is flushed, nothing shared."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from django.conf import settings
from psycopg import sql

from tests.conftest import on_postgres
from tests.faults import processes
from tests.faults.processes import Job, Outcome

_numbers = itertools.count(1)


@dataclass(frozen=True)
class World:
    """One database that processes work on.

    Attributes:
        database: name or path.
        seed: what the seeding job answered: stream, coach, proposal, reviewed, request, block.
    """

    database: str
    seed: dict[str, Any]

    def run(self, name: str, **given: Any) -> dict[str, Any]:
        """Run one job to its end; gives its answer."""
        outcome = self.attempt(Job(name, given))
        assert outcome.answer is not None, outcome
        return outcome.answer

    def attempt(self, job: Job) -> Outcome:
        """Run one job, however it ends."""
        return processes.run(self.database, [job])[0]

    def together(self, *jobs: Job) -> list[Outcome]:
        """Run jobs at the same time."""
        return processes.run(self.database, jobs)

    def wrong(self) -> list[str]:
        """Every invariant that does not hold."""
        return list(self.run("inspect")["wrong"])


@pytest.fixture(scope="session")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Makes databases: `copy("")` an empty one, `copy(name)` a copy of another."""
    made: list[str] = []
    folder = tmp_path_factory.mktemp("faults")

    def copy(template: str) -> str:
        name = f"longitude_faults_{os.getpid()}_{next(_numbers)}"
        if not on_postgres():
            path = folder / f"{name}.sqlite3"
            if template:
                shutil.copyfile(template, path)
            return str(path)
        with _server() as server:
            server.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                    sql.Identifier(name), sql.Identifier(template or "template0")
                )
            )
        made.append(name)
        return name

    yield copy
    if made:
        with _server() as server:
            for name in made:
                server.execute(
                    sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
                )


@pytest.fixture(scope="session")
def migrated(copies: Callable[[str], str]) -> str:
    """An empty installation."""
    database = copies("")
    answer = World(database, {}).run("migrate")
    assert answer == {"missing": []}
    return database


@pytest.fixture(scope="session")
def seeded(copies: Callable[[str], str], migrated: str) -> World:
    """The template of all tests."""
    database = copies(migrated)
    return World(database, World(database, {}).run("seed"))


@pytest.fixture
def world(copies: Callable[[str], str], seeded: World) -> World:
    """A fresh copy of the template."""
    return World(copies(seeded.database), seeded.seed)


def _server() -> psycopg.Connection[Any]:
    """The server that databases are made on."""
    given = settings.DATABASES["default"]
    return psycopg.connect(
        host=given["HOST"] or None,
        port=given["PORT"] or None,
        user=given["USER"] or None,
        password=given["PASSWORD"] or None,
        dbname="postgres",
        autocommit=True,
    )
