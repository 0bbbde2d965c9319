"""Installations and browsers for the journeys. Templates are made once, every test gets a copy.

The browser lives as long as one module: its event loop would be in the way of other tests.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.installations import Site, Templates, running
from tests.browser.visits import Watch

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
TIMEOUT_MS = 10_000

Serve = Callable[[str], Site]
Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Templates:
    """Where templates are made: above the folder of one process of pytest-xdist."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    return Templates(shared / "browser-templates")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser process for a module."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=ARGS)
        expect.set_options(timeout=TIMEOUT_MS)
        yield browser
        browser.close()


@pytest.fixture
def serve(templates: Templates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start an installation with a worker: `serve("knee")`, see tests.browser.staging."""
    with ExitStack() as sites:
        yield lambda stage: sites.enter_context(
            running(templates, stage, tmp_path_factory.mktemp("site"))
        )


@pytest.fixture(scope="module")
def shop_window(templates: Templates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An installation for looking only: one for a module, without a worker."""
    with running(templates, "knee", tmp_path_factory.mktemp("site"), worker=False) as site:
        yield site


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Open a browser of one's own: `visit(**options of a context)`; nothing may go wrong in it."""
    watch = Watch()
    with ExitStack() as open_contexts:

        def opened(**options: Any) -> Page:
            context = chromium.new_context(reduced_motion="reduce", locale="en-GB", **options)
            open_contexts.callback(context.close)
            context.set_default_timeout(TIMEOUT_MS)
            watch.over(context)
            return context.new_page()

        yield opened
    assert watch.wrong == []
