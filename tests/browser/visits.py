"""One person's browser, watched: what its console says, what fails, and whom it talks to."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    WebError,
    expect,
)

from tests.browser.staging import PASSWORD

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PATIENCE_S, LOOK_MS = 30.0, 500
ON_PURPOSE = (409, 422)
"""A page that says what was not written is an answer, not a failure."""


@dataclass
class Watch:
    """What went wrong in a browser context; empty when nothing did."""

    wrong: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        """Listen to everything that a context does."""
        context.on("request", self._requested)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)
        context.on("console", self._said)
        context.on("weberror", self._broke)

    def _requested(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme.startswith(("http", "ws")) and parts.hostname != "127.0.0.1":
            self.wrong.append(f"asked {parts.hostname} for {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # Somebody went on before it was there.
            self.wrong.append(f"{request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and response.status not in ON_PURPOSE:
            self.wrong.append(f"{response.status}: {response.url}")

    def _said(self, message: ConsoleMessage) -> None:
        refused = message.text.startswith("Failed to load resource")  # See `_answered`.
        if message.type in ("error", "warning") and not refused:
            self.wrong.append(f"console: {message.text}")

    def _broke(self, error: WebError) -> None:
        self.wrong.append(f"script: {error.error}")


def log_in(page: Page, name: str, to: str = "/") -> None:
    """Log in by the form, on the way to a page."""
    page.goto(f"/login/?next={to}")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda url: "/login/" not in url)


def appears(page: Page, wanted: Locator) -> None:
    """Wait for what the worker writes, reloading a page that cannot refresh itself."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            expect(wanted).to_be_visible(timeout=LOOK_MS)
        except AssertionError:
            assert time.monotonic() < until, page.inner_text("main")
            page.reload()
        else:
            return
