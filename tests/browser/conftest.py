"""One installation for all journeys, and a browser for each module.

The browser is closed after its module: its event loop would be in the way of tests with a database.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.installations import Site, running
from tests.browser.visits import Watch

ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
TIMEOUT_MS = 20_000

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The installation; each journey has an athlete of its own in it."""
    with running(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser process for a module."""
    with sync_playwright() as playwright:
        expect.set_options(timeout=TIMEOUT_MS)
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, site: Site) -> Iterator[Visit]:
    """Open a browser of one's own: `visit(**options of a context)`; nothing may go wrong in it."""
    watch = Watch()
    with ExitStack() as contexts:

        def opened(**options: Any) -> Page:
            context = chromium.new_context(
                base_url=site.url, reduced_motion="reduce", locale="en-GB", **options
            )
            contexts.callback(context.close)
            context.set_default_timeout(TIMEOUT_MS)
            watch.over(context)
            return context.new_page()

        yield opened
    assert watch.wrong == [], site.said()
