"""Fixtures every test may use, and what a test needs from the machine.

A marked test is skipped where its service is missing, and fails there with REQUIRE_SERVICES=1.
"""

from __future__ import annotations

import os
import shutil

import pytest
from django.conf import settings

NEEDS = {"services": "TEST_REDIS_URL", "browser": "CHROMIUM"}


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


def on_postgres() -> bool:
    """Whether this pass runs on PostgreSQL."""
    return str(settings.DATABASES["default"]["ENGINE"]).endswith("postgresql")
