"""Fixtures every test may use, what a test needs from the machine, and which tests share a process.

A marked test is skipped where its service is missing, and fails there with REQUIRE_SERVICES=1.
"""

from __future__ import annotations

import os
import shutil
from typing import Any

import pytest
from django.conf import settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

NEEDS = {"services": "TEST_REDIS_URL", "browser": "CHROMIUM"}
TOGETHER = ("tests/browser/", "tests/demo/")
"""Folders whose tests share something that takes long to make: each runs in one process."""

TOUCHES_A_DATABASE = {"db", "transactional_db", "live_server"}


class FoldersTogether(LoadScopeScheduling):  # type: ignore[misc]
    """Every test by itself, but those of some folders in one process.

    By path, because the marks of `--dist loadgroup` do nothing under pytest 9.2: the plugin still
    writes them into an attribute of the test that is no longer read (pytest-xdist issue 1386).
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FoldersTogether | None:
    """Who runs what with `--dist loadgroup`; any other way of sharing out is as asked for."""
    return FoldersTogether(config, log) if config.getoption("dist") == "loadgroup" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what never touches a database out of the PostgreSQL pass: SQLite's pass ran it."""
    if not on_postgres():
        return
    kept = [item for item in items if needs_a_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("postgres") and not on_postgres():
        pytest.skip("runs in the PostgreSQL pass")
    for marker, variable in NEEDS.items():
        if item.get_closest_marker(marker) and not os.environ.get(variable):
            absent = pytest.fail if os.environ.get("REQUIRE_SERVICES") == "1" else pytest.skip
            absent(f"{variable} is not set")


def pytest_unconfigure() -> None:
    """Remove the data directory of this run: a process of pytest-xdist ends without atexit."""
    made = getattr(settings, "THROW_AWAY_DIR", None)
    if made:
        shutil.rmtree(made, ignore_errors=True)


def needs_a_database(item: pytest.Item) -> bool:
    """Whether the test touches the database of this pass, itself or by processes of its own."""
    own_processes = "faults" in item.path.parts
    return own_processes or bool(TOUCHES_A_DATABASE & set(getattr(item, "fixturenames", ())))


def on_postgres() -> bool:
    """Whether this pass runs on PostgreSQL."""
    return str(settings.DATABASES["default"]["ENGINE"]).endswith("postgresql")
